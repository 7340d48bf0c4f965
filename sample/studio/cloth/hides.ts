import { linear, type Rgb } from '../field/colour.ts'
import { smooth } from '../field/plane.ts'
import type { Cloth } from './cloth.ts'
import { slub, slub2, spot } from './weaves.ts'

const cell = (u: number, v: number): number => {
  let best = 9
  const xi = Math.floor(u)
  const yi = Math.floor(v)
  for (let dy = -1; dy <= 1; dy++)
    for (let dx = -1; dx <= 1; dx++) {
      const px = xi + dx + slub((xi + dx) * 7.13, (yi + dy) * 3.71)
      const py = yi + dy + slub2((xi + dx) * 5.31, (yi + dy) * 9.17)
      best = Math.min(best, (u - px) ** 2 + (v - py) ** 2)
    }
  return Math.sqrt(best)
}

export const leather = (colour: string, grain = 0.35, polish = 0.26): Cloth =>
  ({
    colour,
    relief: grain > 0 ? (u, v) => -grain * cell(u / 4.6, v / 4.6) : undefined,
    weave: (u, v) => 1 + 0.07 * (spot(u * 0.06, v * 0.06) - 0.5),
    sheen: polish,
    gloss: 26,
  }) as Cloth

export const suede = (colour: string): Cloth => ({
  colour,
  weave: (u, v) =>
    1 + 0.16 * (spot(u * 0.7, v * 0.7) - 0.5) + 0.12 * (slub(u * 0.05, v * 0.06) - 0.5),
  fuzz: 0.32,
  sheen: 0.01,
  gloss: 6,
})

export const rubber = (colour: string): Cloth => ({ colour, sheen: 0.07, gloss: 20 })

export const wood = (colour: string): Cloth => ({
  colour,
  sheen: 0.08,
  gloss: 20,
  weave: (u, v) => 1 + 0.2 * (slub(u * 0.04, v * 0.5) - 0.5),
})

export const metal = (colour: string): Cloth => ({ colour, metal: true })

export const hammered = (colour: string): Cloth => ({
  colour,
  metal: true,
  relief: (u, v) => 1.5 * cell(u / 8, v / 8),
})

export const bead = (colour: string): Cloth => ({ colour, sheen: 0.75, gloss: 60 })

/** Palm leaf plaited over and under; `band` colours some rows. */
export function palm(
  colour: string,
  band?: { colour: string; rows: (v: number) => boolean },
  size = 9,
): Cloth {
  const plain = linear(colour)
  const dyed = linear(band?.colour ?? colour)
  return {
    colour,
    paint: (u, v) =>
      band?.rows(v) && (Math.floor(u / size) + Math.floor(v / size)) % 2 ? dyed : plain,
    relief: (u, v) => {
      const over = (Math.floor(u / size) + Math.floor(v / size)) % 2 === 0
      const a = Math.abs(Math.sin((u * Math.PI) / size))
      const b = Math.abs(Math.sin((v * Math.PI) / size))
      return (over ? a ** 0.5 * (0.5 + b) : b ** 0.5 * (0.5 + a)) * 2.1
    },
    weave: (u, v) =>
      1 +
      0.2 * (slub(Math.floor(u / size) * 3.7, Math.floor(v / size) * 5.1) - 0.5) +
      0.06 * Math.sin(u * 2.3) * Math.sin(v * 2.3),
    sheen: 0.05,
    gloss: 14,
  }
}

/** Amber acetate with dark clouds. */
export function tortoiseshell(): Cloth {
  const amber = linear('#b9772f')
  const brown = linear('#2c150b')
  return {
    colour: '#7a451c',
    paint: (u, v) => {
      const t = smooth(
        0.42,
        0.62,
        0.65 * spot(u * 0.045, v * 0.045) + 0.35 * slub(u * 0.1, v * 0.1),
      )
      return [0, 1, 2].map(
        (c) => (amber[c] as number) * (1 - t) + (brown[c] as number) * t,
      ) as unknown as Rgb
    },
    sheen: 0.55,
    gloss: 40,
  }
}
