import sharp from 'sharp'
import { makeNoise } from './noise.ts'
import { type Affine, movePath, type Point } from './path.ts'
import type { Plane } from './plane.ts'

sharp.concurrency(1)

/** One stroke or filled outline: `level` 1 paints it in, 0 cuts it out again. */
export type Ink = { d: string; level?: number; stroke?: number; dash?: string; butt?: boolean }
export type Shape = readonly Ink[]

export type Outline = Shape | string | readonly string[]

export function asShape(outline: Outline): Shape {
  if (typeof outline === 'string') return [{ d: outline }]
  return outline.map((one) => (typeof one === 'string' ? { d: one } : one))
}

/** The picture's window on the page: `k` pixels a unit, from unit (ox, oy). */
export type View = { width: number; height: number; k: number; ox: number; oy: number }

const sway = makeNoise(77)
const swing = makeNoise(78)

/** From garment units to pixels; a slow wobble keeps mirrored halves from looking mirrored. */
export function toPixel(view: View, m: Affine, wobble = 3.2): (x: number, y: number) => Point {
  return (x, y) => {
    const X = m[0] * x + m[2] * y + m[4]
    const Y = m[1] * x + m[3] * y + m[5]
    const wx = X + (sway(X / 85, Y / 85) - 0.5) * wobble
    const wy = Y + (swing(X / 85, Y / 85) - 0.5) * wobble
    return [(wx - view.ox) * view.k, (wy - view.oy) * view.k]
  }
}

/** The pixels that a shape can touch, with a rim of `pad` pixels, inside the picture; nothing when it lies outside. */
export function boundsOf(
  shape: Shape,
  view: View,
  m: Affine,
  pad: number,
): Omit<Plane, 'data'> | undefined {
  const move = toPixel(view, m)
  let [l, t, r, b] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const ink of shape) {
    if (ink.level === 0) continue
    const half = ((ink.stroke ?? 0) / 2) * view.k
    movePath(ink.d, (x, y) => {
      const [px, py] = move(x, y)
      l = Math.min(l, px - half)
      r = Math.max(r, px + half)
      t = Math.min(t, py - half)
      b = Math.max(b, py + half)
      return [x, y]
    })
  }
  const x = Math.max(0, Math.floor(l - pad))
  const y = Math.max(0, Math.floor(t - pad))
  const w = Math.min(view.width, Math.ceil(r + pad)) - x
  const h = Math.min(view.height, Math.ceil(b + pad)) - y
  return w > 1 && h > 1 ? { x, y, w, h } : undefined
}

/** A shape as coverage 0..1 over a window. */
export async function rasterise(
  shape: Shape,
  view: View,
  m: Affine,
  win: Omit<Plane, 'data'>,
): Promise<Float32Array> {
  const move = toPixel(view, m)
  const size = Math.sqrt(Math.abs(m[0] * m[3] - m[1] * m[2])) * view.k
  const marks = shape.map((ink) => {
    const d = movePath(ink.d, (x, y) => {
      const [px, py] = move(x, y)
      return [px - win.x, py - win.y]
    })
    const grey = Math.round((ink.level ?? 1) * 255)
    const paint = `rgb(${grey},${grey},${grey})`
    if (ink.stroke === undefined) return `<path d="${d}" fill="${paint}"/>`
    const dash = ink.dash
      ? ` stroke-dasharray="${ink.dash
          .split(' ')
          .map((n) => Number(n) * size)
          .join(' ')}"`
      : ''
    const cap = ink.butt ? 'butt' : 'round'
    return `<path d="${d}" fill="none" stroke="${paint}" stroke-width="${ink.stroke * size}" stroke-linecap="${cap}" stroke-linejoin="round"${dash}/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${win.w}" height="${win.h}"><rect width="100%" height="100%"/>${marks.join('')}</svg>`
  const raw = await sharp(Buffer.from(svg)).extractChannel(0).raw().toBuffer()
  const out = new Float32Array(win.w * win.h)
  for (let i = 0; i < out.length; i++) out[i] = (raw[i] as number) / 255
  return out
}
