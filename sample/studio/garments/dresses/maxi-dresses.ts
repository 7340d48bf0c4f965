import type { Cloth } from '../../cloth/cloth.ts'
import { inside } from '../../cloth/weaves.ts'
import { fan } from '../../light/creases.ts'
import { drape, gathers, sum } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { button, seam } from '../parts/notions.ts'
import { type Sleeve, sleeves } from '../tops/sleeves.ts'
import { cuffs } from '../tops/top-parts.ts'
import type { Torso } from '../tops/torso.ts'
import { bodiceParts, dressTorso, sash, skirtParts } from './dress-parts.ts'

export function maxiDress(cloth: Cloth, o: { seed?: number } = {}): Part[] {
  const seed = o.seed ?? 14
  const t: Torso = {
    ...dressTorso,
    neck: 'scoop',
    neckW: 74,
    neckY: 76,
    neckDepth: 84,
    shoulderY: 92,
    armY: 196,
    waistW: 98,
    waistY: 316,
    hemW: 98,
    hemY: 316,
  }
  const flutter: Part[] = sleeves(
    t,
    { outer: [194, 250], inner: [300, 262], bow: 30, puff: 4, seed },
    cloth,
    { fold: gathers(96, 150, 7, 6, seed, 262, 66) },
  )
  return [
    ...flutter,
    ...skirtParts(
      { top: 314, bottom: 918, from: 98, to: 262, count: 5.6, height: 17, seed, start: 0.15 },
      cloth,
      { sag: 22, wave: 9, gather: 12, hem: 26 },
    ),
    ...bodiceParts(t, cloth, {
      seed,
      lines: ['M352 190 C348 240 352 280 356 316', 'M448 190 C452 240 448 280 444 316'],
    }),
    {
      shape: 'M301 306 C340 316 460 316 499 306 L500 326 C460 337 340 337 300 326 Z',
      cloth,
      round: 8,
      reach: 8,
      lift: 3,
      lay: (x, y) => [x + 20, y + 140],
    },
  ]
}

export function halterDress(cloth: Cloth, o: { seed?: number; tie?: Cloth } = {}): Part[] {
  const seed = o.seed ?? 17
  return [
    {
      shape: [{ d: 'M352 96 C360 66 440 66 448 96', stroke: 17 }],
      cloth,
      round: 8,
      reach: 8,
      dim: 0.75,
    },
    {
      shape: 'M330 160 C350 180 450 180 470 160 L500 250 L300 250 Z',
      cloth: inside(cloth),
      dim: 0.5,
      round: 6,
    },
    ...skirtParts(
      { top: 376, bottom: 924, from: 88, to: 240, count: 5, height: 17, seed, start: 0.2 },
      cloth,
      { sag: 22, wave: 9, gather: 9, hem: 16 },
    ),
    {
      shape:
        'M346 92 C352 86 366 86 370 92 C376 150 388 190 400 226 C412 190 424 150 430 92 C434 86 448 86 454 92 C462 150 486 190 508 240 C504 300 490 340 488 378 C450 390 350 390 312 378 C310 340 296 300 292 240 C314 190 338 150 346 92 Z',
      cloth,
      round: 32,
      reach: 32,
      fold: sum(drape(0.5, seed), gathers(378, -120, 10, 4, seed, 400, 88)),
      creases: [
        ...fan(358, 110, 95, { spread: 26, count: 4, length: 150, height: 4, width: 7, seed }),
        ...fan(442, 110, 85, {
          spread: 26,
          count: 4,
          length: 150,
          height: 4,
          width: 7,
          seed: seed + 2,
        }),
      ],
      lines: [
        seam('M400 226 L400 384', -2),
        seam(['M346 92 C338 150 314 190 292 240', 'M454 92 C462 150 486 190 508 240'], 1.4, 8),
      ],
    },
    ...sash(400, 366, 90, o.tie ?? cloth, { knot: 446, drop: 260, h: 26, seed }),
  ]
}

export function buttonMaxi(cloth: Cloth, o: { seed?: number; button: string }): Part[] {
  const seed = o.seed ?? 23
  const t: Torso = {
    ...dressTorso,
    neck: 'v',
    neckW: 56,
    neckY: 82,
    neckDepth: 112,
    shoulderY: 102,
    armY: 216,
    waistY: 380,
    hemY: 380,
  }
  const sleeve: Sleeve = { outer: [178, 500], inner: [246, 524], bow: 22, puff: 3, seed }
  return [
    ...sleeves(t, sleeve, cloth, { fold: gathers(524, -110, 7, 5, seed, 214, 44), seed }),
    ...cuffs(sleeve, cloth, 26),
    ...skirtParts(
      { top: 378, bottom: 922, from: 90, to: 222, count: 4.4, height: 16, seed, start: 0.3 },
      cloth,
      { sag: 20, wave: 8, gather: 8 },
    ),
    ...bodiceParts(t, cloth, { seed }),
    {
      shape: 'M388 190 L412 190 C412 400 414 700 416 938 L386 938 C388 700 388 400 388 190 Z',
      cloth,
      round: 4,
      reach: 9,
      lift: 2,
      fold: drape(0.5, 4),
    },
    {
      shape: 'M308 370 C340 380 460 380 492 370 L493 392 C460 403 340 403 307 392 Z',
      cloth,
      round: 8,
      reach: 8,
      lift: 3,
    },
    ...Array.from({ length: 18 }, (_, i) => button(400, 206 + i * 39, 5, o.button)).flat(),
  ]
}
