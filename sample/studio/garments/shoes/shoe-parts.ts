import { wood } from '../../cloth/hides.ts'
import { cotton } from '../../cloth/weaves.ts'
import { ellipse } from '../../field/path.ts'
import { type Part, place } from '../../light/part.ts'
import { seam } from '../parts/notions.ts'

// Every shoe here lies on its side, toe to the left, between x 100 and 700.

/** The two of a pair, heel to toe, as laid out on a table. */
export function pair(
  shoe: readonly Part[],
  o: { apart?: number; scale?: number; middle?: number } = {},
): Part[] {
  const apart = o.apart ?? 190
  const scale = o.scale ?? 1.06
  const middle = o.middle ?? 500
  const drop = 500 - middle
  return [
    ...place(shoe, { dy: -apart + drop, flip: true, scale, turn: -3, pivot: [400, middle], dx: 4 }),
    ...place(shoe, { dy: apart + drop, scale, turn: -3, pivot: [400, middle], dx: -4 }),
  ]
}

export const laces = (
  from: readonly [number, number][],
  to: readonly [number, number][],
  colour: string,
  w = 11,
): Part[] =>
  from.map(([x, y], i): Part => {
    const [tx, ty] = to[i] ?? [0, 0]
    return {
      shape: [
        {
          d: `M${x} ${y} C${x + (tx - x) * 0.3} ${y + (ty - y) * 0.3 - 7} ${x + (tx - x) * 0.7} ${y + (ty - y) * 0.7 - 6} ${tx} ${ty}`,
          stroke: w,
        },
      ],
      cloth: cotton(colour),
      round: 6,
      reach: 5,
      edge: 2,
      lift: 2.4,
    }
  })

export const bow = (x: number, y: number, colour: string): Part[] => [
  {
    shape: [
      { d: `M${x} ${y} C${x - 60} ${y - 54} ${x - 96} ${y - 8} ${x - 4} ${y + 6}`, stroke: 8 },
      { d: `M${x} ${y} C${x + 50} ${y - 66} ${x + 96} ${y - 30} ${x + 6} ${y + 6}`, stroke: 8 },
      {
        d: `M${x} ${y + 4} C${x - 30} ${y + 30} ${x - 50} ${y + 44} ${x - 60} ${y + 70}`,
        stroke: 8,
      },
      {
        d: `M${x} ${y + 4} C${x + 22} ${y + 34} ${x + 26} ${y + 50} ${x + 40} ${y + 72}`,
        stroke: 8,
      },
    ],
    cloth: cotton(colour),
    round: 6,
    reach: 5,
    edge: 2,
    lift: 3,
  },
  { shape: ellipse(x, y + 3, 10, 8), cloth: cotton(colour), round: 8, reach: 6, lift: 2 },
]

export const heelBlock = (d: string, colour: string): Part => ({
  shape: d,
  cloth: wood(colour),
  round: 14,
  reach: 14,
  edge: 4,
  lift: 2,
  lines: [0, 1, 2, 3].map((i) => seam(`M590 ${606 + i * 9} L720 ${606 + i * 9}`, -0.8, 1.2)),
})
