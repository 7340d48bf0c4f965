import { makeNoise } from '../field/noise.ts'
import type { Cloth } from './cloth.ts'
import type { Draw, Inks } from './wax-ink.ts'

const crack = makeNoise(620)

const blot = makeNoise(621)

/** Wax cotton: the print, fine veins where the wax cracked, and a crisp hand. */
export function chitenje(draw: Draw, inks: Inks, size = 1): Cloth {
  const drawn = draw(inks)
  return {
    colour: inks[0],
    tile: {
      w: drawn.w * size,
      h: drawn.h * size,
      svg: `<g transform="scale(${size})">${drawn.svg}</g>`,
    },
    weave: (u, v, k) => {
      const vein = Math.abs(crack(u * 0.035 + blot(u * 0.1, v * 0.1), v * 0.035) - 0.5)
      const thread = k > 2 ? 0.022 * Math.sin(u * 3.1) * Math.sin(v * 3.1) : 0
      return (
        1 +
        (k > 2 ? 0.03 : 0.02) * (blot(u * 0.2, v * 0.2) - 0.5) -
        (vein < 0.006 ? 0.1 : 0) +
        thread
      )
    },
    sheen: 0.045,
    gloss: 14,
  }
}
