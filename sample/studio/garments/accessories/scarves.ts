import { type Cloth, unprinted } from '../../cloth/cloth.ts'
import { makeRandom } from '../../field/noise.ts'
import { fan } from '../../light/creases.ts'
import { crumple, drape, flare, sum } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { seam } from '../parts/notions.ts'

/** A long scarf folded over, its two ends hanging with tassels. */
export function longScarf(cloth: Cloth, tassel: readonly string[], seed = 101): Part[] {
  const end = (
    x: number,
    w: number,
    top: number,
    bottom: number,
    s: number,
    lean: number,
  ): Part[] => {
    const tassels = Array.from({ length: 7 }, (_, i): Part => {
      const tx = x + lean + 12 + (i * (w - 24)) / 6
      const c = tassel[i % tassel.length] ?? '#fff'
      return {
        shape: `M${tx - 4} ${bottom - 6} C${tx - 9} ${bottom + 26} ${tx - 11} ${bottom + 50} ${tx - 12 + (i % 3) * 2} ${bottom + 78} L${tx + 10 + (i % 2) * 3} ${bottom + 80} C${tx + 10} ${bottom + 50} ${tx + 8} ${bottom + 26} ${tx + 4} ${bottom - 6} Z`,
        cloth: unprinted(cloth, c),
        round: 12,
        reach: 8,
        edge: 3,
        lift: 3,
        fold: (a) => 2.2 * Math.sin(a * 1.3),
        lines: [seam(`M${tx - 8} ${bottom + 14} L${tx + 8} ${bottom + 14}`, -3, 4)],
      }
    })
    return [
      ...tassels,
      {
        shape: `M${x} ${top} C${x - 6} ${top + 200} ${x + lean - 6} ${bottom - 200} ${x + lean} ${bottom} C${x + lean + w * 0.3} ${bottom + 8} ${x + lean + w * 0.7} ${bottom + 8} ${x + lean + w} ${bottom} C${x + lean + w + 8} ${bottom - 200} ${x + w + 6} ${top + 200} ${x + w} ${top} Z`,
        cloth,
        round: 34,
        reach: 34,
        edge: 5,
        lift: 6,
        fold: sum(
          flare({
            cx: x + w / 2,
            top,
            bottom,
            from: w * 0.4,
            to: w * 0.56,
            count: 2.6,
            height: 13,
            seed: s,
            start: 0.05,
          }),
          crumple(0.25, s, 1.4),
        ),
        lay: (a, b) => [a - lean * ((b - top) / (bottom - top)), b + s * 31],
      },
    ]
  }
  return [
    ...end(404, 170, 150, 690, seed + 2, 34),
    ...end(226, 176, 150, 800, seed + 6, -30),
    {
      shape:
        'M222 190 C214 120 260 92 330 96 C400 100 470 92 540 100 C590 108 598 150 580 200 C540 250 470 236 400 226 C330 236 240 252 222 190 Z',
      cloth,
      round: 60,
      reach: 44,
      edge: 7,
      lift: 7,
      creases: [
        ...fan(240, 170, 0, {
          spread: 30,
          count: 6,
          length: 330,
          height: 9,
          width: 11,
          seed,
          jitter: 40,
        }),
      ],
      lay: (x, y) => [y * 1.02 + 30, x],
    },
  ]
}

/** A square folded to a triangle, fringed on the two short sides. */
export function shawl(cloth: Cloth, seed = 105): Part[] {
  const random = makeRandom(seed)
  const fringe = (x0: number, y0: number, x1: number, y1: number): Part => ({
    shape: Array.from({ length: 60 }, (_, i) => {
      const t = i / 59
      const x = x0 + (x1 - x0) * t
      const y = y0 + (y1 - y0) * t
      return {
        d: `M${x} ${y - 4} C${x + (random() - 0.5) * 8} ${y + 26} ${x + (random() - 0.5) * 16} ${y + 50} ${x + (random() - 0.5) * 18} ${y + 84 + random() * 12}`,
        stroke: 3.6,
      }
    }),
    cloth,
    round: 5,
    reach: 3,
    edge: 2,
    lift: 3,
  })
  const tri = (dy: number, inset: number): Part => ({
    shape: `M${86 + inset} ${236 + dy} C240 ${214 + dy} 560 ${214 + dy} ${714 - inset} ${236 + dy} C620 ${430 + dy} 500 ${660 + dy} 404 ${806 + dy - inset} C300 ${660 + dy} 180 ${430 + dy} ${86 + inset} ${236 + dy} Z`,
    cloth,
    round: 44,
    reach: 50,
    edge: 6,
    lift: 6,
    fold: sum(crumple(0.5, seed, 2), drape(0.7, seed)),
    creases: [
      ...fan(120, 240, 34, {
        spread: 40,
        count: 5,
        length: 400,
        height: 9,
        width: 17,
        seed: seed + dy,
      }),
      ...fan(680, 240, 146, {
        spread: 40,
        count: 5,
        length: 400,
        height: 9,
        width: 17,
        seed: seed + 3,
      }),
    ],
    lines: [
      seam(
        `M${110 + inset} ${250 + dy} C190 ${430 + dy} 304 ${650 + dy} 404 ${786 + dy - inset} C500 ${650 + dy} 610 ${430 + dy} ${690 - inset} ${250 + dy}`,
        -1.4,
      ),
    ],
  })
  return [fringe(92, 250, 404, 826), fringe(404, 826, 708, 250), tri(18, 0), tri(-8, 10)]
}
