import type { Cloth } from '../../cloth/cloth.ts'
import { mirror, type Point } from '../../field/path.ts'
import { fan } from '../../light/creases.ts'
import { drape, sum } from '../../light/folds.ts'
import type { Fold, Line, Part } from '../../light/part.ts'
import { seam } from '../parts/notions.ts'
import type { Torso } from './torso.ts'

export type Sleeve = {
  /** Where the cuff's outer and inner edges lie, on the left. */
  outer: Point
  inner: Point
  /** How the outside bulges, in units. */
  bow?: number
  puff?: number
  seed?: number
  cuff?: number
}

/** The left sleeve's outline; it starts inside the body, which lies over it. */
export function sleevePath(t: Torso, s: Sleeve): string {
  const [ox, oy] = s.outer
  const [ix, iy] = s.inner
  const sx = 400 - t.shoulderW
  const sy = t.shoulderY - 1
  const bow = s.bow ?? 16
  const puff = s.puff ?? 0
  const ux = 400 - t.armW + 24
  const uy = t.armY + 2
  const lowX = 400 - t.armW - 2
  const long = Math.hypot(ox - sx, oy - sy) > 245
  // The shoulder line runs on into the sleeve without a step.
  const slope = (1.27 * (t.shoulderY - t.neckY)) / Math.max(20, t.shoulderW - t.neckW)
  const start = `M${sx + 40} ${sy + 3 - 40 * slope} C${sx - 4} ${sy - 7 - puff * 0.8}`
  const cap =
    long || puff > 8
      ? `${start} ${sx - 24 - bow * 0.5 - puff} ${sy + 12 * slope + 8 - puff * 0.5} ${sx - 36 - bow - puff * 0.7} ${sy + 56}`
      : start
  const bulge = long || puff > 8
  return `${cap} ${!bulge ? `${ox + (sx - ox) * 0.42 - bow} ${oy - (oy - sy) * 0.58} ${ox} ${oy}` : long ? `C${sx - 46 - bow} ${sy + 120} ${ox - 2} ${oy - 130} ${ox} ${oy}` : `C${sx - 42 - bow - puff * 0.6} ${sy + 78} ${ox - 3} ${oy - 40} ${ox} ${oy}`} C${ox + (ix - ox) * 0.33} ${oy + (iy - oy) * 0.33 + 6} ${ox + (ix - ox) * 0.66} ${oy + (iy - oy) * 0.66 + 6} ${ix} ${iy} ${long ? `C${ix + 6} ${iy - 110} ${lowX - 10} ${uy + 110} ${lowX} ${uy + 8}` : puff > 8 ? `C${ix + 2} ${iy - 24} ${lowX - 4} ${uy + 30} ${lowX} ${uy}` : `C${ix + (lowX - ix) * 0.4} ${iy - (iy - uy) * 0.45} ${lowX - 6} ${uy + 10} ${lowX} ${uy}`} L${ux} ${uy - 2} Z`
}

/** Where the pattern lies on a sleeve: turned with the arm. */
export function alongArm(from: Point, to: Point, flip = false): (x: number, y: number) => Point {
  const a = Math.atan2(to[1] - from[1], to[0] - from[0]) - Math.PI / 2
  const c = Math.cos(-a)
  const s = Math.sin(-a)
  return (x, y) => {
    const X = (flip ? 800 - x : x) - from[0]
    const Y = y - from[1]
    return [X * c - Y * s + (flip ? 517 : 211), X * s + Y * c + 90]
  }
}

/** Both sleeves with elbow and armpit creases. */
export function sleeves(
  t: Torso,
  s: Sleeve,
  cloth: Cloth,
  o: {
    fold?: Fold
    lines?: (d: (p: string) => string) => Line[]
    opacity?: number
    seed?: number
  } = {},
): Part[] {
  const d = sleevePath(t, s)
  const from: Point = [400 - t.shoulderW, t.shoulderY]
  const to: Point = [(s.outer[0] + s.inner[0]) / 2, (s.outer[1] + s.inner[1]) / 2]
  const reachOut = Math.hypot(to[0] - from[0], to[1] - from[1])
  const seed = s.seed ?? 1
  return [false, true].map((flip): Part => {
    const flipped = (p: string) => (flip ? mirror(p) : p)
    const X = (x: number) => (flip ? 800 - x : x)
    const A = (a: number) => (flip ? 180 - a : a)
    const elbowX = from[0] + (to[0] - from[0]) * 0.52
    const elbowY = from[1] + (to[1] - from[1]) * 0.52
    const armpit = fan(X(400 - t.armW - 2), t.armY, A(250), {
      spread: 60,
      count: 4,
      length: Math.min(120, reachOut * 0.7),
      height: 5,
      width: 8,
      seed: seed + (flip ? 3 : 0),
    })
    const elbow =
      reachOut > 245
        ? [
            ...fan(X(elbowX + 26), elbowY, A(165), {
              spread: 46,
              count: 4,
              length: 74,
              height: 5.5,
              width: 8,
              seed: seed + (flip ? 7 : 5),
            }),
            ...fan(X(to[0] + 6), to[1] - 40, A(255), {
              spread: 40,
              count: 3,
              length: 80,
              height: 3.5,
              width: 8,
              seed: seed + 11,
            }),
          ]
        : fan(X(to[0]), to[1], A(280), {
            spread: 70,
            count: 3,
            length: 70,
            height: 3,
            width: 9,
            seed: seed + 5,
          })
    return {
      shape: flipped(d),
      cloth,
      round: 26,
      reach: 26,
      fold: sum(
        drape(0.55, seed + (flip ? 20 : 10)),
        o.fold ? (x, y) => o.fold?.(X(x), y) ?? 0 : () => 0,
      ),
      creases: [...armpit, ...elbow],
      lay: alongArm(from, to, flip),
      lines: [
        seam(
          flipped(
            `M${s.outer[0]} ${s.outer[1] - (s.cuff ?? 10)} C${s.outer[0] + (s.inner[0] - s.outer[0]) * 0.33} ${s.outer[1] + (s.inner[1] - s.outer[1]) * 0.33 - (s.cuff ?? 10) + 6} ${s.outer[0] + (s.inner[0] - s.outer[0]) * 0.66} ${s.outer[1] + (s.inner[1] - s.outer[1]) * 0.66 - (s.cuff ?? 10) + 6} ${s.inner[0]} ${s.inner[1] - (s.cuff ?? 10)}`,
          ),
          -1.5,
        ),
        ...(o.lines?.(flipped) ?? []),
      ],
      ...(o.opacity && { opacity: o.opacity }),
    }
  })
}
