import { makeNoise } from '../field/noise.ts'
import type { Point } from '../field/path.ts'
import { clamp, smooth } from '../field/plane.ts'
import type { Fold } from './part.ts'

export const sum =
  (...folds: readonly Fold[]): Fold =>
  (x, y) => {
    let h = 0
    for (const fold of folds) h += fold(x, y)
    return h
  }

/** A ridge where noise crosses its middle, with a rounded crest. */
const round = (n: number): number => Math.exp(-(((n - 0.5) / 0.17) ** 2))

/** Soft hanging unevenness along the length of the cloth. */
export function drape(amount = 1, seed = 1, lean = 0): Fold {
  const a = makeNoise(seed + 100)
  const b = makeNoise(seed + 101)
  return (x, y) => {
    const warp = a(x * 0.006 + 3, y * 0.006) * 2
    const ridge = round(a(x * 0.013 + lean * y * 0.01 + warp, y * 0.0034 + warp * 0.5))
    return amount * (ridge * 8 + b(x * 0.024, y * 0.012) * 4.4)
  }
}

/** Crumple, for linen and soft bags: ridges without a direction. */
export function crumple(amount = 1, seed = 1, scale = 1): Fold {
  const a = makeNoise(seed + 200)
  const b = makeNoise(seed + 201)
  return (x, y) => {
    const u = (x * 0.02) / scale
    const v = (y * 0.02) / scale
    const w = b(u * 0.5, v * 0.5) * 2.4
    return amount * (round(a(u + w, v - w)) * 6 + round(b(u * 2.3 - w, v * 2.1 + w)) * 2)
  }
}

export type Flare = {
  cx?: number
  top: number
  bottom: number
  /** Half widths at the top and at the bottom. */
  from: number
  to: number
  /** How many folds across, how high, and how far down they start (0..1). */
  count?: number
  height?: number
  start?: number
  seed?: number
}

function phaseOf(f: Flare): (u: number, t: number) => number {
  const slow = makeNoise((f.seed ?? 1) + 300)
  return (u, t) =>
    u * (f.count ?? 6) * Math.PI +
    5.2 * slow(u * 1.9 + 9, t * 0.55) +
    1.1 * slow(u * 4 + 40, t * 1.1)
}

const pleat = (w: number): number => {
  const s = Math.sin(w)
  return s > 0 ? s ** 0.85 : -0.75 * (-s) ** 1.25
}

/** Folds that fall from a waist and open towards the hem. */
export function flare(f: Flare): Fold {
  const phase = phaseOf(f)
  const small = makeNoise((f.seed ?? 1) + 310)
  const cx = f.cx ?? 400
  return (x, y) => {
    const t = (y - f.top) / (f.bottom - f.top)
    const half = f.from + (f.to - f.from) * clamp(t, 0, 1.1)
    const u = (x - cx) / half
    const w = phase(u, t)
    const grow = smooth(-0.04, 0.12 + (f.start ?? 0.35), t) * (0.35 + 0.65 * clamp(t))
    return (
      (f.height ?? 15) * (pleat(w) * 0.82 + 0.24 * pleat(w * 1.9 + 1.3) * (0.4 + 0.6 * t)) * grow +
      2.4 * small(x * 0.02, y * 0.009)
    )
  }
}

/** The hem that such folds make, from left to right, as points. */
export function hemPoints(f: Flare, sag: number, wave: number, shift = 0): Point[] {
  const phase = phaseOf(f)
  const cx = f.cx ?? 400
  return Array.from({ length: 49 }, (_, i) => {
    const u = (i / 48) * 2 - 1
    const lift = pleat(phase(u * 0.985, 1) + shift)
    return [
      cx + u * f.to + Math.cos(phase(u, 1) + shift) * wave * 0.25 * (1 - u * u),
      f.bottom + sag * (1 - u * u) + lift * wave * (1 - 0.6 * u * u),
    ] as const
  })
}

/** Gathers: fine folds that die out a little below the seam that holds them. */
export function gathers(
  top: number,
  depth: number,
  count: number,
  height: number,
  seed = 1,
  cx = 400,
  half = 100,
): Fold {
  const noise = makeNoise(seed + 400)
  return (x, y) => {
    const t = (y - top) / depth
    if (t < -0.1 || t > 1.2) return 0
    const u = (x - cx) / (half * (1 + 0.35 * clamp(t)))
    const w = u * count * Math.PI + 3.4 * noise(u * 6 + 5, t * 0.8)
    return height * pleat(w) * (1 - smooth(0.15, 1.15, t)) * smooth(-0.1, 0.08, t)
  }
}
