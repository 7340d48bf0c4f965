import type { Cloth } from '../../cloth/cloth.ts'
import { leather } from '../../cloth/hides.ts'
import { fan } from '../../light/creases.ts'
import { drape, flare, sum } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { placket } from '../parts/fastenings.ts'
import { buckle, seam } from '../parts/notions.ts'
import { collar } from '../tops/collars.ts'
import { type Sleeve, sleeves } from '../tops/sleeves.ts'
import { cuffs } from '../tops/top-parts.ts'
import { armholes, backNeck, bodyCreases, type Torso, torsoPath } from '../tops/torso.ts'

export function shirtDress(
  cloth: Cloth,
  o: { seed?: number; belt: string; button: string },
): Part[] {
  const seed = o.seed ?? 51
  const t: Torso = {
    neck: 'v',
    neckW: 50,
    neckY: 106,
    neckDepth: 60,
    shoulderW: 134,
    shoulderY: 132,
    armW: 126,
    armY: 256,
    waistW: 100,
    waistY: 432,
    hipW: 140,
    hipY: 590,
    hemW: 178,
    hemY: 846,
    sag: 12,
  }
  const sleeve: Sleeve = { outer: [166, 452], inner: [242, 480], bow: 14, seed }
  const hem = ' C250 850 300 906 400 910 C500 906 550 850 578 846'
  const leaves = collar(t, cloth, { point: [346, 202], stand: 24 })
  return [
    ...backNeck(t, cloth, { dip: 8, label: false }),
    ...leaves.behind,
    ...sleeves(t, sleeve, cloth, { seed }),
    ...cuffs(sleeve, cloth, 34, {}),
    {
      shape: torsoPath(t, hem),
      cloth,
      round: 44,
      reach: 46,
      fold: sum(
        drape(0.6, seed),
        flare({
          top: 440,
          bottom: 890,
          from: 100,
          to: 178,
          count: 4,
          height: 12,
          seed,
          start: 0.25,
        }),
      ),
      creases: [
        ...bodyCreases(t, seed),
        ...fan(330, 446, 90, { spread: 40, count: 4, length: 130, height: 5, seed: seed + 3 }),
        ...fan(470, 446, 90, { spread: 40, count: 4, length: 130, height: 5, seed: seed + 5 }),
      ],
      lines: [seam(armholes(t), -2)],
    },
    ...placket(cloth, 160, 902, { buttons: 9, button: o.button, w: 13, r: 5 }),
    ...leaves.before,
    {
      shape: 'M298 420 C340 432 460 432 502 420 L503 448 C460 460 340 460 297 448 Z',
      cloth: leather(o.belt),
      round: 9,
      reach: 10,
      edge: 3,
      lift: 4,
    },
    ...buckle(400, 442, 40, 38, '#c9a253'),
  ]
}
