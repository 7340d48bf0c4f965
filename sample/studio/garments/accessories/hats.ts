import type { Cloth } from '../../cloth/cloth.ts'
import { inside } from '../../cloth/weaves.ts'
import { ellipse, type Point } from '../../field/path.ts'
import { fan } from '../../light/creases.ts'
import { crumple } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { seam, stitching } from '../parts/notions.ts'

const polar =
  (cx: number, cy: number, flat: number) =>
  (x: number, y: number): Point => {
    const dx = x - cx
    const dy = (y - cy) / flat
    return [Math.atan2(dy, dx) * 172, Math.hypot(dx, dy)]
  }

/** A wide hat seen from above and a little in front. */
export function strawHat(straw: Cloth, ribbon: Cloth): Part[] {
  return [
    {
      shape:
        'M70 560 C64 400 220 300 400 300 C580 300 736 400 730 560 C724 700 590 790 400 790 C210 790 76 700 70 560 Z',
      cloth: straw,
      round: 24,
      reach: 30,
      edge: 7,
      lift: 12,
      fold: (x, y) =>
        14 *
        Math.sin(Math.atan2(y - 540, x - 400) * 3 + 0.6) *
        (Math.hypot(x - 400, (y - 540) * 1.3) / 330) ** 2,
      lay: polar(400, 520, 0.76),
      lines: [
        seam(
          'M86 560 C82 410 226 314 400 314 C574 314 718 410 714 560 C708 690 580 776 400 776 C220 776 92 690 86 560 Z',
          -2,
        ),
      ],
    },
    {
      shape:
        'M206 520 C204 400 240 250 400 240 C560 250 596 400 594 520 C580 590 500 620 400 620 C300 620 220 590 206 520 Z',
      cloth: straw,
      round: 130,
      reach: 84,
      edge: 8,
      lift: 8,
      lay: polar(400, 380, 0.85),
    },
    {
      shape:
        'M205 480 C250 560 330 580 400 580 C470 580 550 560 595 480 L594 530 C560 600 480 626 400 626 C320 626 240 600 206 530 Z',
      cloth: ribbon,
      round: 18,
      reach: 18,
      edge: 5,
      lift: 4,
      creases: [
        ...fan(220, 505, 30, { spread: 20, count: 3, length: 170, height: 4, width: 6, seed: 2 }),
        ...fan(580, 505, 150, { spread: 20, count: 3, length: 170, height: 4, width: 6, seed: 5 }),
      ],
    },
    {
      shape:
        'M540 548 C590 540 650 580 668 640 C640 640 624 650 606 668 C590 640 560 600 530 580 Z',
      cloth: ribbon,
      round: 14,
      reach: 14,
      edge: 5,
      lift: 5,
      lay: (x, y) => [y, x],
    },
    {
      shape: ellipse(546, 566, 22, 26),
      cloth: ribbon,
      round: 20,
      reach: 13,
      lift: 4,
      lay: (x, y) => [y + 40, x + 90],
    },
  ]
}

export function bucketHat(cloth: Cloth, lining: Cloth): Part[] {
  const rows = [0, 1, 2, 3, 4].map(
    (i) =>
      `M${138 - i * 13} ${648 + i * 22} C260 ${600 + i * 30} 540 ${600 + i * 30} ${662 + i * 13} ${648 + i * 22}`,
  )
  return [
    {
      shape: 'M104 700 C160 620 640 620 696 700 C660 760 140 760 104 700 Z',
      cloth: inside(lining),
      dim: 0.6,
      round: 8,
    },
    {
      shape:
        'M242 330 C280 296 520 296 558 330 C584 430 600 540 612 640 C540 600 260 600 188 640 C200 540 216 430 242 330 Z',
      cloth,
      round: 96,
      reach: 80,
      edge: 7,
      fold: crumple(0.5, 4, 1.8),
      lines: [
        seam(
          [
            'M400 304 L400 612',
            'M300 314 C284 420 274 520 268 614',
            'M500 314 C516 420 526 520 532 614',
          ],
          -2.4,
        ),
      ],
      marks: [stitching(['M407 304 L407 612', 'M393 304 L393 612'], cloth.colour)],
    },
    {
      shape: 'M238 336 C280 292 520 292 562 336 C520 362 280 362 238 336 Z',
      cloth,
      round: 20,
      reach: 26,
      lift: 3,
      lay: (x, y) => [x + 60, y * 2.4],
      lines: [seam('M240 338 C282 360 518 360 560 338', -2)],
    },
    {
      shape:
        'M186 632 C260 590 540 590 614 632 C664 660 706 690 714 724 C718 750 700 760 678 750 C540 694 260 694 122 750 C100 760 82 750 86 724 C94 690 136 660 186 632 Z',
      cloth,
      round: 30,
      reach: 26,
      edge: 6,
      lift: 6,
      lines: [seam(rows, -1.6, 2)],
      marks: [stitching(rows, cloth.colour)],
      lay: (x, y) => [x, y * 1.3 + 80],
    },
  ]
}
