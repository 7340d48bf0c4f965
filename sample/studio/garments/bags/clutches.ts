import type { Cloth } from '../../cloth/cloth.ts'
import { metal } from '../../cloth/hides.ts'
import { darken } from '../../field/colour.ts'
import { box, ellipse } from '../../field/path.ts'
import { crumple } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { rivet, seam, stitching } from '../parts/notions.ts'

const quilt = (x: number, y: number): number => {
  const a = Math.abs(Math.sin(((x + y) * Math.PI) / 62))
  const b = Math.abs(Math.sin(((x - y) * Math.PI) / 62))
  return 9 * (a * b) ** 0.42
}

const chainX = (p: number) =>
  400 + Math.cos(Math.PI * (1 - p)) * 250 * (1 - 0.12 * Math.sin(Math.PI * p))

const chainY = (p: number) => 486 - Math.max(0, Math.sin(Math.PI * p)) ** 0.8 * 350

export function quiltedClutch(cloth: Cloth, gold: string): Part[] {
  const link = (x: number, y: number, turn: number, i: number): Part => {
    const c = Math.cos(turn)
    const s = Math.sin(turn)
    const flat = i % 2 ? 4.4 : 9
    return {
      shape: [{ d: ellipse(0, 0, 14, flat), stroke: 4.6 }],
      cloth: metal(gold),
      round: 5,
      reach: 4,
      lift: 2.4,
      at: [c, s, -s, c, x, y],
    }
  }
  const chain: Part[] = Array.from({ length: 46 }, (_, i) => {
    const t = i / 45
    return link(
      chainX(t),
      chainY(t),
      Math.atan2(chainY(t + 0.01) - chainY(t - 0.01), chainX(t + 0.01) - chainX(t - 0.01)),
      i,
    )
  })
  return [
    ...chain,
    { shape: box(126, 470, 548, 372, 30), cloth, round: 44, reach: 36, edge: 9, fold: quilt },
    {
      shape:
        'M122 490 C122 470 136 458 158 458 L642 458 C664 458 678 470 678 490 L678 640 C678 676 656 690 620 692 L180 692 C144 690 122 676 122 640 Z',
      cloth,
      round: 40,
      reach: 36,
      edge: 9,
      lift: 7,
      fold: quilt,
      marks: [
        stitching(
          'M134 500 L134 640 C134 668 152 680 184 682 L616 682 C648 680 666 668 666 640 L666 500',
          cloth.colour,
        ),
      ],
    },
    {
      shape: box(366, 646, 68, 68, 34),
      cloth: metal(gold),
      round: 14,
      reach: 12,
      edge: 4,
      lift: 4,
    },
    {
      shape: box(384, 664, 32, 32, 16),
      cloth: metal(darken(gold, 0.3)),
      round: 10,
      reach: 9,
      lift: 1.5,
    },
  ]
}

export function envelope(cloth: Cloth, loop: Cloth): Part[] {
  return [
    {
      shape: [
        {
          d: 'M664 520 C760 560 748 720 700 776 C664 806 640 760 662 700 C672 660 676 600 664 540',
          stroke: 18,
        },
      ],
      cloth: loop,
      round: 9,
      reach: 8,
      edge: 3,
      lift: 5,
    },
    {
      shape: box(96, 330, 580, 396, 12),
      cloth,
      round: 26,
      reach: 34,
      edge: 6,
      fold: crumple(0.3, 5, 2.4),
      marks: [stitching(box(108, 342, 556, 372, 8), cloth.colour)],
    },
    {
      shape:
        'M92 334 C92 324 100 318 110 318 L662 318 C672 318 680 324 680 334 L402 582 C392 590 380 590 370 582 Z',
      cloth,
      round: 26,
      reach: 30,
      edge: 7,
      lift: 8,
      fold: crumple(0.3, 9, 2.4),
      lay: (x, y) => [x + 31, 900 - y],
      lines: [seam('M110 340 L386 568 L662 340', -1.4)],
      marks: [stitching('M112 334 L386 564 L660 334', cloth.colour)],
    },
    { ...rivet(386, 548, 14, '#c9a253'), lift: 3 },
  ]
}
