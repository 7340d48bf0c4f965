import { invert, still } from '../field/path.ts'
import { blur, clamp } from '../field/plane.ts'
import { asShape, rasterise, type View } from '../field/raster.ts'
import { addCreases } from './creases.ts'
import type { Part } from './part.ts'

export type Window = { x: number; y: number; w: number; h: number }

const rise = (t: number): number => Math.sqrt(clamp(t) + 0.05) - 0.2236

/** The height of a part in units: roundness, turned edge, folds, creases, seams, the cloth's own surface. */
export async function buildHeight(
  part: Part,
  mask: Float32Array,
  win: Window,
  view: View,
): Promise<Float32Array> {
  const m = part.at ?? still
  const size = Math.sqrt(Math.abs(m[0] * m[3] - m[1] * m[2]))
  const k = view.k * size
  const near = blur(mask, win.w, win.h, 5 * k)
  const wide = blur(mask, win.w, win.h, (part.reach ?? 34) * k)
  const round = (part.round ?? 30) * size
  const edge = (part.edge ?? 6) * size
  const h = new Float32Array(win.w * win.h)
  const inv = invert(m)
  const { relief } = part.cloth
  for (let y = 0; y < win.h; y++)
    for (let x = 0; x < win.w; x++) {
      const i = y * win.w + x
      if ((mask[i] as number) < 0.003) continue
      const X = (x + win.x) / view.k + view.ox
      const Y = (y + win.y) / view.k + view.oy
      const lx = inv[0] * X + inv[2] * Y + inv[4]
      const ly = inv[1] * X + inv[3] * Y + inv[5]
      let v =
        round * rise(((wide[i] as number) - 0.42) * 1.75) +
        edge * rise(((near[i] as number) - 0.45) * 1.9)
      if (part.fold) v += part.fold(lx, ly) * size
      if (relief) {
        const [u, w] = part.lay ? part.lay(lx, ly) : [lx, ly]
        v += relief(u, w) * size
      }
      h[i] = v
    }
  if (part.creases) addCreases(part.creases, h, win, view, m)
  for (const line of part.lines ?? []) {
    const shape = asShape(line.shape).map((ink) =>
      line.width ? { ...ink, stroke: line.width } : ink,
    )
    const drawn = await rasterise(shape, view, m, win)
    const soft = blur(drawn, win.w, win.h, (line.soft ?? 1.6) * k)
    for (let i = 0; i < h.length; i++)
      h[i] = (h[i] as number) + line.depth * size * (soft[i] as number)
  }
  return h
}
