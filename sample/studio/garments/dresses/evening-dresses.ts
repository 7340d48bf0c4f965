import type { Cloth } from '../../cloth/cloth.ts'
import { inside } from '../../cloth/weaves.ts'
import { through } from '../../field/path.ts'
import { fan } from '../../light/creases.ts'
import { drape, flare, sum } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { seam } from '../parts/notions.ts'
import { type Sleeve, sleeves } from '../tops/sleeves.ts'
import { armholes, bodyCreases, neckPath, type Torso, torsoPath } from '../tops/torso.ts'
import { dressTorso } from './dress-parts.ts'

export function slipDress(cloth: Cloth, o: { seed?: number } = {}): Part[] {
  const seed = o.seed ?? 41
  const cowl = [0, 1, 2, 3].map((i) =>
    seam(
      `M${322 + i * 4} ${196 + i * 8} C350 ${236 + i * 26} 450 ${236 + i * 26} ${478 - i * 4} ${196 + i * 8}`,
      8 - i * 1.4,
      9,
    ),
  )
  return [
    {
      shape: [
        { d: 'M322 196 C318 150 330 110 344 92 M478 196 C482 150 470 110 456 92', stroke: 5.4 },
      ],
      cloth,
      round: 4,
      reach: 3,
      lift: 3,
    },
    {
      shape: 'M318 196 C350 214 450 214 482 196 L500 280 L300 280 Z',
      cloth: inside(cloth),
      dim: 0.5,
      round: 6,
    },
    {
      shape:
        'M320 190 C340 236 366 254 400 256 C434 254 460 236 480 190 C486 220 500 240 512 254 C506 320 484 360 484 412 C486 480 530 560 544 660 C558 760 564 840 570 902 C510 924 290 924 230 902 C236 840 242 760 256 660 C270 560 314 480 316 412 C316 360 294 320 288 254 C300 240 314 220 320 190 Z',
      cloth,
      round: 44,
      reach: 44,
      edge: 4,
      fold: sum(
        drape(0.9, seed, 0.5),
        flare({ top: 500, bottom: 905, from: 120, to: 170, count: 3.4, height: 14, seed }),
      ),
      creases: [
        ...fan(312, 408, 62, { spread: 34, count: 4, length: 240, height: 4, width: 15, seed }),
        ...fan(488, 412, 122, {
          spread: 30,
          count: 3,
          length: 220,
          height: 4,
          width: 15,
          seed: seed + 2,
        }),
      ],
      lines: [
        ...cowl.map((l) => ({ ...l, soft: 6 })),
        seam('M232 892 C300 912 500 912 568 892', -1),
      ],
    },
  ]
}

export function laceSheath(laceCloth: Cloth, lining: Cloth, o: { seed?: number } = {}): Part[] {
  const seed = o.seed ?? 43
  const t: Torso = {
    ...dressTorso,
    neck: 'boat',
    neckW: 78,
    neckDepth: 30,
    neckY: 96,
    waistW: 92,
    waistY: 396,
    hipW: 132,
    hipY: 560,
    hemW: 118,
    hemY: 872,
    sag: 12,
    shoulderW: 120,
  }
  const low: Torso = {
    ...t,
    neck: 'heart',
    neckW: 100,
    neckY: 190,
    neckDepth: 46,
    shoulderW: 106,
    shoulderY: 196,
  }
  const sleeve: Sleeve = { outer: [196, 430], inner: [256, 446], bow: 12, seed }
  const hem = ` ${through(
    Array.from(
      { length: 25 },
      (_, i) =>
        [282 + i * 9.83, 876 + 9 * Math.sin(Math.PI * (i / 24)) + (i % 2 ? 11 : 0)] as const,
    ),
    false,
  )}`
  return [
    {
      shape: 'M322 96 C360 106 440 106 478 96 L470 150 L330 150 Z',
      cloth: { ...laceCloth, opacity: 0.5 },
      dim: 0.6,
      round: 4,
      floats: true,
    },
    ...sleeves(t, sleeve, laceCloth, { seed }),
    {
      shape: torsoPath(low),
      cloth: lining,
      round: 44,
      reach: 44,
      creases: bodyCreases(t, seed, 1),
      fold: drape(0.5, seed),
    },
    {
      shape: torsoPath(t, hem),
      cloth: laceCloth,
      round: 44,
      reach: 44,
      lift: 0,
      fold: drape(0.5, seed),
      creases: bodyCreases(t, seed, 1),
      lines: [seam(armholes(t), -1), seam(neckPath(t), 2, 7)],
    },
    {
      shape: 'M308 388 C340 398 460 398 492 388 L493 404 C460 414 340 414 307 404 Z',
      cloth: { ...lining, sheen: 0.3, gloss: 10 },
      round: 7,
      reach: 7,
      lift: 3,
    },
  ]
}
