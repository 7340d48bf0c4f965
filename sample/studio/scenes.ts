import { products } from '../catalogue.ts'
import type { View } from './field/raster.ts'
import { closeUp, fit, wholePage } from './light/frame.ts'
import { type Part, place } from './light/part.ts'
import type { Scene } from './light/render.ts'
import { papers } from './recipes/recipe.ts'
import { recipes } from './recipes.ts'

export type Picture = {
  base: string
  scene: () => Scene
  view: View
  widths: readonly number[]
  allowance?: number
}

const cardWidths = [160, 320, 640, 960]
const master = 1200

function recipeOf(slug: string) {
  const recipe = recipes[slug]
  if (!recipe) throw new Error(`nothing says how to draw ${slug}`)
  return recipe
}

/** The parts of a product in one of its colours. */
function partsOf(slug: string, which = 0): Part[] {
  const product = products.find((p) => p.slug === slug)
  const colours = [
    ...new Set(product?.variants?.map((v) => v.color_value).filter((c) => c !== undefined)),
  ]
  return recipeOf(slug).draw(colours[which] ?? '#808080', which)
}

/** A product on its card. Refuses a drawing that covers too little of the card or lies beside it. */
function onCard(slug: string, which = 0) {
  const laid = fit(partsOf(slug, which))
  const { scale, dx, dy } = laid
  if (!(scale > 0.7) || Math.abs(dx) + Math.abs(dy) >= 600)
    throw new Error(`${slug} does not lie on its card (scale ${scale}, moved by ${dx}, ${dy})`)
  return laid
}

/** The pictures of one product: whole, close, and in its second colour where it has one. */
export function productPictures(slug: string): Picture[] {
  const { paper, close } = recipeOf(slug)
  const count = products.find((p) => p.slug === slug)?.images.length ?? 2
  const [x, y, times] = close ?? [400, 400, 2.4]
  const first = () => onCard(slug)
  const near = (): View => {
    const { scale, dx, dy } = first()
    return closeUp(master, x * scale + dx, y * scale + dy, times * 1.2)
  }
  const list: Picture[] = [
    {
      base: `products/${slug}-1`,
      scene: () => ({ parts: first().parts, paper }),
      view: wholePage(master),
      widths: cardWidths,
    },
    {
      base: `products/${slug}-2`,
      scene: () => ({ parts: first().parts, paper }),
      view: near(),
      widths: cardWidths,
    },
  ]
  if (count > 2)
    list.push({
      base: `products/${slug}-3`,
      scene: () => ({ parts: onCard(slug, 1).parts, paper }),
      view: wholePage(master),
      widths: cardWidths,
    })
  return list
}

/** One thing laid in a scene: its middle and its height in units, turned by degrees. */
type Laid = readonly [
  slug: string,
  which: number,
  cx: number,
  cy: number,
  size: number,
  turn: number,
]

function layOut(items: readonly Laid[]): Part[] {
  return items.flatMap(([slug, which, cx, cy, size, turn]) => {
    const { parts } = fit(partsOf(slug, which), {
      cx,
      cy,
      w: size * 0.8,
      h: size,
      share: 1,
      most: 3,
    })
    return place(parts, { turn, pivot: [cx, cy] })
  })
}

const card = (slug: string, paper: string, items: readonly Laid[]): Picture => ({
  base: `categories/${slug}`,
  scene: () => ({ parts: layOut(items), paper }),
  view: wholePage(960),
  widths: [160, 320, 640],
})

