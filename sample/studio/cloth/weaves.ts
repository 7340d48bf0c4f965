import { blend, darken, linear, type Rgb } from '../field/colour.ts'
import { makeNoise } from '../field/noise.ts'
import { clamp, smooth } from '../field/plane.ts'
import type { Cloth } from './cloth.ts'

export const slub = makeNoise(500)

export const slub2 = makeNoise(501)

export const spot = makeNoise(502)

/** Threads only show when a pixel is finer than they are. */
export const near = (k: number): number => smooth(1.6, 3.2, k)

const poplinWeave = (u: number, v: number, k: number): number =>
  1 +
  0.025 * (slub(u * 0.9, v * 0.05) + slub2(u * 0.05, v * 0.9) - 1) +
  near(k) * 0.05 * Math.sin(u * 3.1) * Math.sin(v * 3.1)

const linenWeave = (u: number, v: number, k: number): number =>
  1 +
  0.11 * (slub(u * 0.75, v * 0.035) - 0.5) +
  0.1 * (slub2(u * 0.03, v * 0.7) - 0.5) +
  near(k) * 0.09 * Math.sin(u * 2.6) * Math.sin(v * 2.6)

const twillWeave = (u: number, v: number, k: number): number =>
  1 +
  0.05 * (slub(u * 0.5, v * 0.04) - 0.5) +
  (0.025 + 0.06 * near(k)) * Math.sin((u * 0.9 + v) * 2.2)

export const cotton = (colour: string): Cloth => ({
  colour,
  weave: poplinWeave,
  sheen: 0.03,
  gloss: 12,
})

export const linen = (colour: string): Cloth => ({
  colour,
  weave: linenWeave,
  sheen: 0.015,
  gloss: 8,
})

export const twill = (colour: string): Cloth => ({
  colour,
  weave: twillWeave,
  sheen: 0.03,
  gloss: 14,
})

export const wool = (colour: string): Cloth => ({
  colour,
  weave: (u, v, k) => twillWeave(u, v, k) + 0.06 * (spot(u * 0.8, v * 0.8) - 0.5),
  sheen: 0.02,
  gloss: 10,
  fuzz: 0.1,
})

export const crepe = (colour: string): Cloth => ({
  colour,
  weave: (u, v) => 1 + 0.05 * (spot(u * 0.9, v * 0.7) - 0.5),
  sheen: 0.025,
  gloss: 10,
})

export const satin = (colour: string): Cloth => ({
  colour,
  sheen: 0.32,
  gloss: 9,
  weave: (u, v) => 1 + 0.02 * (slub(u * 0.9, v * 0.06) - 0.5),
})

export const velvet = (colour: string): Cloth => ({
  colour,
  sheen: 0.02,
  gloss: 6,
  fuzz: 0.75,
  weave: (u, v) => 1 + 0.1 * (spot(u * 0.5, v * 0.5) - 0.5),
})

export const chiffon = (colour: string, opacity = 0.62): Cloth => ({
  colour,
  opacity,
  sheen: 0.05,
  gloss: 12,
  weave: poplinWeave,
})

export const canvas = (colour: string): Cloth => ({
  colour,
  weave: (u, v, k) =>
    1 +
    0.07 * (slub(u * 0.4, v * 0.04) - 0.5) +
    0.07 * (slub2(u * 0.04, v * 0.4) - 0.5) +
    (0.03 + 0.09 * near(k)) * Math.sin(u * 2.1) * Math.sin(v * 2.1),
  sheen: 0.01,
  gloss: 8,
})

/** Blue warp over white weft: the white shows in slubs and where it is worn. */
export function denim(colour: string, wear: (u: number, v: number) => number = () => 0): Cloth {
  const dark = linear(colour)
  const pale = linear(blend(colour, '#dfe6ea', 0.72))
  return {
    colour,
    paint: (u, v) => {
      const warp = slub(u * 1.3, v * 0.05) * 0.13 + slub2(u * 2.6, v * 0.4) * 0.12
      const cloud = spot(u * 0.02, v * 0.016) * 0.1
      const t = clamp(warp + cloud + wear(u, v) - 0.08)
      return [0, 1, 2].map(
        (c) => (dark[c] as number) * (1 - t) + (pale[c] as number) * t,
      ) as unknown as Rgb
    },
    weave: (u, v, k) => 1 + (0.04 + 0.11 * near(k)) * Math.sin((u * 0.75 + v) * 2.4),
    sheen: 0.01,
    gloss: 8,
  }
}

/** The wrong side: the same cloth in its own shade. */
export const inside = (cloth: Cloth): Cloth => ({
  colour: darken(cloth.colour, 0.28),
  weave: poplinWeave,
  sheen: 0,
})
