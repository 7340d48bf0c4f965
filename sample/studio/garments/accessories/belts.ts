import type { Cloth } from '../../cloth/cloth.ts'
import { metal } from '../../cloth/hides.ts'
import { darken } from '../../field/colour.ts'
import { ellipse, mirror } from '../../field/path.ts'
import { fan } from '../../light/creases.ts'
import type { Part } from '../../light/part.ts'
import { buckle, rivet, stitching } from '../parts/notions.ts'

/** A belt doubled over, buckle and tip side by side. */
export function belt(cloth: Cloth, gold: string): Part[] {
  const strap = 'M300 190 L300 700 C300 830 500 830 500 700 L500 150'
  const holes = [196, 240, 284, 328, 372]
  return [
    {
      shape: [{ d: strap, stroke: 74, butt: true }, { d: 'M463 152 L500 96 L537 152 Z' }],
      cloth,
      round: 14,
      reach: 16,
      edge: 6,
      lift: 8,
      marks: [
        stitching(
          [
            'M272 190 L272 700 C272 866 528 866 528 700 L528 158 L500 116 L472 158 L472 700 C472 794 328 794 328 700 L328 190',
          ],
          cloth.colour,
        ),
        { shape: holes.map((y) => ellipse(500, y, 5.4)), colour: darken(cloth.colour, 0.85) },
      ],
    },
    {
      shape: 'M258 170 L342 170 L342 262 L258 262 Z',
      cloth,
      round: 14,
      reach: 16,
      edge: 5,
      lift: 4,
    },
    ...holes.map(
      (y): Part => ({
        shape: [{ d: ellipse(500, y, 7), stroke: 2.6 }],
        cloth: metal(gold),
        round: 3,
        reach: 2,
        lift: 0.6,
      }),
    ),
    ...buckle(300, 168, 124, 108, gold),
    {
      shape: 'M254 300 L346 300 L346 334 L254 334 Z',
      cloth,
      round: 10,
      reach: 10,
      edge: 4,
      lift: 4,
      marks: [stitching('M262 307 L338 307 M262 327 L338 327', cloth.colour)],
    },
    rivet(300, 274, 6, gold),
  ]
}

export function waistBelt(cloth: Cloth, lining: Cloth, cord: Cloth): Part[] {
  const eyes = [430, 468, 506, 544, 582]
  const left =
    'M60 470 C150 400 260 372 372 388 L372 622 C260 606 150 620 60 560 C46 530 46 500 60 470 Z'
  return [
    {
      shape: 'M90 440 C220 340 580 340 710 440 L700 520 C560 440 240 440 100 520 Z',
      cloth: lining,
      dim: 0.62,
      round: 16,
    },
    ...[left, mirror(left)].map(
      (d, i): Part => ({
        shape: d,
        cloth,
        round: 40,
        reach: 40,
        edge: 7,
        lift: 7,
        creases: fan(i ? 432 : 368, 500, i ? 0 : 180, {
          spread: 60,
          count: 4,
          length: 150,
          height: 3,
          width: 12,
          seed: 4 + i,
        }),
        marks: [
          stitching(
            i
              ? mirror('M72 476 C160 412 262 386 360 400 L360 610 C262 596 160 610 72 556')
              : 'M72 476 C160 412 262 386 360 400 L360 610 C262 596 160 610 72 556',
            cloth.colour,
          ),
        ],
      }),
    ),
    ...eyes.flatMap((y) => [rivet(350, y, 8, '#b98b45'), rivet(450, y, 8, '#b98b45')]),
    {
      shape: eyes.slice(0, -1).flatMap((y, i) => [
        { d: `M350 ${y} L450 ${eyes[i + 1] ?? y}`, stroke: 8 },
        { d: `M450 ${y} L350 ${eyes[i + 1] ?? y}`, stroke: 8 },
      ]),
      cloth: cord,
      round: 6,
      reach: 5,
      lift: 4,
    },
    {
      shape: [
        {
          d: 'M400 590 C350 560 300 600 330 640 C352 660 384 630 400 596 C416 630 450 664 474 640 C502 600 452 560 400 590',
          stroke: 9,
        },
        { d: 'M398 594 C380 680 370 740 344 806', stroke: 9 },
        { d: 'M402 594 C424 670 430 720 462 780', stroke: 9 },
      ],
      cloth: cord,
      round: 6,
      reach: 5,
      lift: 5,
    },
    { shape: ellipse(400, 594, 14, 12), cloth: cord, round: 12, reach: 9, lift: 4 },
  ]
}
