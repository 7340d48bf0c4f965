import type { Cloth } from '../../cloth/cloth.ts'
import { inside } from '../../cloth/weaves.ts'
import { box, mirror } from '../../field/path.ts'
import { clamp } from '../../field/plane.ts'
import { fan } from '../../light/creases.ts'
import { drape, gathers, sum } from '../../light/folds.ts'
import type { Fold, Part } from '../../light/part.ts'
import { label, seam, stitching, topstitch } from '../parts/notions.ts'

export type Legs = {
  waistW: number
  waistY: number
  hipW: number
  hipY: number
  crotchY: number
  kneeW: number
  hemW: number
  hemY: number
  /** How far apart the feet stand: the middle of each hem from x = 400. */
  stance: number
}

export const straight: Legs = {
  waistW: 104,
  waistY: 112,
  hipW: 138,
  hipY: 250,
  crotchY: 352,
  kneeW: 60,
  hemW: 55,
  hemY: 912,
  stance: 92,
}

/** The left leg with its half of the hips. */
function leg(o: Legs): string {
  const kneeY = o.crotchY + (o.hemY - o.crotchY) * 0.45
  const drop = (o.hemY - o.crotchY) * 0.25
  const mid = (y: number) => 400 - (60 + ((o.stance - 60) * (y - o.crotchY)) / (o.hemY - o.crotchY))
  const k = mid(kneeY)
  const h = 400 - o.stance
  return `M402 ${o.waistY + 4} C${400 - o.waistW * 0.5} ${o.waistY + 6} ${400 - o.waistW * 0.8} ${o.waistY + 2} ${400 - o.waistW} ${o.waistY} C${400 - o.waistW - 10} ${o.waistY + 50} ${400 - o.hipW} ${o.hipY - 50} ${400 - o.hipW} ${o.hipY} C${400 - o.hipW - 2} ${o.crotchY} ${k - o.kneeW - 8} ${kneeY - drop * 0.8} ${k - o.kneeW} ${kneeY} C${k - o.kneeW + 2} ${kneeY + drop * 0.8} ${h - o.hemW} ${o.hemY - drop} ${h - o.hemW} ${o.hemY} C${h - o.hemW * 0.4} ${o.hemY + 9} ${h + o.hemW * 0.4} ${o.hemY + 9} ${h + o.hemW} ${o.hemY} C${h + o.hemW} ${o.hemY - drop} ${k + o.kneeW - 2} ${kneeY + drop * 0.8} ${k + o.kneeW} ${kneeY} C${k + o.kneeW + 6} ${kneeY - drop * 0.6} 392 ${o.crotchY + drop * 0.4} 402 ${o.crotchY} Z`
}

