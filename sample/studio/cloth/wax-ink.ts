import type { Tile } from './cloth.ts'

/** Ground, main, light, dark and accent of a wax print. */
export type Inks = readonly [
  ground: string,
  main: string,
  light: string,
  dark: string,
  accent: string,
]

export type Draw = (inks: Inks) => Tile

export const disc = (
  x: number,
  y: number,
  r: number,
  fill: string,
  stroke = 'none',
  w = 0,
): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="${stroke}" stroke-width="${w}"/>`

export const path = (d: string, fill: string, stroke = 'none', w = 0): string =>
  `<path d="${d}" fill="${fill}" stroke="${stroke}" stroke-width="${w}" stroke-linejoin="round" stroke-linecap="round"/>`

export const round = (x: number, y: number, n: number, one: (i: number) => string): string =>
  Array.from(
    { length: n },
    (_, i) => `<g transform="translate(${x} ${y}) rotate(${(i * 360) / n})">${one(i)}</g>`,
  ).join('')

export const petal = (from: number, to: number, w: number): string =>
  `M0 ${-from} C${w} ${-from - (to - from) * 0.35} ${w * 0.8} ${-to + 2} 0 ${-to} C${-w * 0.8} ${-to + 2} ${-w} ${-from - (to - from) * 0.35} 0 ${-from} Z`

export const ground = (w: number, h: number, fill: string): string =>
  `<rect x="-1" y="-1" width="${w + 2}" height="${h + 2}" fill="${fill}"/>`

export const seeds = (w: number, h: number, fill: string, step: number, r: number): string => {
  let dots = ''
  for (let y = 0; y * step < h - 1; y++)
    for (let x = 0; x * step < w - 1; x++)
      dots += disc(x * step + (y % 2 ? step / 2 : 0) + step / 4, y * step + step / 4, r, fill)
  return dots
}
