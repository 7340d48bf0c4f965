import { metal, rubber } from '../../cloth/hides.ts'
import { twill } from '../../cloth/weaves.ts'
import { darken, lighten, lightness } from '../../field/colour.ts'
import { box, ellipse } from '../../field/path.ts'
import type { Line, Mark, Part } from '../../light/part.ts'

/** A sewn-on button with four holes. */
export function button(x: number, y: number, r: number, colour: string): Part[] {
  const hole = r * 0.26
  return [
    {
      shape: ellipse(x, y, r),
      cloth: { ...rubber(colour), sheen: 0.22, gloss: 24 },
      round: r * 0.5,
      reach: r * 0.5,
      edge: r * 0.25,
      lift: 1.6,
      lines: [
        { shape: [{ d: ellipse(x, y, r * 0.66), stroke: r * 0.16 }], depth: -r * 0.14, soft: 0.5 },
      ],
      marks: [
        {
          shape: [
            [-1, -1],
            [1, -1],
            [-1, 1],
            [1, 1],
          ].map(([dx, dy]) => ellipse(x + (dx ?? 0) * hole, y + (dy ?? 0) * hole, r * 0.13)),
          colour: darken(colour, 0.75),
          strength: 0.8,
        },
      ],
    },
  ]
}

export const rivet = (x: number, y: number, r = 3, colour = '#b06a3a'): Part => ({
  shape: ellipse(x, y, r),
  cloth: metal(colour),
  round: r,
  reach: r,
  edge: 1,
  lift: 0.8,
})

/** Visible thread beside a seam, and the dent it makes. */
export function topstitch(
  d: string | readonly string[],
  colour: string,
  width = 1.5,
): { lines: Line[]; marks: Mark[] } {
  const paths = typeof d === 'string' ? [d] : d
  return {
    lines: [{ shape: paths.map((p) => ({ d: p, stroke: 4.5, butt: true })), depth: -1, soft: 1.2 }],
    marks: [
      {
        shape: paths.map((p) => ({ d: p, stroke: width, dash: '4.6 2.6', butt: true })),
        colour,
        strength: 0.9,
      },
    ],
  }
}

/** A seam as a groove. */
export const seam = (d: string | readonly string[], depth = -2.2, width = 2.4): Line => ({
  shape: (typeof d === 'string' ? [d] : d).map((p) => ({ d: p, stroke: width })),
  depth,
  soft: 1.1,
})

/** Seam and a second row of quiet thread. */
export const stitching = (d: string | readonly string[], cloth: string): Mark => ({
  shape: (typeof d === 'string' ? [d] : d).map((p) => ({
    d: p,
    stroke: 1.2,
    dash: '3.4 2.2',
    butt: true,
  })),
  colour: lightness(cloth) > 0.55 ? darken(cloth, 0.3) : lighten(cloth, 0.28),
  strength: 0.55,
})

/** The maker's label inside a neck. */
export function label(x: number, y: number, w = 46): Part[] {
  const h = w * 0.5
  return [
    {
      shape: box(x - w / 2, y, w, h, 1.5),
      cloth: twill('#efe6d4'),
      round: 1,
      edge: 1,
      lift: 1,
      marks: [
        {
          shape: [
            { d: `M${x - w * 0.3} ${y + h * 0.4} L${x + w * 0.3} ${y + h * 0.4}`, stroke: 3 },
          ],
          colour: '#a5331f',
          strength: 0.9,
        },
        {
          shape: [
            { d: `M${x - w * 0.2} ${y + h * 0.7} L${x + w * 0.2} ${y + h * 0.7}`, stroke: 1.4 },
          ],
          colour: '#2b211b',
          strength: 0.7,
        },
      ],
    },
  ]
}

/** Metal teeth between two tapes, along a straight line. */
export function zip(x: number, from: number, to: number, tape: string, teeth = '#b9b2a4'): Part[] {
  return [
    {
      shape: box(x - 7, from, 14, to - from, 1),
      cloth: twill(tape),
      round: 1,
      edge: 1.5,
      lift: 1,
      marks: [
        {
          shape: [{ d: `M${x} ${from} L${x} ${to}`, stroke: 7, dash: '2 1.7', butt: true }],
          colour: teeth,
        },
        {
          shape: [{ d: `M${x} ${from} L${x} ${to}`, stroke: 1 }],
          colour: darken(teeth, 0.7),
          strength: 0.7,
        },
      ],
    },
    { shape: box(x - 5, from + 4, 10, 15, 3), cloth: metal(teeth), round: 4, reach: 4, lift: 1.5 },
    {
      shape: box(x - 3.4, from + 17, 6.8, 26, 3),
      cloth: metal(teeth),
      round: 3,
      reach: 4,
      lift: 2,
    },
  ]
}

/** A pin buckle, square. */
export function buckle(x: number, y: number, w: number, h: number, colour: string): Part[] {
  const t = Math.max(3, Math.min(w, h) * 0.15)
  return [
    {
      shape: [
        { d: box(x - w / 2, y - h / 2, w, h, t * 1.4) },
        { d: box(x - w / 2 + t, y - h / 2 + t, w - 2 * t, h - 2 * t, t * 0.8), level: 0 },
      ],
      cloth: metal(colour),
      round: t,
      reach: t * 0.7,
      edge: 1,
      lift: 2.4,
    },
    {
      shape: [{ d: `M${x - w / 2 + t} ${y} L${x + w / 2 - t * 0.5} ${y}`, stroke: t * 0.8 }],
      cloth: metal(colour),
      round: t * 0.7,
      reach: t * 0.5,
      edge: 1,
      lift: 2,
    },
  ]
}
