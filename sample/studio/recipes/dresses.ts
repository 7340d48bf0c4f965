import { chitenje } from '../cloth/chitenje.ts'
import { gingham, lace, polka, shirting } from '../cloth/prints.ts'
import { type Inks } from '../cloth/wax-ink.ts'
import { birds, petals } from '../cloth/wax-nature.ts'
import { sunburst, waves } from '../cloth/wax-shapes.ts'
import { chiffon, cotton, crepe, linen, satin } from '../cloth/weaves.ts'
import { shiftDress, skaterDress, sundress } from '../garments/dresses/day-dresses.ts'
import { laceSheath, slipDress } from '../garments/dresses/evening-dresses.ts'
import { buttonMaxi, halterDress, maxiDress } from '../garments/dresses/maxi-dresses.ts'
import { shirtDress } from '../garments/dresses/shirt-dress.ts'
import { weddingGown } from '../garments/dresses/wedding-gown.ts'
import { wrapDress } from '../garments/dresses/wrap-dress.ts'
import { place } from '../light/part.ts'
import { papers, type Recipe } from './recipe.ts'

const sunInks: readonly [Inks, ...Inks[]] = [
  ['#7d1f1c', '#dd9420', '#f4e5c6', '#1b1210', '#c94a22'],
  ['#0f5d5a', '#e8b33a', '#f6efdd', '#07282b', '#d9622b'],
  ['#1d2f5e', '#d8652a', '#f3e6cc', '#0b1128', '#e9b13c'],
]
const birdInks: readonly [Inks, ...Inks[]] = [
  ['#d99a1c', '#173f5f', '#fbf2dc', '#1d1511', '#c2371f'],
  ['#4b2453', '#e0a02b', '#f7ead2', '#160a1a', '#2f8f83'],
]
export const lakeInks: Inks = ['#12517a', '#f3ead6', '#1f86a6', '#0a2238', '#e3a02c']

export const dresses: Record<string, Recipe> = {
  'chitenje-wrap-dress': {
    draw: (_, i) => wrapDress(chitenje(sunburst, sunInks[i] ?? sunInks[0], 0.78), { seed: 3 + i }),
    paper: papers.sand,
    close: [395, 400, 4.1],
  },
  'linen-wrap-dress': {
    draw: () =>
      place(
        wrapDress(linen('#7d8468'), {
          seed: 9,
          length: 800,
          sleeve: { outer: [176, 420], inner: [250, 442], bow: 20 },
        }),
        { scale: 1.06, dy: 34 },
      ),
    paper: papers.clay,
    close: [400, 300, 2.6],
  },
  'lake-wave-maxi-dress': {
    draw: () => maxiDress(chitenje(waves, lakeInks, 1.15)),
    paper: papers.butter,
    close: [400, 260, 3.8],
  },
  'sunbird-halter-maxi-dress': {
    draw: (_, i) =>
      halterDress(chitenje(birds, birdInks[i] ?? birdInks[0], 0.74), {
        tie: cotton(i ? '#2f1436' : '#173f5f'),
      }),
    paper: papers.mist,
    close: [400, 260, 2.5],
  },
  'button-front-maxi-dress': {
    draw: () => buttonMaxi(crepe('#a8492c'), { button: '#f0dfc4' }),
    paper: papers.sage,
    close: [400, 300, 2.8],
  },
  'dotted-tea-dress': {
    draw: (c) => skaterDress(polka(c, '#f4ecdc', 27, 4.6), { collar: cotton('#f2eadb') }),
    paper: papers.blush,
    close: [400, 300, 2.6],
  },
  'gingham-sundress': {
    draw: () => sundress(gingham('#f4efe2', '#3f7a4c', 22)),
    paper: papers.sand,
    close: [400, 400, 2.5],
  },
  'zomba-shirt-dress': {
    draw: () =>
      place(
        shirtDress(shirting('#eef1f0', '#3b6ea3', '#c98a45', 22), {
          belt: '#7a4526',
          button: '#f7f2e6',
        }),
        { scale: 1.04 },
      ),
    paper: papers.stone,
    close: [400, 250, 2.7],
  },
  'petal-shift-dress': {
    draw: () =>
      shiftDress(chitenje(petals, ['#e9dcc0', '#c8402a', '#f8ecd2', '#2a1a14', '#e79a2d'], 0.86)),
    paper: papers.mist,
    close: [400, 260, 3.4],
  },
  'satin-slip-dress': {
    draw: (c, i) => slipDress(satin(c), { seed: 41 + i }),
    paper: papers.dusk,
    close: [400, 280, 2.4],
  },
  'lace-sheath-dress': {
    draw: () => laceSheath(lace('#8a3a63'), satin('#451a35')),
    paper: papers.blush,
    close: [400, 240, 2.8],
  },
  'embroidered-wedding-gown': {
    draw: () => weddingGown(satin('#e8dfcc'), lace('#c8a768'), chiffon('#f4eee2', 0.9)),
    paper: papers.dusk,
    close: [400, 290, 2.6],
  },
}
