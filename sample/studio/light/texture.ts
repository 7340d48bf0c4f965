import sharp from 'sharp'
import type { Tile } from '../cloth/cloth.ts'

export type Texture = { w: number; h: number; fu: number; fv: number; rgb: Float32Array }

const toLinear = Float32Array.from({ length: 256 }, (_, i) => (i / 255) ** 2.2)

/** A repeating tile as linear pixels, dense enough for `k` pixels a unit. */
export async function weaveTile(tile: Tile, k: number): Promise<Texture> {
  const density = Math.min(k * 1.15, 900 / Math.max(tile.w, tile.h))
  const w = Math.max(2, Math.round(tile.w * density))
  const h = Math.max(2, Math.round(tile.h * density))
  const around = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x * tile.w, y * tile.h]))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${w}" height="${h}" viewBox="0 0 ${tile.w} ${tile.h}" preserveAspectRatio="none"><defs><g id="t">${tile.svg}</g></defs>${around.map(([x, y]) => `<use xlink:href="#t" x="${x}" y="${y}"/>`).join('')}</svg>`
  const raw = await sharp(Buffer.from(svg))
    .flatten({ background: '#000' })
    .removeAlpha()
    .raw()
    .toBuffer()
  const rgb = new Float32Array(w * h * 3)
  for (let i = 0; i < rgb.length; i++) rgb[i] = toLinear[raw[i] as number] as number
  return { w, h, fu: w / tile.w, fv: h / tile.h, rgb }
}

/** The texture's colour at a place on the cloth, into `out`. */
export function sample(t: Texture, u: number, v: number, out: Float32Array): void {
  const x = u * t.fu - 0.5
  const y = v * t.fv - 0.5
  const xf = Math.floor(x)
  const yf = Math.floor(y)
  const fx = x - xf
  const fy = y - yf
  const x0 = ((xf % t.w) + t.w) % t.w
  const y0 = ((yf % t.h) + t.h) % t.h
  const x1 = x0 + 1 === t.w ? 0 : x0 + 1
  const y1 = y0 + 1 === t.h ? 0 : y0 + 1
  const a = (y0 * t.w + x0) * 3
  const b = (y0 * t.w + x1) * 3
  const c = (y1 * t.w + x0) * 3
  const d = (y1 * t.w + x1) * 3
  const wa = (1 - fx) * (1 - fy)
  const wb = fx * (1 - fy)
  const wc = (1 - fx) * fy
  const wd = fx * fy
  for (let i = 0; i < 3; i++)
    out[i] =
      (t.rgb[a + i] as number) * wa +
      (t.rgb[b + i] as number) * wb +
      (t.rgb[c + i] as number) * wc +
      (t.rgb[d + i] as number) * wd
}
