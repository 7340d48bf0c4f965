import { linear, type Rgb } from '../field/colour.ts'
import { makeNoise } from '../field/noise.ts'
import { invert, still } from '../field/path.ts'
import { blur, clamp, smooth } from '../field/plane.ts'
import { asShape, rasterise, type View } from '../field/raster.ts'
import { buildHeight, type Window } from './height.ts'
import type { Canvas } from './paper.ts'
import type { Part } from './part.ts'
import { sample, weaveTile } from './texture.ts'

// One soft window, upper left; the paper gives some of the light back.
const key: Rgb = [-0.5, -0.58, 0.643]
const half: Rgb = [-0.276, -0.32, 0.906]
const warm: Rgb = [1.015, 1, 0.975]

/** Dark where the surface rises between a point and the window. */
function selfShadow(
  h: Float32Array,
  i: number,
  x: number,
  y: number,
  w: number,
  k: number,
): number {
  let dark = 0
  const here = h[i] as number
  for (let s = 1; s <= 4; s++) {
    const far = s * s * 1.9
    const sx = x - Math.round(far * 0.65 * k)
    const sy = y - Math.round(far * 0.76 * k)
    if (sx < 0 || sy < 0) break
    const over = ((h[sy * w + sx] as number) - here) / far - 0.5
    if (over > dark) dark = over
  }
  return 1 - 0.42 * smooth(0, 0.9, dark)
}

/** What polished metal sees: a bright window, dark room, warm paper below. */
function reflect(nx: number, ny: number, nz: number): number {
  const up = -(nx * 0.62 + ny * 0.78)
  const window = smooth(0.3, 0.52, up) * (1 - smooth(0.8, 0.97, up))
  const paper = smooth(0.12, 0.6, -up) * 0.5
  return 0.2 + 0.22 * nz + 1.5 * window + paper
}

export async function shade(
  canvas: Canvas,
  part: Part,
  mask: Float32Array,
  win: Window,
  view: View,
  paper: Rgb,
): Promise<void> {
  const m = part.at ?? still
  const inv = invert(m)
  const size = Math.sqrt(Math.abs(m[0] * m[3] - m[1] * m[2]))
  const { cloth } = part
  const { w } = win
  const h = await buildHeight(part, mask, win, view)
  const low = blur(h, w, win.h, 11 * view.k)
  const tile = cloth.tile && (await weaveTile(cloth.tile, view.k * size))
  const holes = cloth.cover && (await weaveTile(cloth.cover, view.k * size))
  const marks: { cover: Float32Array; rgb: Rgb; strength: number }[] = []
  for (const mark of part.marks ?? []) {
    const shape = asShape(mark.shape).map((ink) => ({
      ...ink,
      ...(mark.width && { stroke: mark.width }),
      ...(mark.dash && { dash: mark.dash, butt: true }),
    }))
    const drawn = await rasterise(shape, view, m, win)
    const cover = mark.soft ? blur(drawn, w, win.h, mark.soft * view.k * size) : drawn
    marks.push({ cover, rgb: linear(mark.colour), strength: mark.strength ?? 1 })
  }
  const flat = linear(cloth.colour)
  const base = new Float32Array(3)
  const hole = new Float32Array(3)
  const sheen = cloth.sheen ?? 0.04
  const gloss = cloth.gloss ?? 18
  const dim = part.dim ?? 1
  const mottle = makeNoise(55)
  const push = 4
  for (let y = 0; y < win.h; y++)
    for (let x = 0; x < w; x++) {
      const i = y * w + x
      let cover = mask[i] as number
      if (cover < 0.004) continue
      const slope = 0.5 * view.k
      const inL = x > 0 && (mask[i - 1] as number) > 0.003
      const inR = x < w - 1 && (mask[i + 1] as number) > 0.003
      const inT = y > 0 && (mask[i - w] as number) > 0.003
      const inB = y < win.h - 1 && (mask[i + w] as number) > 0.003
      const hi = h[i] as number
      const dx = ((inR ? (h[i + 1] as number) : hi) - (inL ? (h[i - 1] as number) : hi)) * slope
      const dy = ((inB ? (h[i + w] as number) : hi) - (inT ? (h[i - w] as number) : hi)) * slope
      const nz = 1 / Math.sqrt(dx * dx + dy * dy + 1)
      const nx = -dx * nz
      const ny = -dy * nz
      const X = (x + win.x) / view.k + view.ox
      const Y = (y + win.y) / view.k + view.oy
      const lx = inv[0] * X + inv[2] * Y + inv[4]
      const ly = inv[1] * X + inv[3] * Y + inv[5]
      const [lu, lv] = part.lay ? part.lay(lx, ly) : [lx, ly]
      const u = lu + nx * push
      const v = lv + ny * push
      if (holes) {
        sample(holes, u, v, hole)
        cover *= clamp((hole[0] as number) * 1.02)
        if (cover < 0.004) continue
      }
      if (tile) sample(tile, u, v, base)
      else if (cloth.paint) base.set(cloth.paint(u, v))
      else base.set(flat)
      const thread =
        (cloth.weave ? cloth.weave(u, v, view.k * size) : 1) *
        (0.985 + 0.03 * mottle(u * 0.03, v * 0.03)) *
        (part.tone ? part.tone(lx, ly) : 1)
      for (const mark of marks) {
        const a = (mark.cover[i] as number) * mark.strength
        if (a > 0.004)
          for (let c = 0; c < 3; c++)
            base[c] = (base[c] as number) * (1 - a) + (mark.rgb[c] as number) * a
      }
      const facing = nx * key[0] + ny * key[1] + nz * key[2]
      const shadow = selfShadow(h, i, x, y, w, view.k)
      const occluded = clamp(1 + (hi - (low[i] as number)) * 0.04, 0.45, 1.08)
      const lit = (Math.max(0, facing + 0.28) / 1.28) * shadow * 1
      const fill = 0.25 + 0.05 * nz + 0.1 * Math.max(0, nx * 0.7 + ny * 0.5)
      const spot = Math.max(0, nx * half[0] + ny * half[1] + nz * half[2]) ** gloss * sheen * shadow
      const rim = cloth.fuzz ? cloth.fuzz * (1 - nz) ** 1.6 : 0
      const out = ((y + win.y) * canvas.width + x + win.x) * 3
      const alpha = clamp(cover * (part.opacity ?? 1) * (cloth.opacity ?? 1))
      const mirror = cloth.metal ? reflect(nx, ny, nz) * (0.8 + 0.2 * occluded) : 0
      for (let c = 0; c < 3; c++) {
        const b = base[c] as number
        let value: number
        if (cloth.metal)
          value = b * mirror * (mirror > 1 ? 1.1 : 1) + Math.max(0, mirror - 1.1) * 0.4
        else {
          const bounce = 0.75 + 0.25 * (paper[c] as number)
          const light = (lit * (warm[c] as number) + fill * bounce) * occluded * thread
          // Shaded cloth keeps its colour: dark folds go deeper, not greyer.
          value =
            b * light * (light < 1 ? 1 - 0.16 * (1 - light) * (1 - b) : 1) +
            spot +
            rim * (b * 0.7 + 0.06)
        }
        canvas.rgb[out + c] = (canvas.rgb[out + c] as number) * (1 - alpha) + value * dim * alpha
      }
    }
}
