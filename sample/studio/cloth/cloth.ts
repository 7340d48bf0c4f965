import type { Rgb } from '../field/colour.ts'

/** A pattern that repeats: SVG drawn in a box of w x h units. */
export type Tile = { w: number; h: number; svg: string }

export type Cloth = {
  colour: string
  tile?: Tile
  /** Colour by place on the cloth, where a tile would repeat too plainly. */
  paint?: (u: number, v: number) => Rgb
  /** Threads: brightness around 1 at a place, given the pixels in a unit. */
  weave?: (u: number, v: number, k: number) => number
  /** Height of the cloth's own surface, in units. */
  relief?: (u: number, v: number) => number
  /** Holes of lace and net: how much of the cloth is there. */
  cover?: Tile
  /** Strength and tightness of the highlight. */
  sheen?: number
  gloss?: number
  metal?: boolean
  /** Velvet and wool: light caught at the edges. */
  fuzz?: number
  opacity?: number
}

/** The same cloth without its pattern. */
export function unprinted(cloth: Cloth, colour = cloth.colour): Cloth {
  const { tile: _, ...rest } = cloth
  return { ...rest, colour }
}
