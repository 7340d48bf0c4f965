import type { Cloth } from '../../cloth/cloth.ts'
import { wood } from '../../cloth/hides.ts'
import { inside } from '../../cloth/weaves.ts'
import { ellipse, through } from '../../field/path.ts'
import { crumple, drape, flare, sum } from '../../light/folds.ts'
import { type Part, place } from '../../light/part.ts'
import { seam } from '../parts/notions.ts'

/** Cloth as it lies on the counter, folded many times. */
export function foldedCloth(
  cloth: Cloth,
  o: { seed?: number; layers?: number; turned?: boolean } = {},
): Part[] {
  const seed = o.seed ?? 111
  const n = o.layers ?? 5
  const layers = Array.from({ length: n }, (_, i): Part => {
    const y = 700 + (n - 1 - i) * 30
    const dx = (i % 2 ? 7 : -4) + ((i * 3) % 5)
    return {
      shape: `M${160 + dx} ${y - 30} L${640 + dx} ${y - 30} C${656 + dx} ${y - 20} ${658 + dx} ${y + 20} ${640 + dx} ${y + 32} C500 ${y + 40} 300 ${y + 40} ${160 + dx} ${y + 32} C${142 + dx} ${y + 20} ${144 + dx} ${y - 20} ${160 + dx} ${y - 30} Z`,
      cloth,
      round: 20,
      reach: 16,
      edge: 6,
      lift: 4,
      lay: (x, v) => [x + i * 63, v * 1.6 + i * 47],
      fold: drape(0.4, seed + i),
    }
  })
  return [
    ...layers,
    {
      shape:
        'M152 170 C300 160 500 162 648 172 C660 340 660 540 650 716 C500 732 300 732 150 716 C142 540 142 340 152 170 Z',
      cloth,
      round: 34,
      reach: 40,
      edge: 7,
      lift: 6,
      fold: sum(crumple(0.45, seed, 2.2), drape(0.5, seed)),
      lines: [
        { shape: [{ d: 'M398 166 C402 340 398 540 402 724', stroke: 6 }], depth: 4, soft: 5 },
        { shape: [{ d: 'M150 440 C300 446 500 436 652 442', stroke: 6 }], depth: -4, soft: 5 },
      ],
    },
    ...(o.turned
      ? [
          {
            shape:
              'M650 520 C600 560 500 660 452 724 C520 728 590 724 650 716 C654 650 654 590 650 520 Z',
            cloth: inside(cloth),
            round: 16,
            reach: 18,
            dim: 0.9,
            lift: 2,
          } satisfies Part,
          {
            shape:
              'M650 516 C560 540 470 640 452 724 C468 690 520 640 556 626 C590 612 630 570 650 516 Z',
            cloth,
            round: 18,
            reach: 14,
            edge: 6,
            lift: 6,
            lay: (x, y) => [y + 20, x - 140],
          } satisfies Part,
        ]
      : []),
    {
      shape: 'M180 244 L300 240 L302 300 L182 304 Z',
      cloth: { colour: '#efe4cf', weave: (u, v) => 1 + 0.02 * Math.sin(u * v) },
      round: 2,
      lift: 2,
      marks: [
        { shape: [{ d: 'M198 262 L284 259', stroke: 7 }], colour: '#a5331f' },
        { shape: [{ d: 'M206 282 L274 280', stroke: 3 }], colour: '#2b211b', strength: 0.8 },
      ],
    },
  ]
}

/** A bolt: rolled, with the loose end laid in front. */
export function rolledCloth(cloth: Cloth, seed = 117): Part[] {
  const roll = place(
    [
      {
        shape:
          'M120 300 C110 250 130 210 170 204 L650 204 C690 212 700 260 690 310 C684 352 664 372 640 374 L164 374 C136 368 124 340 120 300 Z',
        cloth,
        round: 110,
        reach: 60,
        edge: 8,
        lift: 9,
        lay: (x, y) => [x, y * 1.5],
      } satisfies Part,
      {
        shape: ellipse(666, 290, 36, 84),
        cloth: inside(cloth),
        round: 10,
        dim: 0.9,
        lift: 2,
        lines: [0.82, 0.62, 0.42, 0.24].map(
          (s): { shape: { d: string; stroke: number }[]; depth: number; soft: number } => ({
            shape: [{ d: ellipse(666, 290, 36 * s, 84 * s), stroke: 5 }],
            depth: -5,
            soft: 1.6,
          }),
        ),
      } satisfies Part,
    ],
    { dy: 10 },
  )
  const f = {
    cx: 396,
    top: 330,
    bottom: 860,
    from: 236,
    to: 262,
    count: 5,
    height: 12,
    seed,
    start: 0.3,
  }
  const edge = Array.from(
    { length: 30 },
    (_, i) => [134 + i * 18.1, 862 + 8 * Math.sin(i * 0.9) + 6 * Math.sin(i * 0.37)] as const,
  )
  return [
    {
      shape: `M150 330 L650 330 C664 500 668 700 ${edge.at(-1)?.[0] ?? 660} ${edge.at(-1)?.[1] ?? 862} ${through([...edge].reverse(), false)} C132 700 136 500 150 330 Z`,
      cloth,
      round: 34,
      reach: 40,
      edge: 5,
      lift: 5,
      fold: sum(flare(f), crumple(0.4, seed, 2)),
      lines: [seam(through(edge.map(([x, y]) => [x, y - 12] as const)), -1.4)],
      lay: (x, y) => [x, y + 170],
    },
    ...roll,
  ]
}

/** Cloth over a wooden rail, the back longer than the front. */
export function hungCloth(cloth: Cloth, seed = 121): Part[] {
  const sheet = (l: number, r: number, bottom: number, s: number, dim: number): Part => {
    const f = {
      cx: (l + r) / 2,
      top: 150,
      bottom,
      from: (r - l) / 2 - 8,
      to: (r - l) / 2 + 12,
      count: 4.6,
      height: 17,
      seed: seed + s,
      start: 0.12,
    }
    const edge = Array.from(
      { length: 30 },
      (_, i) =>
        [
          l - 12 + (i * (r - l + 24)) / 29,
          bottom + 7 * Math.sin(i * 0.8 + s) + 5 * Math.sin(i * 0.37),
        ] as const,
    )
    return {
      shape: `M${l} 150 C${l} 118 ${l + 20} 108 ${l + 30} 108 L${r - 30} 108 C${r - 20} 108 ${r} 118 ${r} 150 C${r + 2} 400 ${r + 10} ${bottom - 200} ${r + 12} ${edge.at(-1)?.[1] ?? bottom} ${through([...edge].reverse(), false)} C${l - 10} ${bottom - 200} ${l - 2} 400 ${l} 150 Z`,
      cloth,
      round: 30,
      reach: 34,
      edge: 6,
      lift: 8,
      dim,
      fold: flare(f),
      lines: [seam(through(edge.map(([x, y]) => [x, y - 13] as const)), -1.6)],
      lay: (x, y) => [x + s * 41, y + s * 67],
    }
  }
  return [
    sheet(236, 664, 890, 3, 0.8),
    {
      shape: [{ d: 'M70 136 L730 136', stroke: 30 }],
      cloth: wood('#8a5c38'),
      round: 26,
      reach: 14,
      edge: 4,
      lift: 10,
    },
    sheet(150, 574, 760, 1, 1),
  ]
}
