import type { Cloth } from './cloth.ts'
import { near, spot } from './weaves.ts'

/** Fine jersey: columns of stitches that only show close up. */
export const jersey = (colour: string): Cloth => ({
  colour,
  weave: (u, v, k) =>
    1 +
    0.02 * (spot(u * 0.3, v * 0.3) - 0.5) +
    near(k) *
      0.07 *
      Math.sin(u * 3) *
      (0.6 + 0.4 * Math.sin(v * 3.4 + Math.abs(Math.sin(u * 1.5)) * 2.4)),
  sheen: 0.015,
  gloss: 8,
})

export const pique = (colour: string): Cloth => ({
  ...jersey(colour),
  relief: (u, v) =>
    0.42 * Math.sin(u * 1.15) * Math.sin(v * 1.15 + (Math.floor((u * 1.15) / Math.PI) % 2) * 1.6),
})

const stitch = (u: number, v: number, size: number): number => {
  const x = u / size
  const f = x - Math.floor(x) - 0.5
  const leg = Math.abs(f)
  const y = v / (size * 0.82) + leg * 1.15
  return 0.6 * (1 - (2 * leg - 0.5) ** 2 * 3) + 0.75 * Math.sin(y * Math.PI * 2)
}

/** Chunky stocking stitch. */
export const knit = (colour: string, size = 8.5): Cloth => ({
  colour,
  relief: (u, v) => stitch(u, v, size) * size * 0.14,
  weave: (u, v) => 1 + 0.12 * (spot(u * 0.9, v * 0.9) - 0.5) + 0.08 * stitch(u, v, size),
  fuzz: 0.22,
  sheen: 0.01,
  gloss: 6,
})

/** Upright ribs. */
export const rib = (colour: string, size = 7): Cloth => ({
  colour,
  relief: (u, v) =>
    Math.abs(Math.sin((u * Math.PI) / size)) ** 0.7 * size * 0.3 + 0.25 * Math.sin(v * 1.7),
  weave: (u, v) =>
    1 +
    0.07 * (spot(u * 0.9, v * 0.9) - 0.5) -
    0.2 * (1 - Math.abs(Math.sin((u * Math.PI) / size))) ** 3,
  fuzz: 0.16,
  sheen: 0.01,
  gloss: 6,
})

/** Cables: two ropes that cross, on a purled ground. */
export function cable(colour: string, every = 92, middle = 400): Cloth {
  const ground = knit(colour, 6.5)
  return {
    ...ground,
    relief: (u, v) => {
      const x = ((((u - middle + every / 2) % every) + every) % every) - every / 2
      const swing = Math.sin(v / 15.5) * 11
      const front = Math.cos(v / 15.5)
      const strand = (at: number, lift: number) => {
        const d = (x - at) / 9.5
        return d * d < 1 ? Math.sqrt(1 - d * d) * (6.2 + lift * 3.2) : 0
      }
      const rope = Math.max(strand(swing, front), strand(-swing, -front))
      const side =
        Math.abs(Math.abs(x) - 31) < 5 ? Math.sqrt(1 - ((Math.abs(x) - 31) / 5) ** 2) * 3.2 : 0
      return rope + side + stitch(u, v, 6.5) * 0.55
    },
  }
}
