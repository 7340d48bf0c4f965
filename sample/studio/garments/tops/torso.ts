import type { Cloth } from '../../cloth/cloth.ts'
import { inside } from '../../cloth/weaves.ts'
import { mirror, type Point } from '../../field/path.ts'
import { fan } from '../../light/creases.ts'
import type { Part } from '../../light/part.ts'
import { label, seam } from '../parts/notions.ts'

// All widths are half widths from the middle, x = 400.
export type Neck = 'crew' | 'v' | 'scoop' | 'boat' | 'square' | 'heart' | 'deep'

export type Torso = {
  neck: Neck
  neckW: number
  neckY: number
  neckDepth: number
  shoulderW: number
  shoulderY: number
  armW: number
  armY: number
  waistW: number
  waistY: number
  hipW?: number
  hipY?: number
  hemW: number
  hemY: number
  sag?: number
}

type Cubic = readonly [Point, Point, Point]

const L = (w: number): number => 400 - w

/** The left side from neck to hem. */
function side(t: Torso): Cubic[] {
  const list: Cubic[] = [
    [
      [L(t.neckW + (t.shoulderW - t.neckW) * 0.35), t.neckY + (t.shoulderY - t.neckY) * 0.22],
      [L(t.neckW + (t.shoulderW - t.neckW) * 0.7), t.neckY + (t.shoulderY - t.neckY) * 0.62],
      [L(t.shoulderW), t.shoulderY],
    ],
    [
      [
        L(t.shoulderW - (t.shoulderW - t.armW) * 0.2 - 13),
        t.shoulderY + (t.armY - t.shoulderY) * 0.4,
      ],
      [L(t.armW - 16), t.armY - (t.armY - t.shoulderY) * 0.22],
      [L(t.armW), t.armY],
    ],
    [
      [L(t.armW - 1), t.armY + (t.waistY - t.armY) * 0.35],
      [L(t.waistW), t.waistY - (t.waistY - t.armY) * 0.32],
      [L(t.waistW), t.waistY],
    ],
  ]
  const hipW = t.hipW
  const hipY = t.hipY
  if (hipW !== undefined && hipY !== undefined) {
    list.push([
      [L(t.waistW), t.waistY + (hipY - t.waistY) * 0.35],
      [L(hipW), hipY - (hipY - t.waistY) * 0.4],
      [L(hipW), hipY],
    ])
    list.push([
      [L(hipW), hipY + (t.hemY - hipY) * 0.4],
      [L(t.hemW), t.hemY - (t.hemY - hipY) * 0.4],
      [L(t.hemW), t.hemY],
    ])
  } else if (t.hemY > t.waistY + 1)
    list.push([
      [L(t.waistW), t.waistY + (t.hemY - t.waistY) * 0.35],
      [L(t.hemW), t.hemY - (t.hemY - t.waistY) * 0.35],
      [L(t.hemW), t.hemY],
    ])
  return list
}

/** The front neckline, from the left shoulder to the right one. */
export function neckline(t: Torso): string {
  const [l, r, y, c] = [400 - t.neckW, 400 + t.neckW, t.neckY, t.neckY + t.neckDepth]
  switch (t.neck) {
    case 'v':
      return `C${l + 10} ${y + t.neckDepth * 0.45} ${400 - 22} ${c - 22} 400 ${c} C${400 + 22} ${c - 22} ${r - 10} ${y + t.neckDepth * 0.45} ${r} ${y}`
    case 'square':
      return `C${l + 3} ${y + t.neckDepth * 0.5} ${l + 4} ${c - 6} ${l + 6} ${c} C${l + 30} ${c + 4} ${r - 30} ${c + 4} ${r - 6} ${c} C${r - 4} ${c - 6} ${r - 3} ${y + t.neckDepth * 0.5} ${r} ${y}`
    case 'heart':
      return `C${l + 8} ${c - 40} ${l + 34} ${c - 34} 400 ${c} C${r - 34} ${c - 34} ${r - 8} ${c - 40} ${r} ${y}`
    case 'boat':
      return `C${l + 30} ${c} ${400 - 40} ${c} 400 ${c} C${400 + 40} ${c} ${r - 30} ${c} ${r} ${y}`
    default:
      return `C${l + t.neckW * 0.12} ${y + t.neckDepth * 0.62} ${400 - t.neckW * 0.55} ${c} 400 ${c} C${400 + t.neckW * 0.55} ${c} ${r - t.neckW * 0.12} ${y + t.neckDepth * 0.62} ${r} ${y}`
  }
}

export const neckPath = (t: Torso): string => `M${400 - t.neckW} ${t.neckY} ${neckline(t)}`

