import { linear } from '../field/colour.ts'
import { makeNoise } from '../field/noise.ts'
import type { View } from '../field/raster.ts'

export type Canvas = { width: number; height: number; rgb: Float32Array }

/** Tinted paper, brighter where the window is. `wide` pages keep the same fall of light. */
export function layPaper(view: View, tint: string, page = { w: 800, h: 1000 }): Canvas {
  const { width, height } = view
  const rgb = new Float32Array(width * height * 3)
  const base = linear(tint)
  const cloud = makeNoise(901)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const ux = (x / view.k + view.ox) / page.w
      const uy = (y / view.k + view.oy) / page.h
      const far = Math.hypot(ux - 0.34, (uy - 0.3) * 0.9)
      const light = 1.07 - 0.26 * far * far - 0.05 * far + 0.018 * (cloud(ux * 3, uy * 3) - 0.5)
      const i = (y * width + x) * 3
      for (let c = 0; c < 3; c++) rgb[i + c] = (base[c] as number) * light
    }
  return { width, height, rgb }
}
