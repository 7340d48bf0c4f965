import { type Cloth, unprinted } from '../../cloth/cloth.ts'
import { leather } from '../../cloth/hides.ts'
import { inside } from '../../cloth/weaves.ts'
import { box, ellipse } from '../../field/path.ts'
import { fan } from '../../light/creases.ts'
import { crumple, drape, sum } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { rivet, seam, stitching, topstitch } from '../parts/notions.ts'
import { strapPart } from './handbags.ts'

const toteHandle = (dy: number) =>
  `M300 ${500 + dy} C296 ${360 + dy} 300 ${110 + dy * 1.6} 400 ${104 + dy * 1.6} C500 ${110 + dy * 1.6} 504 ${360 + dy} 500 ${500 + dy}`

/** An open bag with two long handles. */
export function tote(
  cloth: Cloth,
  o: { handle: Cloth; wide?: number; tabs?: boolean; band?: Cloth; print?: string; seed?: number },
): Part[] {
  const w = o.wide ?? 0
  const seed = o.seed ?? 81
  const l = 196 - w
  const r = 604 + w
  const body = `M${l} 410 C300 420 500 420 ${r} 410 C${r + 8} 560 ${r + 4} 760 ${r - 14} 884 C${r - 40} 908 ${l + 40} 908 ${l + 14} 884 C${l - 4} 760 ${l - 8} 560 ${l} 410 Z`
  return [
    strapPart(toteHandle(-24), 30, o.handle, { dim: 0.7 }),
    {
      shape: `M${l + 2} 412 C300 384 500 384 ${r - 2} 412 C500 440 300 440 ${l + 2} 412 Z`,
      cloth: inside(cloth),
      dim: 0.5,
      round: 6,
    },
    {
      shape: body,
      cloth,
      round: 58,
      reach: 60,
      edge: 6,
      fold: sum(crumple(0.6, seed, 1.6), drape(0.5, seed)),
      creases: [
        ...fan(l + 16, 876, -52, { spread: 50, count: 4, length: 190, height: 6, width: 12, seed }),
        ...fan(r - 16, 876, 232, {
          spread: 50,
          count: 4,
          length: 190,
          height: 6,
          width: 12,
          seed: seed + 3,
        }),
        ...fan(300, 500, 80, { spread: 60, count: 3, length: 120, height: 4, seed }),
        ...fan(500, 500, 100, { spread: 60, count: 3, length: 120, height: 4, seed: seed + 2 }),
      ],
      lines: [seam(`M${l} 446 C300 456 500 456 ${r} 446`, -1.8)],
      marks: [stitching(`M${l} 440 C300 450 500 450 ${r} 440`, cloth.colour)],
    },
    ...(o.band
      ? [
          {
            shape: `M${l - 5} 700 C300 716 500 716 ${r + 5} 700 L${r - 13} 884 C${r - 40} 908 ${l + 40} 908 ${l + 13} 884 Z`,
            cloth: o.band,
            round: 46,
            reach: 56,
            lift: 1.5,
            fold: crumple(0.4, seed + 5, 1.6),
            marks: [stitching(`M${l} 710 C300 726 500 726 ${r} 710`, o.band.colour)],
          } satisfies Part,
        ]
      : []),
    strapPart(toteHandle(0), 30, o.handle),
    ...[285, 485].flatMap((x): Part[] =>
      o.tabs
        ? [
            {
              shape: `M${x - 7} 470 L${x + 37} 470 L${x + 37} 560 C${x + 30} 572 ${x} 572 ${x - 7} 560 Z`,
              cloth: o.handle,
              round: 8,
              reach: 10,
              edge: 4,
              lift: 2,
              marks: [
                stitching(
                  `M${x - 2} 476 L${x - 2} 556 L${x + 32} 556 L${x + 32} 476`,
                  o.handle.colour,
                ),
              ],
            },
            rivet(x + 15, 484, 5, '#c39a4e'),
            rivet(x + 15, 548, 5, '#c39a4e'),
          ]
        : [
            {
              shape: box(x, 458, 30, 64, 2),
              cloth: o.handle,
              round: 5,
              reach: 10,
              lift: 1.6,
              lines: topstitch(
                [`M${x + 4} 464 L${x + 26} 518 M${x + 26} 464 L${x + 4} 518`],
                '#fff',
              ).lines,
              marks: [
                stitching(
                  [
                    `M${x + 4} 464 L${x + 26} 464 L${x + 4} 518 L${x + 26} 518 L${x + 4} 464`,
                    `M${x + 26} 464 L${x + 26} 518`,
                  ],
                  o.handle.colour,
                ),
              ],
            },
          ],
    ),
    ...(o.print
      ? [
          {
            shape: box(352, 600, 96, 96, 48),
            cloth: leather(o.print, 0.2),
            round: 5,
            reach: 10,
            lift: 1.6,
            marks: [
              {
                shape: [{ d: 'M376 628 L424 628 L376 668 L424 668', stroke: 6 }],
                colour: '#f3e4c8',
                strength: 0.9,
              },
              {
                shape: [{ d: ellipse(400, 648, 41), stroke: 2, dash: '5 3' }],
                colour: '#f3e4c8',
                strength: 0.7,
              },
            ],
          } satisfies Part,
        ]
      : []),
  ]
}

const basketHandle = (dy: number) =>
  `M268 ${420 + dy} C272 ${250 + dy} 330 ${140 + dy} 400 ${138 + dy} C470 ${140 + dy} 528 ${250 + dy} 532 ${420 + dy}`

export function basket(weave: Cloth, hide: Cloth): Part[] {
  return [
    strapPart(basketHandle(-34), 24, hide, { dim: 0.72 }),
    {
      shape: 'M140 428 C200 376 600 376 660 428 C600 476 200 476 140 428 Z',
      cloth: inside(weave),
      dim: 0.5,
      round: 6,
    },
    {
      shape:
        'M140 424 C220 462 580 462 660 424 C668 560 640 760 590 872 C520 902 280 902 210 872 C160 760 132 560 140 424 Z',
      cloth: weave,
      round: 96,
      reach: 84,
      edge: 6,
      lay: (x, y) => [
        400 + (x - 400) * (1 + 0.25 * ((y - 424) / 450) ** 2),
        y - 0.0009 * (x - 400) ** 2 * -0.25,
      ],
    },
    {
      shape: [{ d: 'M140 424 C220 462 580 462 660 424', stroke: 26 }],
      cloth: unprinted(weave),
      round: 12,
      reach: 10,
      lift: 3,
      fold: (x) => 4 * Math.sin(x * 0.32),
    },
    strapPart(basketHandle(0), 24, hide),
    ...[268, 532].flatMap((x): Part[] => [
      {
        shape: box(x - 20, 410, 40, 100, 12),
        cloth: hide,
        round: 10,
        reach: 14,
        edge: 4,
        lift: 4,
        marks: [stitching(box(x - 14, 416, 28, 88, 9), hide.colour)],
      },
      rivet(x, 430, 5, '#c39a4e'),
      rivet(x, 490, 5, '#c39a4e'),
    ]),
  ]
}