export function legsParts(
  cloth: Cloth,
  shape: Partial<Legs>,
  o: {
    seed?: number
    pressed?: boolean
    soft?: number
    lines?: string[]
    tone?: Fold
    band?: number
    cuff?: number
  } = {},
): Part[] {
  const l: Legs = { ...straight, ...shape }
  const seed = o.seed ?? 1
  const d = leg(l)
  const kneeY = l.crotchY + (l.hemY - l.crotchY) * 0.45
  const long = l.hemY > 700
  const kneeX = 400 - (60 + (l.stance - 60) * 0.45)
  const creaseX = (y: number) =>
    400 - l.hipW * 0.52 - ((l.stance - l.hipW * 0.52) * (y - l.waistY)) / (l.hemY - l.waistY)
  const part = (flip: boolean): Part => {
    const X = (x: number) => (flip ? 800 - x : x)
    const A = (a: number) => (flip ? 180 - a : a)
    const s = seed + (flip ? 40 : 0)
    const pressed: Fold = o.pressed
      ? (x, y) =>
          8 *
          Math.exp(-Math.abs((flip ? 800 - x : x) - creaseX(y)) / 9) *
          clamp((y - l.waistY - 60) / 160)
      : () => 0
    return {
      shape: flip ? mirror(d) : d,
      cloth,
      round: 46,
      reach: 40,
      edge: 5,
      fold: sum(drape((o.soft ?? 1) * 0.75, s), pressed),
      ...(o.tone && { tone: (x: number, y: number) => o.tone?.(X(x), y) ?? 1 }),
      creases: [
        ...fan(X(398), l.crotchY - 14, A(198), {
          spread: 62,
          count: 5,
          length: 120,
          height: 5,
          width: 8,
          seed: s,
        }),
        ...(long
          ? [
              ...fan(X(kneeX + l.kneeW), kneeY, A(190), {
                spread: 50,
                count: 3,
                length: l.kneeW * 1.5,
                height: 4,
                seed: s + 2,
              }),
              ...fan(X(400 - l.stance - l.hemW), l.hemY - 60, A(-20), {
                spread: 60,
                count: 3,
                length: l.hemW * 1.7,
                height: 4,
                seed: s + 4,
              }),
            ]
          : []),
      ],
      lines: [
        seam(
          (flip ? mirror : String)(
            `M${400 - l.stance - l.hemW} ${l.hemY - (o.cuff ?? 14)} C${400 - l.stance - 20} ${l.hemY - (o.cuff ?? 14) + 8} ${400 - l.stance + 20} ${l.hemY - (o.cuff ?? 14) + 8} ${400 - l.stance + l.hemW} ${l.hemY - (o.cuff ?? 14)}`,
          ),
          -1.6,
        ),
        ...(o.lines
          ? [
              seam(
                o.lines.map((p) => (flip ? mirror(p) : p)),
                -2,
              ),
            ]
          : []),
      ],
      lift: flip ? 4.5 : 3.5,
      lay: (x, y) => [x + (flip ? -1 : 1) * (y - l.waistY) * ((l.stance - 60) / 800), y],
    }
  }
  const y = l.waistY
  const back: Part = {
    shape: `M${400 - l.waistW} ${y - 24} C${400 - l.waistW * 0.5} ${y - 40} ${400 + l.waistW * 0.5} ${y - 40} ${400 + l.waistW} ${y - 24} L${400 + l.waistW} ${y + 6} L${400 - l.waistW} ${y + 6} Z`,
    cloth: inside(cloth),
    dim: 0.55,
    round: 8,
  }
  const feet = [-1, 1].map(
    (s): Part => ({
      shape: `M${400 + s * l.stance - l.hemW + 4} ${l.hemY - 12} L${400 + s * l.stance + l.hemW - 4} ${l.hemY - 12} L${400 + s * l.stance + l.hemW - 6} ${l.hemY + 8} C${400 + s * l.stance + 20} ${l.hemY + 14} ${400 + s * l.stance - 20} ${l.hemY + 14} ${400 + s * l.stance - l.hemW + 6} ${l.hemY + 8} Z`,
      cloth: inside(cloth),
      dim: 0.45,
      round: 4,
    }),
  )
  return [back, ...label(400, y - 28, 40), ...feet, part(false), part(true)]
}

/** The waistband, `h` units high, curving round the body. */
export function waistband(
  cloth: Cloth,
  l: { waistW: number; waistY: number },
  h: number,
  o: { thread?: string; elastic?: boolean; seed?: number } = {},
): Part {
  const y = l.waistY
  const top = y - h + 6
  return {
    shape: `M${400 - l.waistW + 1} ${top - 4} C${400 - l.waistW * 0.4} ${top + 9} ${400 + l.waistW * 0.4} ${top + 9} ${400 + l.waistW - 1} ${top - 4} L${400 + l.waistW + 3} ${y + 6} C${400 + l.waistW * 0.4} ${y + 20} ${400 - l.waistW * 0.4} ${y + 20} ${400 - l.waistW - 3} ${y + 6} Z`,
    cloth,
    round: 20,
    reach: 24,
    edge: 4,
    lift: 2.4,
    ...(o.elastic && { fold: gathers(y - h / 2, 400, 24, 2.8, o.seed ?? 2, 400, l.waistW) }),
    lay: (a: number, b: number) => [a, b + 200] as const,
    marks: [
      o.thread
        ? (topstitch(
            [
              `M${400 - l.waistW} ${y + 1} C${400 - l.waistW * 0.4} ${y + 15} ${400 + l.waistW * 0.4} ${y + 15} ${400 + l.waistW} ${y + 1}`,
              `M${400 - l.waistW} ${top + 1} C${400 - l.waistW * 0.4} ${top + 14} ${400 + l.waistW * 0.4} ${top + 14} ${400 + l.waistW} ${top + 1}`,
            ],
            o.thread,
          ).marks[0] ?? stitching('', cloth.colour))
        : stitching(
            `M${400 - l.waistW} ${y + 1} C${400 - l.waistW * 0.4} ${y + 15} ${400 + l.waistW * 0.4} ${y + 15} ${400 + l.waistW} ${y + 1}`,
            cloth.colour,
          ),
    ],
  }
}

export const loops = (cloth: Cloth, xs: readonly number[], y: number, h: number): Part[] =>
  xs.map((x) => ({
    shape: box(x - 5, y - h + 4, 10, h + 12, 2),
    cloth,
    round: 4,
    reach: 5,
    edge: 2,
    lift: 2,
  }))
