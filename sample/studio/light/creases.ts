import { makeRandom } from '../field/noise.ts'
import type { Affine } from '../field/path.ts'
import { clamp } from '../field/plane.ts'
import type { View } from '../field/raster.ts'

/** A fold that runs from a point where cloth is held; units and degrees. */
export type Crease = {
  x: number
  y: number
  angle: number
  length: number
  width: number
  height: number
  bend: number
}

/** Creases spreading from one held point: an underarm, a knot, a button, a knee. */
export function fan(
  x: number,
  y: number,
  angle: number,
  o: {
    spread?: number
    count?: number
    length?: number
    width?: number
    height?: number
    seed?: number
    jitter?: number
  } = {},
): Crease[] {
  const { spread = 50, count = 5, length = 120, width = 9, height = 5, seed = 1, jitter = 10 } = o
  const random = makeRandom(seed * 31 + Math.round(x * 3 + y))
  return Array.from({ length: count }, (_, i) => ({
    x: x + (random() - 0.5) * jitter,
    y: y + (random() - 0.5) * jitter,
    angle: angle + (count > 1 ? i / (count - 1) - 0.5 : 0) * spread + (random() - 0.5) * 9,
    length: length * (0.6 + random() * 0.7),
    width: width * (0.7 + random() * 0.6),
    height: height * (0.6 + random() * 0.7),
    bend: (random() - 0.5) * 0.35,
  }))
}

/** Adds the creases to a window's heights. */
export function addCreases(
  creases: readonly Crease[],
  out: Float32Array,
  win: { x: number; y: number; w: number; h: number },
  view: View,
  m: Affine,
): void {
  const size = Math.sqrt(Math.abs(m[0] * m[3] - m[1] * m[2]))
  for (const c of creases) {
    const a = (c.angle * Math.PI) / 180
    const X = m[0] * c.x + m[2] * c.y + m[4]
    const Y = m[1] * c.x + m[3] * c.y + m[5]
    const DX = m[0] * Math.cos(a) + m[2] * Math.sin(a)
    const DY = m[1] * Math.cos(a) + m[3] * Math.sin(a)
    const norm = Math.hypot(DX, DY) || 1
    const [dx, dy] = [DX / norm, DY / norm]
    const length = c.length * size
    const reach = length + c.width * 4 * size
    const left = Math.max(0, Math.floor((X - reach - view.ox) * view.k) - win.x)
    const right = Math.min(win.w, Math.ceil((X + reach - view.ox) * view.k) - win.x)
    const top = Math.max(0, Math.floor((Y - reach - view.oy) * view.k) - win.y)
    const bottom = Math.min(win.h, Math.ceil((Y + reach - view.oy) * view.k) - win.y)
    for (let py = top; py < bottom; py++)
      for (let px = left; px < right; px++) {
        const ux = (px + win.x) / view.k + view.ox - X
        const uy = (py + win.y) / view.k + view.oy - Y
        const t = (ux * dx + uy * dy) / length
        if (t < -0.15 || t > 1) continue
        const along = clamp((t + 0.15) / 1.15)
        const width = c.width * size * (0.55 + 0.9 * along)
        const d = (ux * -dy + uy * dx - c.bend * length * t * t) / width
        if (d > 4 || d < -3) continue
        const ends = Math.sin(Math.PI * along ** 0.6) ** 1.2
        const i = py * win.w + px
        out[i] =
          (out[i] as number) +
          c.height * size * ends * (Math.exp(-d * d) - 0.45 * Math.exp(-((d - 1.7) ** 2) * 0.8))
      }
  }
}
