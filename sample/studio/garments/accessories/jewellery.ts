import type { Cloth } from '../../cloth/cloth.ts'
import { bead, hammered, metal } from '../../cloth/hides.ts'
import { darken } from '../../field/colour.ts'
import { makeRandom } from '../../field/noise.ts'
import { ellipse, type Point } from '../../field/path.ts'
import type { Part } from '../../light/part.ts'

export function hoops(gold: string): Part[] {
  return [
    [246, 0],
    [554, 40],
  ].flatMap(([x = 0, dy = 0]): Part[] => [
    {
      shape: [
        {
          d: `M${x - 4} ${330 + dy} C${x - 16} ${270 + dy} ${x + 30} ${254 + dy} ${x + 34} ${312 + dy}`,
          stroke: 7,
        },
      ],
      cloth: metal(gold),
      round: 7,
      reach: 5,
      lift: 4,
    },
    {
      shape: [
        { d: ellipse(x, 494 + dy, 146, 166) },
        { d: ellipse(x, 500 + dy, 116, 136), level: 0 },
      ],
      cloth: hammered(gold),
      round: 26,
      reach: 12,
      edge: 4,
      lift: 7,
    },
    { shape: ellipse(x, 334 + dy, 11), cloth: metal(gold), round: 12, reach: 8, lift: 4 },
  ])
}

/** A closed loop of beads that hangs from the clasp at the top. */
function strand(
  drop: number,
  half: number,
  colours: readonly string[],
  seed: number,
  size: number,
): Part[] {
  const random = makeRandom(seed)
  const top = 132
  const at = (t: number): Point => {
    const a = Math.PI * 2 * t
    const low = (1 - Math.cos(a)) / 2
    return [400 - Math.sin(a) * half * (0.8 + 0.34 * low), top + drop * low]
  }
  const parts: Part[] = []
  let t = 0.02
  while (t < 0.98) {
    const [x0, y0] = at(t)
    const r = size * (0.8 + 0.36 * Math.sin(Math.PI * t) ** 2) * (0.9 + random() * 0.2)
    const long = random() > 0.55
    const rx = long ? r * 1.7 : r * 0.96
    const [px, py] = at(t + 0.002)
    const step = rx / (Math.hypot(px - x0, py - y0) / 0.002)
    const [x, y] = at(t + step)
    const turn = Math.atan2(y - y0, x - x0)
    const colour = colours[Math.floor(random() * colours.length)] ?? '#a33'
    parts.push({
      shape: ellipse(0, 0, rx, r),
      cloth: bead(colour),
      round: r * 1.5,
      reach: r * 0.8,
      edge: r * 0.3,
      lift: 2.2,
      at: [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), x, y],
      marks: long
        ? [
            {
              shape: [-0.5, 0.5].map((s) => ({
                d: `M${rx * s} ${-r} L${rx * s} ${r}`,
                stroke: r * 0.22,
              })),
              colour: darken(colour, 0.5),
              strength: 0.6,
            },
          ]
        : [],
    })
    t += step * 2
  }
  return parts
}

export function necklace(): Part[] {
  return [
    ...strand(736, 268, ['#b5371f', '#d98a24', '#7a1f1a', '#efe0bd', '#1f5f5a'], 5, 15),
    ...strand(590, 208, ['#1f5f5a', '#2f8a80', '#efe0bd', '#d98a24'], 9, 14),
    ...strand(450, 150, ['#efe0bd', '#d98a24', '#b5371f', '#2a1a14'], 14, 13),
    { shape: ellipse(400, 128, 22, 15), cloth: metal('#c9a253'), round: 16, reach: 10, lift: 3 },
  ]
}

const ring = (x: number, y: number, r: number, w: number, cloth: Cloth, turn: number): Part => ({
  shape: [{ d: ellipse(0, 0, r, r * 0.94) }, { d: ellipse(2, 3, r - w, r * 0.94 - w), level: 0 }],
  cloth,
  round: w * 0.9,
  reach: w * 0.42,
  edge: 3,
  lift: 9,
  at: [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), x, y],
})

export function bangles(brass: string, copper: string, thread: Cloth): Part[] {
  const wound: Cloth = {
    ...thread,
    relief: (u, v) => 2.2 * Math.abs(Math.sin(Math.atan2(v, u) * 88)),
    weave: (u, v) =>
      Math.floor(((Math.atan2(v, u) + Math.PI) * 12) / Math.PI) % 6 === 0 ? 0.35 : 1,
  }
  return [
    ring(300, 360, 212, 38, metal(brass), 0.2),
    ring(488, 470, 216, 46, wound, 0),
    ring(346, 640, 214, 34, hammered(copper), 0.5),
  ]
}