export const categoryPictures: Picture[] = [
  card('dresses', papers.clay, [
    ['sunbird-halter-maxi-dress', 1, 560, 560, 960, 7],
    ['chitenje-wrap-dress', 1, 290, 540, 960, -6],
  ]),
  card('shirts-tops', papers.mist, [
    ['bengal-stripe-shirt', 0, 500, 640, 860, 9],
    ['chitenje-camp-shirt', 1, 310, 390, 720, -7],
  ]),
  card('trousers-skirts', papers.butter, [
    ['straight-blue-jeans', 0, 560, 520, 980, 6],
    ['chitenje-circle-skirt', 1, 320, 520, 800, -7],
  ]),
  card('jackets-suits', papers.stone, [
    ['denim-trucker-jacket', 0, 530, 690, 760, 8],
    ['chitenje-statement-blazer', 1, 320, 400, 800, -6],
  ]),
  card('shoes', papers.sage, [
    ['chitenje-high-tops', 0, 260, 500, 800, -8],
    ['beaded-t-bar-sandals', 0, 620, 560, 620, 8],
  ]),
  card('bags', papers.blush, [
    ['chitenje-market-tote', 1, 300, 440, 820, -6],
    ['structured-leather-handbag', 1, 540, 700, 560, 6],
  ]),
  card('chitenje', papers.sand, [
    ['chitenje-cloth-chambo', 0, 480, 330, 640, 8],
    ['chitenje-cloth-sunburst', 0, 330, 660, 640, -8],
  ]),
  card('accessories', papers.mist, [
    ['wide-brim-straw-hat', 0, 400, 320, 700, -5],
    ['tortoiseshell-sunglasses', 0, 260, 760, 520, -8],
    ['stacking-bangles', 0, 610, 740, 460, 10],
  ]),
  card('wrap-dresses', papers.sage, [['chitenje-wrap-dress', 2, 400, 610, 1180, -5]]),
  card('maxi-dresses', papers.blush, [['lake-wave-maxi-dress', 0, 400, 620, 1180, 5]]),
  card('day-dresses', papers.mist, [['dotted-tea-dress', 1, 400, 560, 1080, -6]]),
  card('evening-dresses', papers.stone, [['satin-slip-dress', 1, 400, 600, 1160, 6]]),
  card('shirts', papers.clay, [['highland-check-shirt', 0, 400, 560, 1060, -7]]),
  card('blouses', papers.sand, [['puff-sleeve-blouse', 2, 400, 500, 900, 7]]),
  card('t-shirts-polos', papers.butter, [
    ['everyday-crew-t-shirt', 3, 470, 620, 880, 9],
    ['pique-polo-shirt', 1, 330, 400, 820, -7],
  ]),
  card('knitwear', papers.dusk, [['ribbed-roll-neck-jumper', 1, 400, 560, 1060, -6]]),
  card('trousers', papers.blush, [
    ['pleated-office-trousers', 1, 540, 540, 1020, 7],
    ['wide-leg-linen-trousers', 0, 280, 560, 1020, -5],
  ]),
  card('jeans', papers.stone, [
    ['straight-blue-jeans', 0, 540, 560, 1080, 8],
    ['black-skinny-jeans', 0, 280, 560, 1080, -6],
  ]),
  card('shorts', papers.mist, [
    ['denim-shorts', 0, 500, 690, 620, 9],
    ['chitenje-beach-shorts', 1, 320, 350, 660, -8],
  ]),
  card('skirts', papers.sand, [['pleated-midi-skirt', 1, 400, 540, 1040, 6]]),
  card('blazers', papers.butter, [['navy-linen-blazer', 0, 400, 580, 1080, -6]]),
  card('suits', papers.dusk, [['tailored-wedding-suit', 0, 400, 560, 1120, 4]]),
  card('casual-jackets', papers.clay, [['satin-bomber-jacket', 0, 400, 540, 1060, -6]]),
  card('heels', papers.sage, [['pointed-court-shoes', 0, 400, 500, 980, -8]]),
  card('flats-loafers', papers.mist, [['penny-loafers', 0, 400, 500, 1000, 8]]),
  card('sandals', papers.blush, [['beaded-t-bar-sandals', 0, 400, 520, 960, -12]]),
  card('trainers-boots', papers.stone, [['canvas-low-trainers', 2, 400, 500, 980, -7]]),
  card('tote-bags', papers.butter, [['woven-palm-basket', 0, 400, 520, 1000, 5]]),
  card('handbags', papers.sage, [['saddle-crossbody-bag', 0, 400, 500, 1040, -7]]),
  card('clutch-bags', papers.mist, [
    ['chain-evening-clutch', 0, 440, 340, 720, 6],
    ['envelope-chitenje-clutch', 0, 380, 740, 640, -8],
  ]),
  card('backpacks', papers.sand, [['city-canvas-backpack', 1, 400, 540, 1040, 6]]),
  card('cloth-pieces', papers.mist, [['chitenje-cloth-feather', 0, 400, 540, 1060, -4]]),
  card('headwraps', papers.sage, [['knotted-chitenje-headwrap', 1, 400, 500, 960, -5]]),
  card('scarves-shawls', papers.sand, [
    ['fringed-evening-shawl', 0, 400, 480, 1000, 8],
    ['sold-out-scarf', 0, 330, 560, 900, -6],
  ]),
  card('jewellery', papers.blush, [
    ['paper-bead-necklace', 0, 400, 480, 940, 6],
    ['brass-hoop-earrings', 0, 400, 620, 300, -6],
  ]),
  card('belts', papers.mist, [['saddle-leather-belt', 1, 400, 520, 980, 12]]),
  card('hats', papers.clay, [
    ['wide-brim-straw-hat', 0, 400, 360, 800, -6],
    ['reversible-bucket-hat', 0, 430, 760, 520, 6],
  ]),
  card('sunglasses', papers.sand, [
    ['gold-aviator-sunglasses', 0, 400, 330, 800, -6],
    ['tortoiseshell-sunglasses', 0, 400, 690, 800, 6],
  ]),
]

const wide = { w: 2000, h: 900 }
const banner = (name: string, paper: string, items: readonly Laid[]): Picture => ({
  base: `banners/${name}`,
  scene: () => ({ parts: layOut(items), paper, page: wide }),
  view: { width: 2000, height: 900, k: 1, ox: 0, oy: 0 },
  widths: [640, 800, 1200, 1600],
  allowance: 2.2,
})

// The left 45 % stays calm for words; the middle of the things lies near three quarters across.
export const bannerPictures: Picture[] = [
  banner('chitenje-season', '#e2cdb6', [
    ['chitenje-cloth-chambo', 0, 1720, 200, 420, 14],
    ['lake-wave-maxi-dress', 0, 1760, 560, 900, 9],
    ['sunbird-halter-maxi-dress', 0, 1140, 520, 860, -9],
    ['chitenje-wrap-dress', 0, 1450, 490, 880, 1],
  ]),
  banner('office-week', '#d2d3cc', [
    ['pleated-office-trousers', 0, 1130, 520, 900, -7],
    ['charcoal-office-suit', 0, 1740, 520, 920, 7],
    ['classic-white-shirt', 0, 1420, 420, 760, -3],
    ['lace-up-derby-shoes', 0, 1440, 790, 300, 4],
  ]),
  banner('bags-for-days', '#e0d2c4', [
    ['chitenje-market-tote', 0, 1150, 440, 760, -8],
    ['city-canvas-backpack', 1, 1800, 450, 760, 7],
    ['structured-leather-handbag', 0, 1480, 410, 640, 2],
    ['envelope-chitenje-clutch', 0, 1330, 740, 400, 9],
    ['chain-evening-clutch', 0, 1650, 740, 400, -5],
  ]),
  banner('good-shoes', '#d3d5c7', [
    ['bow-ballet-flats', 0, 1050, 450, 580, -9],
    ['chitenje-high-tops', 0, 1420, 440, 740, 4],
    ['beaded-t-bar-sandals', 0, 1800, 460, 740, 8],
  ]),
]
