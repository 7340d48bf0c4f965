import type { Cloth } from '../../cloth/cloth.ts'
import { rubber } from '../../cloth/hides.ts'
import { cotton, inside } from '../../cloth/weaves.ts'
import { darken } from '../../field/colour.ts'
import { ellipse } from '../../field/path.ts'
import { fan } from '../../light/creases.ts'
import { crumple, drape } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { rivet, seam, stitching } from '../parts/notions.ts'
import { bow, laces } from './shoe-parts.ts'

export function trainer(
  cloth: Cloth,
  o: { high?: boolean; trim: string; seed?: number; stripe?: string },
): Part[] {
  const high = o.high ?? false
  const trim = rubber(o.trim)
  const upper = high
    ? 'M122 574 C116 536 140 508 192 496 C250 482 300 462 340 420 C372 386 384 320 392 246 C394 226 404 216 424 216 C500 224 560 220 640 204 C662 204 672 220 672 250 C668 330 690 400 696 470 C702 520 700 550 692 576 Z'
    : 'M122 574 C116 536 140 508 192 496 C250 484 302 466 352 424 C380 398 408 384 434 388 C470 410 560 424 612 404 C636 392 650 370 672 366 C690 368 698 396 698 430 C702 490 700 540 692 576 Z'
  const opening = high
    ? 'M402 220 C450 190 600 180 660 206 C620 240 470 244 402 220 Z'
    : 'M430 392 C460 350 620 336 674 370 C640 420 500 424 430 392 Z'
  const stay = high
    ? 'M256 484 C318 462 352 420 372 370 C384 320 390 280 394 232 L438 236 C436 330 424 400 376 462 C350 492 310 512 268 520 Z'
    : 'M252 486 C312 466 352 428 388 394 L446 404 C428 446 380 490 330 514 C304 522 276 524 262 520 Z'
  const n = high ? 7 : 5
  const eyes = Array.from({ length: n }, (_, i): [number, number] => {
    const t = i / (n - 1)
    return high
      ? t < 0.45
        ? [286 + t * 220, 500 - t * 160]
        : [384 + (t - 0.45) * 64, 428 - (t - 0.45) * 310]
      : [288 + t * 134, 508 - t * 92]
  })
  const far = eyes.map(([x, y], i): [number, number] =>
    high && i > 3 ? [x - 40, y - 14] : [x - 34 + i * 3, y - 30 - i * 3],
  )
  return [
    { shape: opening, cloth: inside(cotton('#e9e0cd')), dim: 0.62, round: 8 },
    {
      shape: high
        ? 'M330 430 C352 330 366 230 388 190 C404 178 428 182 432 200 L436 260 L380 430 Z'
        : 'M330 440 C350 386 384 336 414 334 C436 338 452 366 446 398 L380 450 Z',
      cloth,
      round: 20,
      reach: 20,
      lift: 2,
      fold: drape(0.4, 3),
    },
    {
      shape: upper,
      cloth,
      round: 56,
      reach: 46,
      edge: 6,
      fold: crumple(0.35, o.seed ?? 3, 2),
      creases: [
        ...fan(262, 500, -60, { spread: 50, count: 3, length: 90, height: 3, seed: 4 }),
        ...fan(470, 470, 100, { spread: 60, count: 3, length: 90, height: 3, width: 12, seed: 6 }),
      ],
      lines: [
        seam(
          high
            ? 'M470 574 C466 520 480 470 520 440 C560 410 600 340 610 212'
            : 'M470 574 C466 520 486 470 540 420',
          -2,
        ),
      ],
      marks: [
        stitching(
          high
            ? [
                'M476 574 C472 520 486 472 526 444 C566 414 604 340 616 212',
                'M400 232 C480 240 560 238 664 220',
              ]
            : [
                'M476 574 C472 520 492 474 546 426',
                'M440 402 C480 424 560 436 618 414 C640 402 652 384 672 380',
              ],
          cloth.colour,
        ),
      ],
    },
    {
      shape: high
        ? 'M648 206 C660 204 672 216 672 250 C668 330 690 400 696 470 C702 520 700 550 692 576 L668 576 C678 480 650 340 648 206 Z'
        : 'M660 372 C676 362 694 372 698 430 C702 490 700 540 692 576 L668 576 C676 500 672 430 660 372 Z',
      cloth: trim,
      round: 10,
      reach: 12,
      lift: 1.5,
    },
    {
      shape: stay,
      cloth,
      round: 8,
      reach: 12,
      edge: 4,
      lift: 2,
      lay: (x, y) => [x + 37, y + 11],
      marks: [
        stitching(
          high
            ? 'M262 514 C320 504 370 460 404 392 C424 340 430 290 432 240'
            : 'M264 514 C330 512 410 450 440 408',
          cloth.colour,
        ),
      ],
    },
    ...eyes.map(([x, y]) => rivet(x, y, 4.6, '#c9c2b2')),
    ...laces(eyes, far, '#f6f1e6'),
    ...bow(high ? 398 : 398, high ? 196 : 352, '#f6f1e6'),
    {
      shape: 'M118 576 C110 536 138 506 196 497 C226 516 240 546 238 578 Z',
      cloth: trim,
      round: 26,
      reach: 26,
      edge: 6,
      lift: 2,
      lines: [seam('M206 500 C230 520 240 548 238 576', -1.4)],
    },
    ...(high
      ? [
          {
            shape: ellipse(600, 330, 34),
            cloth: trim,
            round: 5,
            reach: 8,
            lift: 2,
            marks: [
              { shape: [{ d: ellipse(600, 330, 26), stroke: 3 }], colour: o.stripe ?? '#a5331f' },
            ],
          } satisfies Part,
        ]
      : []),
    {
      shape:
        'M110 604 C102 584 106 568 122 562 L690 562 C706 572 708 602 696 622 C600 632 220 632 136 626 C122 624 114 616 110 604 Z',
      cloth: trim,
      round: 22,
      reach: 16,
      edge: 6,
      lift: 3,
      lines: [seam('M110 596 C200 604 600 604 704 596', -1.4)],
      marks: [
        ...(o.stripe
          ? [{ shape: [{ d: 'M112 584 C220 590 600 590 704 582', stroke: 5 }], colour: o.stripe }]
          : []),
        {
          shape: [{ d: 'M112 619 C220 628 600 628 700 617', stroke: 9 }],
          colour: darken(o.trim, 0.35),
          strength: 0.7,
        },
      ],
    },
  ]
}