export const backNeckPath = (t: Torso, dip = 6): string =>
  `M${400 - t.neckW} ${t.neckY} C${400 - t.neckW * 0.6} ${t.neckY + dip} ${400 + t.neckW * 0.6} ${t.neckY + dip} ${400 + t.neckW} ${t.neckY}`

/** The whole front as one outline. `hem` replaces the plain hem: a path from left to right without its M. */
export function torsoPath(t: Torso, hem?: string): string {
  const down = side(t)
  let d = `M${400 - t.neckW} ${t.neckY}`
  for (const [a, b, p] of down) d += ` C${a[0]} ${a[1]} ${b[0]} ${b[1]} ${p[0]} ${p[1]}`
  const end = down.at(-1)?.[2] ?? [400, 500]
  const sag = t.sag ?? 8
  d +=
    hem ??
    ` C${400 - (400 - end[0]) * 0.5} ${end[1] + sag * 1.3} ${400 + (400 - end[0]) * 0.5} ${end[1] + sag * 1.3} ${800 - end[0]} ${end[1]}`
  for (let i = down.length - 1; i >= 0; i--) {
    const [a, b] = down[i] ?? [
      [0, 0],
      [0, 0],
    ]
    const p = i > 0 ? (down[i - 1]?.[2] ?? [0, 0]) : ([400 - t.neckW, t.neckY] as const)
    d += ` C${800 - b[0]} ${b[1]} ${800 - a[0]} ${a[1]} ${800 - p[0]} ${p[1]}`
  }
  // Back along the neckline, right to left: the same curve mirrored.
  return `${d} ${mirror(neckline(t))} Z`
}

/** The inside of the back that shows above the front neckline, with its label. */
export function backNeck(
  t: Torso,
  cloth: Cloth,
  o: { dip?: number; label?: boolean } = {},
): Part[] {
  const l = 400 - t.neckW
  const r = 400 + t.neckW
  const dip = Math.min(8, o.dip ?? 6)
  const bottom = t.neckY + t.neckDepth + 26
  const parts: Part[] = [
    {
      shape: `M${l - 6} ${t.neckY + 1} C${l + t.neckW * 0.4} ${t.neckY + dip} ${r - t.neckW * 0.4} ${t.neckY + dip} ${r + 6} ${t.neckY + 1} L${r + 10} ${bottom - 20} C${r - 20} ${bottom} ${l + 20} ${bottom} ${l - 10} ${bottom - 20} Z`,
      cloth: inside(cloth),
      dim: 0.62,
      round: 6,
      edge: 3,
      tone: (_x, y) => 1.1 - Math.min(0.45, Math.max(0, y - t.neckY) / 260),
      lines: [
        seam(
          `M${l + 2} ${t.neckY + 12} C${l + t.neckW * 0.5} ${t.neckY + dip + 11} ${r - t.neckW * 0.5} ${t.neckY + dip + 11} ${r - 2} ${t.neckY + 12}`,
          -1.5,
        ),
      ],
      lift: 2,
    },
  ]
  if (o.label !== false && t.neckDepth > 48)
    parts.push(
      ...label(400, t.neckY + dip + 6, Math.min(44, t.neckW * 0.7)).map((p) => ({
        ...p,
        dim: 0.8,
      })),
    )
  return parts
}

/** The creases every worn front has: from the armholes and towards the waist. */
export function bodyCreases(t: Torso, seed = 1, k = 1) {
  return [
    ...fan(400 - t.armW + 8, t.armY - 6, 28, {
      spread: 44,
      count: 3,
      length: 120 * k,
      height: 4.5 * k,
      seed,
    }),
    ...fan(400 + t.armW - 8, t.armY - 6, 152, {
      spread: 44,
      count: 3,
      length: 120 * k,
      height: 4.5 * k,
      seed: seed + 2,
    }),
    ...fan(400 - t.waistW + 4, t.waistY, -20, {
      spread: 60,
      count: 3,
      length: 90 * k,
      height: 3.2 * k,
      seed: seed + 4,
    }),
    ...fan(400 + t.waistW - 4, t.waistY, 200, {
      spread: 60,
      count: 3,
      length: 90 * k,
      height: 3.2 * k,
      seed: seed + 6,
    }),
  ]
}

/** The armhole seams, to be pressed into sleeves and body alike. */
export function armholes(t: Torso): string[] {
  const cubic = side(t)[1]
  if (!cubic) return []
  const [a, b, p] = cubic
  const d = `M${400 - t.shoulderW} ${t.shoulderY} C${a[0]} ${a[1]} ${b[0]} ${b[1]} ${p[0]} ${p[1]}`
  return [d, mirror(d)]
}
