import type { Cloth } from '../../cloth/cloth.ts'
import { inside } from '../../cloth/weaves.ts'
import { through } from '../../field/path.ts'
import { fan } from '../../light/creases.ts'
import { drape, type Flare, flare, gathers, hemPoints, sum } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { seam } from '../parts/notions.ts'
import { type Sleeve, sleeves } from '../tops/sleeves.ts'
import { armholes, backNeck, bodyCreases, neckPath, type Torso, torsoPath } from '../tops/torso.ts'

/** A skirt hanging from a waist: the back of its hem, then the front. */
export function skirtParts(
  f: Flare,
  cloth: Cloth,
  o: {
    sag?: number
    wave?: number
    seed?: number
    gather?: number
    hem?: number
    back?: boolean
    opacity?: number
  } = {},
): Part[] {
  const cx = f.cx ?? 400
  const sag = o.sag ?? 22
  const wave = o.wave ?? 7
  const hem = hemPoints(f, sag, wave)
  const [lx, ly] = hem[0] ?? [0, 0]
  const [rx, ry] = hem.at(-1) ?? [0, 0]
  const drop = f.bottom - f.top
  const up = (x: number, y: number, s: number) =>
    `C${x + s * (f.to - f.from) * 0.42} ${y - drop * 0.42} ${cx - s * (f.from + (f.to - f.from) * 0.16)} ${f.top + drop * 0.18} ${cx - s * f.from} ${f.top}`
  const down = `C${cx - f.from - (f.to - f.from) * 0.16} ${f.top + drop * 0.18} ${lx + (f.to - f.from) * 0.42} ${ly - drop * 0.42} ${lx} ${ly}`
  const top = `M${cx + f.from} ${f.top} C${cx + f.from * 0.4} ${f.top + 7} ${cx - f.from * 0.4} ${f.top + 7} ${cx - f.from} ${f.top}`
  const front = `${top} ${down} ${through(hem, false)} ${up(rx, ry, -1)} Z`
  const backHem = hemPoints({ ...f, to: f.to * 0.975 }, sag - 9, wave * 0.9, Math.PI)
  const backPart: Part = {
    shape: `M${cx - f.from} ${f.bottom - drop * 0.3} ${through(backHem, false)} L${cx + f.from} ${f.bottom - drop * 0.3} Z`,
    cloth: inside(cloth),
    dim: 0.55,
    round: 8,
    lift: 2,
  }
  return [
    ...(o.back === false ? [] : [backPart]),
    {
      shape: front,
      cloth,
      round: 60,
      reach: 66,
      edge: 4,
      fold: sum(
        flare(f),
        o.gather ? gathers(f.top, 90, o.gather, 3.4, (f.seed ?? 1) + 3, cx, f.from) : () => 0,
      ),
      lines: [seam(through(hem.map(([x, y]) => [x, y - (o.hem ?? 12)] as const)), -1.3)],
      ...(o.opacity && { opacity: o.opacity }),
    },
  ]
}

/** The upper half of a dress, ending at the waist. */
export function bodiceParts(
  t: Torso,
  cloth: Cloth,
  o: { sleeve?: Sleeve; sleeveCloth?: Cloth; seed?: number; lines?: string[]; back?: boolean } = {},
): Part[] {
  const seed = o.seed ?? 1
  return [
    ...(o.back === false ? [] : backNeck(t, cloth)),
    ...(o.sleeve ? sleeves(t, { ...o.sleeve, seed }, o.sleeveCloth ?? cloth) : []),
    {
      shape: torsoPath(t),
      cloth,
      round: 46,
      reach: 44,
      fold: drape(0.5, seed),
      creases: bodyCreases(t, seed, 0.8),
      lines: [
        seam(armholes(t), -1.6),
        seam(neckPath(t), 1.6, 7),
        seam(neckPath({ ...t, neckY: t.neckY + 8, neckW: t.neckW + 7 }), -1.2),
        ...(o.lines ? [seam(o.lines, -1.8)] : []),
      ],
    },
  ]
}

/** A sash round the waist, knotted at the side with two ends. */
export function sash(
  x: number,
  y: number,
  half: number,
  cloth: Cloth,
  o: { h?: number; knot?: number; drop?: number; seed?: number } = {},
): Part[] {
  const h = o.h ?? 34
  const kx = o.knot ?? 340
  const drop = o.drop ?? 210
  const seed = o.seed ?? 1
  const band: Part = {
    shape: `M${x - half} ${y} C${x - half * 0.4} ${y + 9} ${x + half * 0.4} ${y + 9} ${x + half} ${y} L${x + half + 2} ${y + h} C${x + half * 0.4} ${y + h + 9} ${x - half * 0.4} ${y + h + 9} ${x - half - 2} ${y + h} Z`,
    cloth,
    round: 12,
    reach: 12,
    edge: 5,
    lift: 5,
    lay: (a, b) => [a * 0.97 + 37, b + 300],
    creases: [
      ...fan(kx + 8, y + h * 0.6, 0, {
        spread: 22,
        count: 4,
        length: 130,
        height: 3.4,
        width: 5,
        seed,
      }),
      ...fan(kx - 8, y + h * 0.6, 180, {
        spread: 22,
        count: 3,
        length: 70,
        height: 3.4,
        width: 5,
        seed: seed + 1,
      }),
    ],
  }
  const end = (dx: number, len: number, w: number): Part => ({
    shape: `M${kx - 8} ${y + h * 0.4} C${kx + dx * 0.2} ${y + h + 30} ${kx + dx * 0.5 - w * 0.5} ${y + h + len * 0.5} ${kx + dx - w} ${y + h + len} L${kx + dx + w * 0.8} ${y + h + len + 12} C${kx + dx * 0.5 + w * 0.8} ${y + h + len * 0.5} ${kx + dx * 0.3 + w * 0.5} ${y + h + 30} ${kx + 10} ${y + h * 0.4} Z`,
    cloth,
    round: 10,
    reach: 12,
    edge: 4,
    lift: 5,
    fold: (a, b) => 3 * Math.sin((a - kx - dx * ((b - y) / len)) * 0.22),
    lay: (a, b) => [a + 71, b + 130],
  })
  return [
    band,
    end(-30, drop, 17),
    end(22, drop * 0.82, 16),
    {
      shape: `M${kx - 17} ${y + 2} C${kx - 8} ${y - 7} ${kx + 12} ${y - 7} ${kx + 19} ${y + 4} C${kx + 24} ${y + h * 0.5} ${kx + 18} ${y + h + 4} ${kx + 2} ${y + h + 7} C${kx - 14} ${y + h + 6} ${kx - 24} ${y + h * 0.6} ${kx - 17} ${y + 2} Z`,
      cloth,
      round: 16,
      reach: 13,
      edge: 6,
      lift: 5,
      lay: (a, b) => [a + 11, b + 57],
      creases: fan(kx - 14, y + h * 0.3, 30, {
        spread: 50,
        count: 3,
        length: 44,
        height: 4,
        width: 5,
        seed: seed + 5,
        jitter: 3,
      }),
    },
  ]
}

export const dressTorso: Torso = {
  neck: 'crew',
  neckW: 52,
  neckY: 92,
  neckDepth: 60,
  shoulderW: 116,
  shoulderY: 112,
  armW: 112,
  armY: 226,
  waistW: 90,
  waistY: 392,
  hemW: 90,
  hemY: 392,
  sag: 7,
}
