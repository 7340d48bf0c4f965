import type { Cloth } from '../../cloth/cloth.ts'
import { rib } from '../../cloth/knits.ts'
import type { Part } from '../../light/part.ts'
import { placket } from '../parts/fastenings.ts'
import { stitching } from '../parts/notions.ts'
import { collar } from './collars.ts'
import { type Sleeve, sleeves } from './sleeves.ts'
import { cuffs, teeTorso, topBody } from './top-parts.ts'
import { backNeck, backNeckPath, neckPath, type Torso } from './torso.ts'

export function tShirt(
  cloth: Cloth,
  o: { seed?: number; long?: boolean; boat?: boolean; band?: Cloth } = {},
): Part[] {
  const seed = o.seed ?? 5
  const t: Torso = o.boat
    ? { ...teeTorso, neck: 'boat', neckW: 98, neckY: 126, neckDepth: 26 }
    : teeTorso
  const sleeve: Sleeve = o.long
    ? { outer: [86, 716], inner: [150, 738], bow: 6, seed }
    : { outer: [60, 316], inner: [134, 412], bow: 4, cuff: 14, seed }
  const neckband: Part = {
    shape: [{ d: neckPath(t), stroke: o.boat ? 9 : 19 }],
    cloth: o.band ?? rib(cloth.colour, 4),
    round: 8,
    reach: 8,
    edge: 2,
    lift: 1.6,
  }
  return [
    ...backNeck({ ...t, neckDepth: Math.max(50, t.neckDepth) }, cloth, {
      dip: o.boat ? 8 : 15,
      label: !o.boat,
    }),
    {
      ...neckband,
      shape: [{ d: backNeckPath(t, o.boat ? 6 : 13), stroke: o.boat ? 8 : 17 }],
      dim: 0.8,
    },
    ...sleeves(t, sleeve, cloth, { seed }),
    {
      ...topBody(t, cloth, { seed, creases: 1.4 }),
      marks: [
        stitching(
          neckPath({ ...t, neckW: t.neckW + 13, neckDepth: t.neckDepth + 13 }),
          cloth.colour,
        ),
      ],
    },
    neckband,
  ]
}

export function polo(cloth: Cloth, o: { seed?: number; button?: string } = {}): Part[] {
  const seed = o.seed ?? 9
  const t: Torso = { ...teeTorso, neck: 'v', neckW: 60, neckDepth: 76, hemY: 770 }
  const sleeve: Sleeve = { outer: [74, 326], inner: [148, 414], bow: 4, cuff: 4, seed }
  const ribbed = rib(cloth.colour, 4.4)
  const leaves = collar(t, ribbed, { point: [334, 226], stand: 20, open: 4 })
  return [
    ...backNeck(t, cloth),
    ...leaves.behind,
    ...sleeves(t, sleeve, cloth, { seed }),
    ...cuffs({ outer: [75, 324], inner: [149, 411] }, ribbed, 20),
    topBody(t, cloth, { seed, creases: 1.3 }),
    ...placket(cloth, t.neckY + t.neckDepth - 14, 372, {
      buttons: 3,
      button: o.button ?? '#e8e0d0',
      w: 18,
    }),
    ...leaves.before,
  ]
}
