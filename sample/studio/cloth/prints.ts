import type { Cloth, Tile } from './cloth.ts'
import { jersey } from './knits.ts'
import { cotton } from './weaves.ts'

const rect = (x: number, y: number, w: number, h: number, fill: string, o = 1): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" fill-opacity="${o}"/>`
const tile = (w: number, h: number, ground: string, svg: string): Tile => ({
  w,
  h,
  svg: rect(-0.5, -0.5, w + 1, h + 1, ground) + svg,
})

export const stripes = (ground: string, line: string, w = 14, share = 0.5): Cloth => ({
  ...cotton(ground),
  tile: tile(w, 20, ground, rect(w * 0.25, -1, w * share, 22, line)),
})

/** Two widths of line, as shirt-makers do it. */
export const shirting = (ground: string, wide: string, thin: string, w = 26): Cloth => ({
  ...cotton(ground),
  tile: tile(
    w,
    20,
    ground,
    rect(w * 0.2, -1, w * 0.22, 22, wide) + rect(w * 0.68, -1, w * 0.06, 22, thin),
  ),
})

export const breton = (ground: string, line: string, h = 24): Cloth => ({
  ...jersey(ground),
  tile: tile(20, h, ground, rect(-1, h * 0.3, 22, h * 0.34, line)),
})

export const gingham = (ground: string, check: string, s = 26): Cloth => ({
  ...cotton(ground),
  tile: tile(
    s,
    s,
    ground,
    rect(0, -1, s / 2, s + 2, check, 0.5) + rect(-1, 0, s + 2, s / 2, check, 0.5),
  ),
})

export const plaid = (ground: string, a: string, b: string, thin: string, s = 92): Cloth => ({
  ...cotton(ground),
  fuzz: 0.14,
  tile: tile(
    s,
    s,
    ground,
    [0, 1]
      .map((turn) => {
        const bar = (at: number, w: number, c: string, o: number) =>
          turn ? rect(-1, at, s + 2, w, c, o) : rect(at, -1, w, s + 2, c, o)
        return (
          bar(8, 26, a, 0.6) +
          bar(50, 12, b, 0.65) +
          bar(66, 12, b, 0.65) +
          bar(20, 2.4, thin, 0.75) +
          bar(84, 2, thin, 0.6)
        )
      })
      .join(''),
  ),
})

export const polka = (ground: string, dot: string, s = 30, r = 5.2): Cloth => ({
  ...cotton(ground),
  tile: tile(
    s,
    s,
    ground,
    `<circle cx="${s / 4}" cy="${s / 4}" r="${r}" fill="${dot}"/><circle cx="${s * 0.75}" cy="${s * 0.75}" r="${r}" fill="${dot}"/>`,
  ),
})

/** Handwoven bands with a broken line, for scarves. */
export const loom = (ground: string, bands: readonly string[], h = 120): Cloth => ({
  ...cotton(ground),
  tile: tile(
    24,
    h,
    ground,
    bands
      .map(
        (c, i) =>
          rect(-1, (i * h) / bands.length, 26, (h / bands.length) * 0.46, c) +
          rect(2, ((i + 0.62) * h) / bands.length, 9, (h / bands.length) * 0.08, c),
      )
      .join(''),
  ),
})

const flower = (x: number, y: number, r: number) =>
  Array.from({ length: 6 }, (_, i) => {
    const a = (i * Math.PI) / 3
    return `<ellipse cx="${x + Math.cos(a) * r * 0.62}" cy="${y + Math.sin(a) * r * 0.62}" rx="${r * 0.46}" ry="${r * 0.27}" transform="rotate(${i * 60} ${x + Math.cos(a) * r * 0.62} ${y + Math.sin(a) * r * 0.62})" fill="#d8d8d8" stroke="#fff" stroke-width="1.6"/>`
  }).join('') + `<circle cx="${x}" cy="${y}" r="${r * 0.2}" fill="#fff"/>`

const leaf = (x: number, y: number, turn: number) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M0 0 Q9 -8 20 0 Q9 8 0 0 Z" fill="#cfcfcf" stroke="#fff" stroke-width="1.4"/><path d="M0 0 L20 0" stroke="#fff" stroke-width="1"/></g>`

/** Corded lace: flowers and leaves joined by bars, holes between. Painted white where there is thread. */
export function lace(colour: string): Cloth {
  const s = 74
  let net = ''
  for (let i = -8; i < 18; i++)
    net += `<path d="M${i * 7.4} -1 L${i * 7.4 + 76} 75 M${i * 7.4} -1 L${i * 7.4 - 76} 75" stroke="#8a8a8a" stroke-width=".9" fill="none"/>`
  const vine = `<path d="M18 18 C34 30 40 44 55 55 M55 55 C70 62 74 76 92 92 M18 18 C30 4 44 -4 55 -19" stroke="#fff" stroke-width="2.2" fill="none"/>`
  return {
    colour,
    sheen: 0.05,
    gloss: 14,
    weave: (u, v) => 1 + 0.05 * Math.sin(u * 2) * Math.sin(v * 2),
    cover: {
      w: s,
      h: s,
      svg:
        rect(-0.5, -0.5, s + 1, s + 1, '#4a4a4a') +
        net +
        vine +
        flower(18, 18, 17) +
        flower(55, 55, 13) +
        leaf(38, 22, -20) +
        leaf(58, 34, 60) +
        leaf(22, 46, 110),
    },
  }
}

export const printed = (on: Cloth, print: Tile): Cloth => ({ ...on, tile: print })
