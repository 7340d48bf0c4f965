import { movePath, multiply, still } from '../field/path.ts'
import { asShape, type View } from '../field/raster.ts'
import type { Part } from './part.ts'

/** The box that a stack of parts covers, in units. */
function reachOf(parts: readonly Part[]): { l: number; t: number; r: number; b: number } {
  const box = { l: Infinity, t: Infinity, r: -Infinity, b: -Infinity }
  for (const part of parts) {
    const m = part.at ?? still
    for (const ink of asShape(part.shape)) {
      if (ink.level === 0) continue
      const half = (ink.stroke ?? 0) / 2
      movePath(ink.d, (x, y) => {
        const X = m[0] * x + m[2] * y + m[4]
        const Y = m[1] * x + m[3] * y + m[5]
        box.l = Math.min(box.l, X - half)
        box.r = Math.max(box.r, X + half)
        box.t = Math.min(box.t, Y - half)
        box.b = Math.max(box.b, Y + half)
        return [x, y]
      })
    }
  }
  return box
}

/** Moves and scales parts to fill `share` of a box around a middle; says how, so that a close view finds its place. */
export function fit(
  parts: readonly Part[],
  o: { cx?: number; cy?: number; w?: number; h?: number; share?: number; most?: number } = {},
): { parts: Part[]; scale: number; dx: number; dy: number } {
  const box = reachOf(parts)
  const share = o.share ?? 0.83
  const scale = Math.min(
    o.most ?? 1.3,
    ((o.w ?? 800) * share) / (box.r - box.l),
    ((o.h ?? 1000) * share) / (box.b - box.t),
  )
  const dx = (o.cx ?? 400) - (scale * (box.l + box.r)) / 2
  const dy = (o.cy ?? 500) - (scale * (box.t + box.b)) / 2
  const m = [scale, 0, 0, scale, dx, dy] as const
  return { parts: parts.map((p) => ({ ...p, at: p.at ? multiply(m, p.at) : m })), scale, dx, dy }
}

/** The whole page in a picture of this width. */
export const wholePage = (width: number): View => ({
  width,
  height: Math.round(width * 1.25),
  k: width / 800,
  ox: 0,
  oy: 0,
})

/** Part of the page, `times` closer. */
export function closeUp(width: number, x: number, y: number, times: number): View {
  return {
    width,
    height: Math.round(width * 1.25),
    k: (width / 800) * times,
    ox: x - 400 / times,
    oy: y - 500 / times,
  }
}
