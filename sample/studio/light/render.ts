import { linear } from '../field/colour.ts'
import { still } from '../field/path.ts'
import { blur, clamp, smooth } from '../field/plane.ts'
import { asShape, boundsOf, rasterise, type View } from '../field/raster.ts'
import type { Window } from './height.ts'
import { type Canvas, layPaper } from './paper.ts'
import type { Part } from './part.ts'
import { shade } from './shade.ts'

export type Scene = { parts: readonly Part[]; paper: string; page?: { w: number; h: number } }

type Laid = { part: Part; win: Window; mask: Float32Array }

/** The soft shadow that everything together throws on the paper; worked out at a quarter of the size. */
function groundShadow(canvas: Canvas, laid: readonly Laid[], view: View): void {
  const q = 4
  const w = Math.ceil(canvas.width / q)
  const h = Math.ceil(canvas.height / q)
  const union = new Float32Array(w * h)
  for (const { part, win, mask } of laid) {
    if (part.floats) continue
    for (let y = 0; y < win.h; y += 2)
      for (let x = 0; x < win.w; x += 2) {
        const i = Math.floor((y + win.y) / q) * w + Math.floor((x + win.x) / q)
        union[i] = Math.max(union[i] as number, mask[y * win.w + x] as number)
      }
  }
  const k = view.k / q
  const casts = [
    { soft: blur(union, w, h, 9 * k), dx: 5 * k, dy: 9 * k, dark: 0.3 },
    { soft: blur(union, w, h, 38 * k), dx: 17 * k, dy: 30 * k, dark: 0.34 },
  ]
  for (let y = 0; y < canvas.height; y++)
    for (let x = 0; x < canvas.width; x++) {
      let light = 1
      for (const cast of casts) {
        const sx = clamp(x / q - cast.dx, 0, w - 1.001)
        const sy = clamp(y / q - cast.dy, 0, h - 1.001)
        const i = Math.floor(sy) * w + Math.floor(sx)
        const [fx, fy] = [sx % 1, sy % 1]
        const top = (cast.soft[i] as number) * (1 - fx) + ((cast.soft[i + 1] ?? 0) as number) * fx
        const low =
          ((cast.soft[i + w] ?? 0) as number) * (1 - fx) +
          ((cast.soft[i + w + 1] ?? 0) as number) * fx
        light *= 1 - cast.dark * (top * (1 - fy) + low * fy)
      }
      const i = (y * canvas.width + x) * 3
      canvas.rgb[i] = (canvas.rgb[i] as number) * light ** 0.94
      canvas.rgb[i + 1] = (canvas.rgb[i + 1] as number) * light
      canvas.rgb[i + 2] = (canvas.rgb[i + 2] as number) * light ** 1.04
    }
}

/** The close shadow of one part on whatever lies under it. */
function contactShadow(canvas: Canvas, { part, win, mask }: Laid, view: View): void {
  const lift = part.lift ?? 3.5
  if (lift === 0) return
  const k = view.k
  const pad = Math.ceil(lift * 6 * k)
  const x0 = Math.max(0, win.x - pad)
  const y0 = Math.max(0, win.y - pad)
  const w = Math.min(canvas.width, win.x + win.w + pad) - x0
  const h = Math.min(canvas.height, win.y + win.h + pad) - y0
  const spread = new Float32Array(w * h)
  for (let y = 0; y < win.h; y++)
    spread.set(mask.subarray(y * win.w, (y + 1) * win.w), (y + win.y - y0) * w + win.x - x0)
  const soft = blur(spread, w, h, lift * 1.7 * k)
  const dx = Math.round(lift * 0.75 * k)
  const dy = Math.round(lift * 1.2 * k)
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const dark = soft[Math.max(0, y - dy) * w + Math.max(0, x - dx)] as number
      if (dark < 0.004) continue
      const light = 1 - 0.5 * dark
      const i = ((y + y0) * canvas.width + x + x0) * 3
      for (let c = 0; c < 3; c++) canvas.rgb[i + c] = (canvas.rgb[i + c] as number) * light
    }
}

/** Lays the paper, then every part in order: shadow, then shaded cloth. */
export async function render(scene: Scene, view: View): Promise<Canvas> {
  const canvas = layPaper(view, scene.paper, scene.page)
  const laid: Laid[] = []
  for (const part of scene.parts) {
    const shape = asShape(part.shape)
    const at = part.at ?? still
    const win = boundsOf(shape, view, at, 3 + 6 * view.k)
    if (win) laid.push({ part, win, mask: await rasterise(shape, view, at, win) })
  }
  groundShadow(canvas, laid, view)
  const paper = linear(scene.paper)
  for (const one of laid) {
    contactShadow(canvas, one, view)
    await shade(canvas, one.part, one.mask, one.win, view, paper)
  }
  return canvas
}

const shoulder = (v: number): number =>
  v < 0.8 ? v : 0.8 + 0.2 * smooth(0, 1, (v - 0.8) / 0.62) * 0.98

/** To 8-bit sRGB, with highlights rolled off rather than cut. */
export function develop(canvas: Canvas): Buffer {
  const out = Buffer.alloc(canvas.rgb.length)
  let state = 1
  for (let i = 0; i < out.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const v = shoulder(Math.max(0, canvas.rgb[i] as number))
    out[i] = clamp(v ** (1 / 2.2) * 255 + (state / 4294967296 - 0.5) * 0.6 + 0.5, 0, 255)
  }
  return out
}
