/** A rectangle of the picture, in pixels, with one number per pixel. */
export type Plane = { x: number; y: number; w: number; h: number; data: Float32Array }

export const clamp = (v: number, low = 0, high = 1): number => (v < low ? low : v > high ? high : v)

export const smooth = (from: number, to: number, v: number): number => {
  const t = clamp((v - from) / (to - from))
  return t * t * (3 - 2 * t)
}

/** Three box blurs, close to a Gaussian; floats, so that slopes do not band. Beyond the rim repeats the rim. */
export function blur(src: Float32Array, w: number, h: number, radius: number): Float32Array {
  const r = Math.max(1, Math.round(radius * 0.6))
  const span = 2 * r + 1
  let from = src
  const across = new Float32Array(w * h)
  const sums = new Float32Array(w)
  for (let pass = 0; pass < 3; pass++) {
    for (let y = 0; y < h; y++) {
      const row = y * w
      const first = from[row] as number
      const last = from[row + w - 1] as number
      let sum = first * (r + 1)
      for (let x = 1; x <= r; x++) sum += from[row + Math.min(w - 1, x)] as number
      for (let x = 0; x < w; x++) {
        across[row + x] = sum / span
        const enter = x + r + 1 < w ? (from[row + x + r + 1] as number) : last
        const leave = x - r >= 0 ? (from[row + x - r] as number) : first
        sum += enter - leave
      }
    }
    const out = new Float32Array(w * h)
    const end = (h - 1) * w
    for (let x = 0; x < w; x++) sums[x] = (across[x] as number) * (r + 1)
    for (let y = 1; y <= r; y++) {
      const row = Math.min(h - 1, y) * w
      for (let x = 0; x < w; x++) sums[x] = (sums[x] as number) + (across[row + x] as number)
    }
    for (let y = 0; y < h; y++) {
      const row = y * w
      const enter = y + r + 1 < h ? (y + r + 1) * w : end
      const leave = y - r >= 0 ? (y - r) * w : 0
      for (let x = 0; x < w; x++) {
        const sum = sums[x] as number
        out[row + x] = sum / span
        sums[x] = sum + (across[enter + x] as number) - (across[leave + x] as number)
      }
    }
    from = out
  }
  return from
}
