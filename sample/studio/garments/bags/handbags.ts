import type { Cloth } from '../../cloth/cloth.ts'
import { metal } from '../../cloth/hides.ts'
import { darken } from '../../field/colour.ts'
import { box, ellipse } from '../../field/path.ts'
import { drape } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { buckle, rivet, seam, stitching } from '../parts/notions.ts'

export const strapPart = (
  d: string,
  w: number,
  cloth: Cloth,
  o: { dim?: number; lift?: number; stitch?: boolean } = {},
): Part => ({
  shape: [{ d, stroke: w, butt: true }],
  cloth,
  round: w * 0.32,
  reach: w * 0.5,
  edge: 3,
  lift: o.lift ?? 5,
  dim: o.dim ?? 1,
})

export function frameBag(cloth: Cloth, gold: string): Part[] {
  return [
    {
      shape: [{ d: 'M286 420 C280 250 320 170 400 168 C480 170 520 250 514 420', stroke: 30 }],
      cloth,
      round: 22,
      reach: 14,
      edge: 5,
      lift: 7,
    },
    {
      shape:
        'M168 430 C166 412 180 402 198 402 L602 402 C620 402 634 412 632 430 L668 826 C670 850 656 862 634 862 L166 862 C144 862 130 850 132 826 Z',
      cloth,
      round: 42,
      reach: 44,
      edge: 9,
      fold: drape(0.1, 3),
      lines: [
        seam(['M236 404 C230 560 214 740 204 862', 'M564 404 C570 560 586 740 596 862'], -2.6, 3),
      ],
      marks: [
        stitching(
          [
            'M244 404 C238 560 222 740 212 862',
            'M556 404 C562 560 578 740 588 862',
            'M150 842 L650 842',
          ],
          cloth.colour,
        ),
      ],
    },
    {
      shape:
        'M160 424 C160 404 176 394 198 394 L602 394 C624 394 640 404 640 424 C648 500 640 560 600 586 C540 612 260 612 200 586 C160 560 152 500 160 424 Z',
      cloth,
      round: 34,
      reach: 34,
      edge: 8,
      lift: 7,
      marks: [
        stitching(
          'M174 430 C168 500 174 546 208 572 C264 596 536 596 592 572 C626 546 632 500 626 430',
          cloth.colour,
        ),
      ],
    },
    ...[286, 514].flatMap((x): Part[] => [
      {
        shape: box(x - 26, 398, 52, 60, 10),
        cloth,
        round: 10,
        reach: 12,
        lift: 4,
        marks: [stitching(box(x - 19, 404, 38, 48, 8), cloth.colour)],
      },
      {
        shape: [{ d: ellipse(x, 406, 22, 20), stroke: 7 }],
        cloth: metal(gold),
        round: 7,
        reach: 5,
        lift: 3,
      },
    ]),
    { shape: box(358, 540, 84, 66, 12), cloth: metal(gold), round: 8, reach: 9, edge: 4, lift: 4 },
    {
      shape: box(384, 556, 32, 34, 6),
      cloth: metal(darken(gold, 0.25)),
      round: 8,
      reach: 8,
      lift: 2,
    },
    ...[170, 630].map(
      (x): Part => ({
        shape: ellipse(x, 866, 11, 8),
        cloth: metal(gold),
        round: 8,
        reach: 6,
        lift: 1,
      }),
    ),
  ]
}

export function saddleBag(cloth: Cloth, gold: string): Part[] {
  const strap = 'M206 520 C150 330 230 112 400 106 C570 112 650 330 594 520'
  return [
    strapPart(strap, 22, cloth, { lift: 6 }),
    {
      shape:
        'M196 520 C190 500 200 486 222 484 L578 484 C600 486 610 500 604 520 C630 680 600 840 480 868 C430 876 370 876 320 868 C200 840 170 680 196 520 Z',
      cloth,
      round: 60,
      reach: 48,
      edge: 9,
      marks: [
        stitching(
          'M212 540 C196 680 222 812 326 850 C374 860 426 860 474 850 C578 812 604 680 588 540',
          cloth.colour,
        ),
      ],
    },
    {
      shape:
        'M188 512 C186 480 206 466 232 466 L568 466 C594 466 614 480 612 512 C622 640 590 742 470 768 C424 776 376 776 330 768 C210 742 178 640 188 512 Z',
      cloth,
      round: 56,
      reach: 46,
      edge: 9,
      lift: 8,
      lines: [
        seam(
          'M204 520 C196 640 224 728 334 750 C376 758 424 758 466 750 C576 728 604 640 596 520',
          -1.6,
        ),
      ],
      marks: [
        stitching(
          'M198 520 C190 644 220 736 332 758 C376 766 424 766 468 758 C580 736 610 644 602 520',
          cloth.colour,
        ),
      ],
    },
    {
      shape: 'M374 640 L426 640 L424 800 C416 814 384 814 376 800 Z',
      cloth,
      round: 10,
      reach: 12,
      edge: 5,
      lift: 5,
      marks: [stitching('M381 646 L383 796 C390 804 410 804 417 796 L419 646', cloth.colour)],
    },
    ...buckle(400, 742, 74, 52, gold),
    rivet(400, 660, 6, gold),
    ...[206, 594].flatMap((x): Part[] => [
      {
        shape: [{ d: ellipse(x, 508, 22, 24), stroke: 7 }],
        cloth: metal(gold),
        round: 7,
        reach: 5,
        lift: 3,
      },
    ]),
  ]
}
