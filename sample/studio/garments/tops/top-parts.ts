import type { Cloth } from '../../cloth/cloth.ts'
import { mirror, type Point } from '../../field/path.ts'
import { drape } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { button, seam, stitching } from '../parts/notions.ts'
import type { Sleeve } from './sleeves.ts'
import { armholes, bodyCreases, type Torso, torsoPath } from './torso.ts'

export const shirtTorso: Torso = {
  neck: 'v',
  neckW: 58,
  neckY: 112,
  neckDepth: 62,
  shoulderW: 190,
  shoulderY: 158,
  armW: 182,
  armY: 322,
  waistW: 170,
  waistY: 560,
  hemW: 180,
  hemY: 770,
  sag: 26,
}

export const longSleeve: Sleeve = { outer: [82, 700], inner: [154, 724], bow: 8 }

/** A band at the end of a sleeve, both sides. */
export function cuffs(
  s: Sleeve,
  cloth: Cloth,
  h: number,
  o: { button?: string; flare?: number } = {},
): Part[] {
  const [ox, oy] = s.outer
  const [ix, iy] = s.inner
  const len = Math.hypot(ix - ox, iy - oy)
  const n: Point = [-(iy - oy) / len, (ix - ox) / len]
  const w = o.flare ?? 0
  const d = `M${ox - 2} ${oy - 4} C${ox + (ix - ox) * 0.33} ${oy + (iy - oy) * 0.33 + 3} ${ox + (ix - ox) * 0.66} ${oy + (iy - oy) * 0.66 + 3} ${ix + 2} ${iy - 4} L${ix + n[0] * h + w} ${iy + n[1] * h} C${ox + (ix - ox) * 0.66 + n[0] * h} ${oy + (iy - oy) * 0.66 + n[1] * h + 6} ${ox + (ix - ox) * 0.33 + n[0] * h} ${oy + (iy - oy) * 0.33 + n[1] * h + 6} ${ox + n[0] * h - w} ${oy + n[1] * h} Z`
  return [false, true].flatMap((flip): Part[] => [
    {
      shape: flip ? mirror(d) : d,
      cloth,
      round: 20,
      reach: 18,
      edge: 4,
      lift: 2.4,
      lay: (x, y) => [y * 1.01 + 17, x],
      marks: [
        stitching(
          (flip ? mirror : String)(
            `M${ox + n[0] * (h - 6)} ${oy + n[1] * (h - 6)} L${ix + n[0] * (h - 6)} ${iy + n[1] * (h - 6) + 3}`,
          ),
          cloth.colour,
        ),
      ],
    },
    ...(o.button
      ? button(
          flip ? 800 - (ox + 13 + n[0] * h * 0.5) : ox + 13 + n[0] * h * 0.5,
          oy + 4 + n[1] * h * 0.5,
          4,
          o.button,
        )
      : []),
  ])
}

/** The body of anything worn on top, with seams at armhole, side and hem. */
export function topBody(
  t: Torso,
  cloth: Cloth,
  o: { seed?: number; hem?: string; creases?: number; neckband?: boolean; lines?: string[] } = {},
): Part {
  const seed = o.seed ?? 1
  const y = t.hemY - 12
  return {
    shape: torsoPath(t, o.hem),
    cloth,
    round: 62,
    reach: 70,
    edge: 5,
    fold: drape(0.8, seed),
    creases: bodyCreases(t, seed, o.creases ?? 1.25)
      .slice(0, 6)
      .concat(bodyCreases(t, seed + 9, 0.7).slice(6)),
    lines: [
      seam(armholes(t), -2),
      ...(o.hem
        ? []
        : [
            seam(
              `M${400 - t.hemW} ${y} C${400 - t.hemW * 0.5} ${y + (t.sag ?? 8)} ${400 + t.hemW * 0.5} ${y + (t.sag ?? 8)} ${400 + t.hemW} ${y}`,
              -1.4,
            ),
          ]),
      ...(o.lines ? [seam(o.lines, -1.8)] : []),
    ],
  }
}

export const teeTorso: Torso = {
  neck: 'crew',
  neckW: 66,
  neckY: 118,
  neckDepth: 56,
  shoulderW: 194,
  shoulderY: 160,
  armW: 186,
  armY: 334,
  waistW: 180,
  waistY: 580,
  hemW: 186,
  hemY: 776,
  sag: 12,
}
