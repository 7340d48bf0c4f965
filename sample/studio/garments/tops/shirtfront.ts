import type { Cloth } from '../../cloth/cloth.ts'
import { inside } from '../../cloth/weaves.ts'
import { mirror } from '../../field/path.ts'
import { drape } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { button, seam, stitching } from '../parts/notions.ts'

/** Shirt, tie and, for a three-piece, a waistcoat: what shows in a jacket's opening. */
export function shirtfront(
  shirt: Cloth,
  tie: Cloth | undefined,
  waistcoat?: Cloth,
  vest = '#222',
): Part[] {
  const leaf =
    'M346 84 C336 92 332 108 336 124 L362 204 C376 190 390 170 398 152 C376 132 356 110 346 84 Z'
  return [
    {
      shape: 'M340 92 L460 92 L520 300 L480 560 L320 560 L280 300 Z',
      cloth: shirt,
      round: 10,
      fold: drape(0.5, 5),
      lines: [seam('M400 160 L400 560', -1.4)],
    },
    ...(tie ? [] : [210, 290, 370, 450].flatMap((y) => button(400, y, 4.6, '#e8e2d4'))),
    {
      shape: 'M346 88 C370 76 430 76 454 88 L450 118 C420 130 380 130 350 118 Z',
      cloth: inside(shirt),
      dim: 0.8,
      round: 8,
    },
    ...(waistcoat
      ? [
          {
            shape: 'M284 250 C310 330 356 390 400 430 C444 390 490 330 516 250 L520 600 L280 600 Z',
            cloth: waistcoat,
            round: 16,
            fold: drape(0.4, 9),
            lines: [seam('M404 432 L404 600', -2.4)],
          } satisfies Part,
        ]
      : []),
    ...(tie
      ? [
          {
            shape: 'M384 176 L416 176 L434 420 L430 560 L370 560 L366 420 Z',
            cloth: tie,
            round: 12,
            reach: 14,
            lift: 4,
            fold: (x: number, y: number) =>
              3 * Math.exp(-(((x - 398) / 7) ** 2)) * Math.max(0, 1 - (y - 190) / 110),
          } satisfies Part,
          {
            shape: 'M374 142 C390 136 410 136 426 142 L416 184 C408 189 392 189 384 184 Z',
            cloth: tie,
            round: 12,
            reach: 10,
            lift: 4,
          } satisfies Part,
        ]
      : []),
    ...(waistcoat
      ? [
          {
            shape: 'M284 250 C310 340 356 400 404 440 L404 600 L280 600 Z',
            cloth: waistcoat,
            round: 14,
            lift: 3,
            fold: drape(0.4, 3),
          } satisfies Part,
          {
            shape: 'M516 250 C490 340 444 400 396 440 L396 600 L520 600 Z',
            cloth: waistcoat,
            round: 14,
            lift: 3,
            fold: drape(0.4, 4),
          } satisfies Part,
          ...button(400, 462, 6, vest),
        ]
      : []),
    {
      shape: leaf,
      cloth: shirt,
      round: 8,
      reach: 12,
      edge: 4,
      lift: 3,
      marks: [stitching('M340 122 L363 196 L392 156', shirt.colour)],
    },
    {
      shape: mirror(leaf),
      cloth: shirt,
      round: 8,
      reach: 12,
      edge: 4,
      lift: 3,
      marks: [stitching(mirror('M340 122 L363 196 L392 156'), shirt.colour)],
    },
  ]
}
