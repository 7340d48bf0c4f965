import type { Cloth } from '../../cloth/cloth.ts'
import { knit, rib } from '../../cloth/knits.ts'
import { mirror } from '../../field/path.ts'
import { drape } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { button, seam } from '../parts/notions.ts'
import { type Sleeve, sleeves } from './sleeves.ts'
import { cuffs, teeTorso, topBody } from './top-parts.ts'
import { backNeck, backNeckPath, type Torso } from './torso.ts'

const hemBand = (t: Torso, cloth: Cloth, h: number): Part => ({
  shape: `M${400 - t.hemW + 4} ${t.hemY - 4} C${400 - t.hemW * 0.5} ${t.hemY + 10} ${400 + t.hemW * 0.5} ${t.hemY + 10} ${400 + t.hemW - 4} ${t.hemY - 4} L${400 + t.hemW - 8} ${t.hemY + h} C${400 + t.hemW * 0.5} ${t.hemY + h + 12} ${400 - t.hemW * 0.5} ${t.hemY + h + 12} ${400 - t.hemW + 8} ${t.hemY + h} Z`,
  cloth,
  round: 36,
  reach: 40,
  lift: 2,
})

export function rollNeck(cloth: Cloth, seed = 12): Part[] {
  const t: Torso = {
    ...teeTorso,
    neckW: 70,
    neckY: 150,
    neckDepth: 30,
    shoulderY: 184,
    shoulderW: 186,
    armY: 346,
    hemY: 760,
    waistW: 170,
    hemW: 176,
  }
  const sleeve: Sleeve = { outer: [90, 690], inner: [160, 712], bow: 12, seed }
  return [
    ...sleeves(t, sleeve, cloth, { seed }),
    ...cuffs(sleeve, rib(cloth.colour, 6), 62),
    topBody(t, cloth, { seed }),
    hemBand(t, rib(cloth.colour, 6), 48),
    {
      shape:
        'M322 150 C318 116 322 92 334 74 C372 62 428 62 466 74 C478 92 482 116 478 150 C470 196 330 196 322 150 Z',
      cloth: rib(cloth.colour, 7),
      round: 34,
      reach: 26,
      lift: 4,
      fold: drape(0.6, 3),
    },
    {
      shape:
        'M326 104 C320 82 328 62 342 54 C376 44 424 44 458 54 C472 62 480 82 474 104 C440 124 360 124 326 104 Z',
      cloth: rib(cloth.colour, 7),
      round: 26,
      reach: 18,
      lift: 5,
    },
    {
      shape: 'M346 60 C376 50 424 50 454 60 C436 74 364 74 346 60 Z',
      cloth: rib(cloth.colour, 7),
      dim: 0.4,
      round: 3,
      lift: 0,
    },
  ]
}

export function cardigan(cloth: Cloth, o: { seed?: number; button?: string } = {}): Part[] {
  const seed = o.seed ?? 15
  const t: Torso = {
    ...teeTorso,
    neck: 'v',
    neckW: 62,
    neckY: 116,
    neckDepth: 270,
    shoulderW: 186,
    waistW: 180,
    hemW: 186,
    hemY: 780,
  }
  const sleeve: Sleeve = { outer: [80, 676], inner: [160, 702], bow: 14, seed }
  const ribbed = rib(cloth.colour, 7)
  const edge = 'M338 116 C346 230 376 330 392 392 L392 828'
  const pocketAt = (x: number): Part[] => [
    {
      shape: `M${x} 640 L${x + 92} 640 L${x + 92} 752 L${x} 752 Z`,
      cloth: knit(cloth.colour, 6.5),
      round: 8,
      reach: 14,
      lift: 2,
    },
    {
      shape: `M${x - 2} 632 L${x + 94} 632 L${x + 94} 660 L${x - 2} 660 Z`,
      cloth: ribbed,
      round: 6,
      reach: 8,
      lift: 2,
    },
  ]
  return [
    ...backNeck(t, cloth, { dip: 14 }),
    ...sleeves(t, sleeve, cloth, { seed }),
    ...cuffs(sleeve, ribbed, 60),
    { ...topBody(t, cloth, { seed }), lines: [seam('M400 386 L400 800', -1)] },
    hemBand(t, ribbed, 46),
    ...pocketAt(246),
    ...pocketAt(462),
    {
      shape: [{ d: backNeckPath(t, 10), stroke: 26 }],
      cloth: ribbed,
      round: 10,
      reach: 10,
      dim: 0.85,
    },
    {
      shape: [{ d: mirror(edge), stroke: 30, butt: true }],
      cloth: ribbed,
      round: 9,
      reach: 11,
      lift: 3,
      lay: (x, y) => [y, x],
    },
    {
      shape: [{ d: edge, stroke: 30, butt: true }],
      cloth: ribbed,
      round: 9,
      reach: 11,
      lift: 3.5,
      lay: (x, y) => [y, x],
    },
    ...[410, 506, 602, 698, 798].flatMap((y) => button(394, y, 9, o.button ?? '#6b4426')),
  ]
}
