import type { Cloth } from '../../cloth/cloth.ts'
import { darken } from '../../field/colour.ts'
import { box, ellipse, mirror } from '../../field/path.ts'
import { fan } from '../../light/creases.ts'
import { crumple } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { buckle, seam, stitching } from '../parts/notions.ts'

export function backpack(cloth: Cloth, hide: Cloth, gold: string): Part[] {
  const strapDown = (x: number): Part[] => [
    {
      shape: `M${x - 17} 300 L${x + 17} 300 L${x + 17} 640 C${x + 12} 654 ${x - 12} 654 ${x - 17} 640 Z`,
      cloth: hide,
      round: 8,
      reach: 10,
      edge: 4,
      lift: 5,
      marks: [
        stitching([`M${x - 12} 306 L${x - 12} 636`, `M${x + 12} 306 L${x + 12} 636`], hide.colour),
        { shape: [560, 590, 620].map((y) => ellipse(x, y, 3)), colour: darken(hide.colour, 0.8) },
      ],
    },
    ...buckle(x, 536, 54, 44, gold),
    { shape: box(x - 22, 572, 44, 16, 3), cloth: hide, round: 5, reach: 7, lift: 3 },
  ]
  const side = 'M176 540 C136 560 128 640 134 720 C138 770 150 800 172 812 L200 812 L196 540 Z'
  return [
    {
      shape: [{ d: 'M352 128 C352 78 448 78 448 128', stroke: 20 }],
      cloth: hide,
      round: 12,
      reach: 9,
      lift: 5,
    },
    {
      shape: [
        { d: 'M250 150 C180 170 150 260 156 420', stroke: 34 },
        { d: 'M550 150 C620 170 650 260 644 420', stroke: 34 },
      ],
      cloth,
      round: 14,
      reach: 16,
      dim: 0.75,
      lift: 4,
    },
    ...[side, mirror(side)].map(
      (d): Part => ({ shape: d, cloth, round: 26, reach: 24, lift: 3, fold: crumple(0.4, 3, 1.5) }),
    ),
    {
      shape:
        'M182 260 C182 160 250 120 400 118 C550 120 618 160 618 260 L632 800 C632 860 590 884 540 888 L260 888 C210 884 168 860 168 800 Z',
      cloth,
      round: 70,
      reach: 60,
      edge: 8,
      fold: crumple(0.6, 5, 1.7),
      creases: [
        ...fan(200, 840, -50, { spread: 50, count: 4, length: 170, height: 5, width: 11, seed: 2 }),
        ...fan(600, 840, 230, { spread: 50, count: 4, length: 170, height: 5, width: 11, seed: 5 }),
      ],
    },
    {
      shape:
        'M216 640 L584 640 L592 820 C592 852 570 866 540 868 L260 868 C230 866 208 852 208 820 Z',
      cloth,
      round: 34,
      reach: 34,
      edge: 7,
      lift: 5,
      fold: crumple(0.5, 8, 1.6),
      marks: [
        stitching(
          'M224 650 L218 820 C218 844 236 856 262 858 L538 858 C564 856 582 844 582 820 L576 650',
          cloth.colour,
        ),
      ],
    },
    {
      shape: 'M210 628 L590 628 L590 676 C540 692 260 692 210 676 Z',
      cloth: hide,
      round: 10,
      reach: 14,
      edge: 4,
      lift: 4,
      marks: [stitching('M216 670 C262 684 538 684 584 670', hide.colour)],
    },
    {
      shape:
        'M172 260 C172 150 246 106 400 104 C554 106 628 150 628 260 L622 470 C616 520 580 540 540 544 L260 544 C220 540 184 520 178 470 Z',
      cloth,
      round: 60,
      reach: 52,
      edge: 8,
      lift: 8,
      fold: crumple(0.5, 11, 1.8),
      lines: [seam('M188 470 C194 512 226 530 262 532 L538 532 C574 530 606 512 612 470', -1.4)],
      marks: [
        stitching(
          'M184 470 C190 516 224 536 262 538 L538 538 C576 536 610 516 616 470',
          cloth.colour,
        ),
      ],
    },
    ...strapDown(296),
    ...strapDown(504),
    {
      shape: box(362, 232, 76, 50, 6),
      cloth: hide,
      round: 5,
      reach: 9,
      lift: 2,
      marks: [
        stitching(box(367, 237, 66, 40, 4), hide.colour),
        {
          shape: [{ d: 'M386 248 L414 248 L386 266 L414 266', stroke: 4 }],
          colour: darken(hide.colour, 0.7),
        },
      ],
    },
  ]
}
