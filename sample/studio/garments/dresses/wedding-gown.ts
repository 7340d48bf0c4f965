import type { Cloth } from '../../cloth/cloth.ts'
import { inside } from '../../cloth/weaves.ts'
import type { Flare } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { seam } from '../parts/notions.ts'
import { bodyCreases, type Torso, torsoPath } from '../tops/torso.ts'
import { dressTorso, skirtParts } from './dress-parts.ts'

export function weddingGown(
  satin: Cloth,
  laceCloth: Cloth,
  tulle: Cloth,
  o: { seed?: number } = {},
): Part[] {
  const seed = o.seed ?? 47
  const f: Flare = {
    top: 356,
    bottom: 916,
    from: 84,
    to: 330,
    count: 6.4,
    height: 20,
    seed,
    start: 0.15,
  }
  const t: Torso = {
    ...dressTorso,
    neck: 'heart',
    neckW: 92,
    neckY: 176,
    neckDepth: 48,
    shoulderW: 100,
    shoulderY: 182,
    armY: 232,
    armW: 108,
    waistW: 84,
    waistY: 360,
    hemW: 84,
    hemY: 366,
    sag: 30,
  }
  return [
    {
      shape: 'M302 180 C350 194 450 194 498 180 L494 240 L306 240 Z',
      cloth: inside(satin),
      dim: 0.7,
      round: 6,
    },
    ...skirtParts({ ...f, seed: seed + 4, bottom: 924, to: 340 }, tulle, {
      sag: 16,
      wave: 12,
      hem: 4,
      opacity: 0.75,
    }),
    ...skirtParts(f, satin, { sag: 12, wave: 10, hem: 8, gather: 10, back: false }),
    ...skirtParts({ ...f, seed: seed + 9, to: 336, bottom: 920 }, tulle, {
      sag: 14,
      wave: 12,
      hem: 4,
      back: false,
      gather: 16,
      opacity: 0.5,
    }).map((p) => ({ ...p, lift: 0 })),
    {
      ...(skirtParts({ ...f, bottom: 640, to: 190, seed: seed + 12, height: 10 }, laceCloth, {
        sag: 40,
        wave: 12,
        hem: 4,
        back: false,
      }).at(-1) as Part),
      lift: 0,
    },
    {
      shape: torsoPath(t),
      cloth: satin,
      round: 32,
      reach: 30,
      creases: bodyCreases(t, seed, 0.6),
      lines: [
        seam(
          [
            'M350 236 C346 290 352 330 358 372',
            'M450 236 C454 290 448 330 442 372',
            'M400 226 L400 384',
          ],
          -1.6,
        ),
      ],
    },
    {
      shape: torsoPath(t),
      cloth: laceCloth,
      round: 32,
      reach: 30,
      lift: 0,
      creases: bodyCreases(t, seed, 0.6),
    },
    ...[false, true].map(
      (flip): Part => ({
        shape: flip
          ? 'M500 178 C540 190 566 220 572 262 C552 268 530 262 512 244 C510 220 506 200 500 178 Z'
          : 'M300 178 C260 190 234 220 228 262 C248 268 270 262 288 244 C290 220 294 200 300 178 Z',
        cloth: laceCloth,
        round: 18,
        reach: 18,
        lift: 2,
      }),
    ),
    {
      shape: 'M316 356 C350 376 450 376 484 356 L485 372 C450 394 350 394 315 372 Z',
      cloth: { ...satin, sheen: 0.4 },
      round: 7,
      reach: 7,
      lift: 2.5,
    },
  ]
}
