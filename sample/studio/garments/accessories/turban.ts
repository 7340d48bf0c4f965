import type { Cloth } from '../../cloth/cloth.ts'
import { mirror } from '../../field/path.ts'
import { fan } from '../../light/creases.ts'
import type { Part } from '../../light/part.ts'
import { head, settle } from './headwraps.ts'

/** A soft turban with a twist in front. */
export function turban(cloth: Cloth, seed = 97): Part[] {
  const side =
    'M400 560 C330 470 240 430 176 470 C140 560 146 720 210 800 C260 820 330 700 400 600 Z'
  return [
    ...head(),
    ...settle([
      {
        shape:
          'M172 600 C150 380 250 190 400 182 C550 190 650 380 628 600 C560 520 240 520 172 600 Z',
        cloth,
        round: 120,
        reach: 100,
        edge: 8,
        lift: 5,
        creases: [
          ...fan(396, 560, 250, {
            spread: 90,
            count: 7,
            length: 360,
            height: 12,
            width: 18,
            seed,
            jitter: 20,
          }),
          ...fan(404, 560, 300, {
            spread: 90,
            count: 6,
            length: 360,
            height: 12,
            width: 18,
            seed: seed + 4,
            jitter: 20,
          }),
        ],
      },
      ...[false, true].map(
        (flip): Part => ({
          shape: flip ? mirror(side) : side,
          cloth,
          round: 70,
          reach: 54,
          edge: 9,
          lift: 8,
          creases: fan(400, 580, flip ? -4 : 184, {
            spread: 100,
            count: 8,
            length: 270,
            height: 12,
            width: 15,
            seed: seed + (flip ? 7 : 9),
            jitter: 14,
          }),
        }),
      ),
      {
        shape:
          'M206 780 C240 690 320 640 400 600 C480 640 560 690 594 780 C600 820 570 850 540 850 C500 776 300 776 260 850 C230 850 200 820 206 780 Z',
        cloth,
        round: 44,
        reach: 34,
        edge: 8,
        lift: 6,
        creases: [
          ...fan(400, 610, 150, {
            spread: 40,
            count: 5,
            length: 230,
            height: 8,
            width: 12,
            seed: seed + 12,
          }),
          ...fan(400, 610, 30, {
            spread: 40,
            count: 5,
            length: 230,
            height: 8,
            width: 12,
            seed: seed + 14,
          }),
        ],
      },
      {
        shape:
          'M352 470 C392 452 436 462 446 500 C452 548 452 600 444 640 C420 668 372 664 354 638 C346 590 344 520 352 470 Z',
        cloth,
        round: 56,
        reach: 34,
        edge: 9,
        lift: 9,
        creases: fan(360, 470, 62, {
          spread: 30,
          count: 5,
          length: 190,
          height: 9,
          width: 12,
          seed: seed + 20,
          jitter: 22,
        }),
      },
    ]),
  ]
}
