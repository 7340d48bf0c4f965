import type { Cloth } from '../cloth/cloth.ts'
import type { Affine, Point } from '../field/path.ts'
import { multiply, placing } from '../field/path.ts'
import type { Outline } from '../field/raster.ts'
import type { Crease } from './creases.ts'

/** A height in units at a point of the garment's own page (800 x 1000 units). */
export type Fold = (x: number, y: number) => number

/** A seam (negative depth), hem or ridge along strokes, softened over `soft` units. */
export type Line = { shape: Outline; depth: number; soft?: number; width?: number }

/** Thread, print or shading laid on the surface before light. */
export type Mark = {
  shape: Outline
  colour: string
  strength?: number
  soft?: number
  width?: number
  dash?: string
}

export type Part = {
  shape: Outline
  cloth: Cloth
  /** Height of the body's roundness, and how far from the edge it grows, in units. */
  round?: number
  reach?: number
  /** Height of the turned edge. */
  edge?: number
  fold?: Fold
  creases?: readonly Crease[]
  lines?: readonly Line[]
  marks?: readonly Mark[]
  /** Where on the cloth a point lies. */
  lay?: (x: number, y: number) => Point
  /** How far above what lies below, in units: the contact shadow. 0 for none. */
  lift?: number
  /** Light that reaches it: insides and backs get less. */
  dim?: number
  /** Fading or shading by place, multiplies the colour. */
  tone?: Fold
  opacity?: number
  /** Not part of the shadow on the paper. */
  floats?: boolean
  at?: Affine
}

/** A ready garment moved on the page as one thing. */
export function place(parts: readonly Part[], o: Parameters<typeof placing>[0]): Part[] {
  const m = placing(o)
  return parts.map((part) => ({ ...part, at: part.at ? multiply(m, part.at) : m }))
}
