import type { Cloth } from '../../cloth/cloth.ts'
import { inside } from '../../cloth/weaves.ts'
import { drape, flare, gathers, sum } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { seam } from '../parts/notions.ts'
import { sleeves } from '../tops/sleeves.ts'
import { armholes, backNeck, bodyCreases, neckPath, type Torso, torsoPath } from '../tops/torso.ts'
import { bodiceParts, dressTorso, skirtParts } from './dress-parts.ts'

export function skaterDress(cloth: Cloth, o: { seed?: number; collar: Cloth }): Part[] {
  const seed = o.seed ?? 27
  const t: Torso = {
    ...dressTorso,
    neckW: 58,
    neckDepth: 50,
    waistW: 92,
    waistY: 430,
    hemW: 92,
    hemY: 430,
    neckY: 118,
    shoulderY: 138,
    armY: 250,
    shoulderW: 122,
    armW: 116,
  }
  const leaf =
    'M342 116 C330 122 314 136 312 152 C318 186 348 206 384 202 C396 198 400 186 399 172 C376 170 352 150 342 116 Z'
  return [
    ...sleeves(t, { outer: [206, 262], inner: [288, 290], bow: 22, puff: 12, seed }, cloth, {
      fold: gathers(130, 110, 6, 5, seed, 258, 50),
    }),
    ...skirtParts(
      { top: 428, bottom: 836, from: 92, to: 286, count: 6.2, height: 18, seed, start: 0.15 },
      cloth,
      { sag: 36, wave: 12, gather: 9 },
    ),
    ...bodiceParts(t, cloth, {
      seed,
      lines: ['M344 330 C344 370 350 400 354 430', 'M456 330 C456 370 450 400 446 430'],
    }),
    ...[
      leaf,
      leaf.replace(
        /(-?[\d.]+) (-?[\d.]+)/g,
        (_, x: string, y: string) => `${800 - Number(x)} ${y}`,
      ),
    ].map((d): Part => ({ shape: d, cloth: o.collar, round: 9, reach: 14, edge: 5, lift: 4 })),
    {
      shape: 'M307 420 C340 430 460 430 493 420 L494 442 C460 453 340 453 306 442 Z',
      cloth: o.collar,
      round: 8,
      reach: 8,
      lift: 3,
    },
  ]
}

export function sundress(cloth: Cloth, o: { seed?: number } = {}): Part[] {
  const seed = o.seed ?? 29
  const strap = (x: number, s: number): Part => ({
    shape: [
      { d: `M${400 + s * 74} 238 C${400 + s * 72} 180 ${400 + s * 66} 130 ${x} 104`, stroke: 17 },
    ],
    cloth,
    round: 8,
    reach: 8,
    lift: 2,
  })
  const tier = (top: number, bottom: number, from: number, to: number, n: number): Part[] =>
    skirtParts(
      { top, bottom, from, to, count: 6, height: 12, seed: seed + n, start: 0.05 },
      cloth,
      { sag: 18, wave: 7, gather: 15 + n * 3, hem: 9, back: n === 2 },
    )
  return [
    {
      shape: [
        { d: 'M340 104 C348 150 352 200 350 232 M460 104 C452 150 448 200 450 232', stroke: 16 },
      ],
      cloth: inside(cloth),
      dim: 0.7,
      round: 6,
      reach: 8,
    },
    {
      shape: 'M310 240 C350 224 450 224 490 240 L490 280 L310 280 Z',
      cloth: inside(cloth),
      dim: 0.5,
      round: 6,
    },
    ...tier(640, 862, 184, 268, 2),
    ...tier(500, 672, 130, 204, 1),
    ...tier(382, 528, 92, 150, 0),
    {
      shape:
        'M308 240 C340 262 380 250 400 258 C420 250 460 262 492 240 C498 300 494 350 492 390 C450 400 350 400 308 390 C306 350 302 300 308 240 Z',
      cloth,
      round: 32,
      reach: 32,
      fold: (x, y) =>
        3.2 * Math.sin(y * 0.42) * (0.7 + 0.3 * Math.sin(x * 0.31)) +
        1.6 * Math.sin(x * 0.6 + Math.floor(y / 15) * 2),
    },
    strap(338, -1),
    strap(462, 1),
  ]
}

export function shiftDress(cloth: Cloth, o: { seed?: number } = {}): Part[] {
  const seed = o.seed ?? 37
  const t: Torso = {
    neck: 'boat',
    neckW: 82,
    neckY: 100,
    neckDepth: 34,
    shoulderW: 128,
    shoulderY: 116,
    armW: 128,
    armY: 262,
    waistW: 126,
    waistY: 480,
    hipW: 156,
    hipY: 640,
    hemW: 168,
    hemY: 880,
    sag: 14,
  }
  return [
    ...backNeck({ ...t, neckDepth: 44 }, cloth, { dip: 9, label: false }),
    {
      shape:
        'M276 118 C300 160 300 220 274 262 L300 262 L310 130 Z M524 118 C500 160 500 220 526 262 L500 262 L490 130 Z',
      cloth: inside(cloth),
      dim: 0.5,
      round: 4,
    },
    {
      shape: torsoPath(t),
      cloth,
      round: 70,
      reach: 74,
      edge: 5,
      fold: sum(
        drape(1, seed),
        flare({ top: 480, bottom: 880, from: 130, to: 168, count: 3.2, height: 13, seed }),
      ),
      creases: bodyCreases(t, seed, 1.2),
      lines: [
        seam(neckPath(t), 1.6, 8),
        seam(armholes(t), 1.4, 8),
        seam(['M274 318 C300 314 322 304 344 292', 'M526 318 C500 314 478 304 456 292'], -2.4),
        seam('M232 860 C300 874 500 874 568 860', -1.4),
      ],
    },
  ]
}
