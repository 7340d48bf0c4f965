/** The same numbers in 0..1 for the same seed, every time. */
export function makeRandom(seed: number): () => number {
  let state = (seed * 2654435761 + 12345) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export type Noise = (x: number, y: number) => number

const made = new Map<number, Noise>()

/** Smooth value noise in 0..1, one bump per unit. */
export function makeNoise(seed: number): Noise {
  const known = made.get(seed)
  if (known) return known
  const random = makeRandom(seed)
  const grid = Float32Array.from({ length: 65536 }, random)
  const noise: Noise = (x, y) => {
    const xi = Math.floor(x)
    const yi = Math.floor(y)
    const fx = x - xi
    const fy = y - yi
    const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
    const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
    const row = (yi & 255) << 8
    const below = ((yi + 1) & 255) << 8
    const a = grid[(xi & 255) + row] as number
    const b = grid[((xi + 1) & 255) + row] as number
    const c = grid[(xi & 255) + below] as number
    const d = grid[((xi + 1) & 255) + below] as number
    return (a + (b - a) * u) * (1 - v) + (c + (d - c) * u) * v
  }
  made.set(seed, noise)
  return noise
}
