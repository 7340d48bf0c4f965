import type { Cloth } from '../../cloth/cloth.ts'
import { mirror } from '../../field/path.ts'
import type { Fold, Part } from '../../light/part.ts'
import { rivet, topstitch } from '../parts/notions.ts'
import { type Legs, legsParts, loops, straight, waistband } from './leg-parts.ts'

export function jeans(
  cloth: Cloth,
  o: { seed?: number; thread?: string; slim?: boolean; fade?: number; short?: boolean } = {},
): Part[] {
  const seed = o.seed ?? 11
  const thread = o.thread ?? '#c98a45'
  const l: Partial<Legs> = o.short
    ? {
        waistW: 150,
        waistY: 220,
        hipW: 196,
        hipY: 390,
        crotchY: 540,
        kneeW: 112,
        hemW: 94,
        hemY: 700,
        stance: 104,
      }
    : o.slim
      ? { waistW: 98, hipW: 124, kneeW: 44, hemW: 35, stance: 70, hemY: 905 }
      : { waistW: 108, hipW: 140, kneeW: 64, hemW: 60, stance: 96 }
  const full = { ...straight, ...l }
  const { waistY: y, waistW: w, hipW: hw, hipY: hy } = full
  const s = w / 108
  const fade = o.fade ?? 0.5
  const thighY = full.crotchY + (full.hemY - full.crotchY) * 0.16
  const tone: Fold = (x, py) =>
    1 +
    fade *
      0.62 *
      Math.exp(
        -(((x - (400 - 62 * s)) / (30 * s)) ** 2) - ((py - thighY) / (o.short ? 130 : 170)) ** 2,
      ) +
    (o.short
      ? 0
      : fade * 0.22 * Math.exp(-(((x - (400 - full.stance)) / 26) ** 2) - ((py - 700) / 200) ** 2))
  const scoop = (f: (d: string) => string) =>
    f(
      `M${400 - w * 0.38} ${y + 12} C${400 - w * 0.44} ${y + 62 * s} ${400 - w * 0.8} ${y + 84 * s} ${400 - w * 1.16} ${y + 84 * s}`,
    )
  const fly = `M404 ${y + 14} L${404 + 28 * s} ${y + 14} C${404 + 30 * s} ${y + 110 * s} ${404 + 18 * s} ${y + 150 * s} 402 ${y + 172 * s}`
  const pocketBag = (f: (d: string) => string): Part => ({
    shape: f(
      `M${400 - w * 0.38} ${y + 10} C${400 - w * 0.44} ${y + 62 * s} ${400 - w * 0.8} ${y + 84 * s} ${400 - w * 1.12} ${y + 84 * s} L${400 - w * 1.04} ${y + 8} Z`,
    ),
    cloth,
    round: 2,
    edge: 1,
    lift: 0.5,
    dim: 0.82,
    marks: [{ shape: [{ d: scoop(f), stroke: 7 }], colour: '#10141f', strength: 0.35, soft: 2 }],
  })
  const outer = `M${400 - hw + 5} ${hy - 30} C${400 - hw + 2} ${hy + 40} ${400 - hw + 10} ${full.crotchY} ${400 - hw + 14} ${full.crotchY + 30}`
  const tops = topstitch([scoop(String), scoop(mirror), fly, outer, mirror(outer)], thread, 1.8)
  const body = legsParts(cloth, l, {
    seed,
    soft: 0.9,
    tone,
    cuff: o.short ? 26 : 17,
    lines: [`M402 ${y + 14} L402 ${full.crotchY}`],
  })
  const stitched = body.map((p, i) =>
    i >= body.length - 2
      ? {
          ...p,
          marks: [
            ...tops.marks,
            ...topstitch(
              [
                `M${400 - full.stance - full.hemW} ${full.hemY - 17} L${400 - full.stance + full.hemW} ${full.hemY - 15}`,
                `M${400 + full.stance - full.hemW} ${full.hemY - 15} L${400 + full.stance + full.hemW} ${full.hemY - 17}`,
              ],
              thread,
              1.6,
            ).marks,
          ],
          lines: [...(p.lines ?? []), ...tops.lines],
        }
      : p,
  )
  const coin = `M${400 + w * 0.58} ${y + 48 * s} L${400 + w * 0.92} ${y + 52 * s}`
  return [
    ...stitched,
    pocketBag(String),
    {
      ...pocketBag(mirror),
      marks: [...(pocketBag(mirror).marks ?? []), ...topstitch(coin, thread).marks],
      lines: topstitch(coin, thread).lines,
    },
    waistband(cloth, { waistW: w, waistY: y }, 34 * s, { thread }),
    ...loops(cloth, [400 - w * 0.7, 400 + w * 0.7], y, 34 * s),
    rivet(400 - w * 0.37, y + 18, 3.4),
    rivet(400 + w * 0.37, y + 18, 3.4),
    rivet(400 - w * 1.08, y + 80 * s, 3.4),
    rivet(400 + w * 1.08, y + 80 * s, 3.4),
    { ...rivet(402, y - 4 * s, 8.4 * s), lift: 2 },
  ]
}
