import type { Cloth } from '../../cloth/cloth.ts'
import { inside } from '../../cloth/weaves.ts'
import type { Part } from '../../light/part.ts'
import { placket, pocket } from '../parts/fastenings.ts'
import { button } from '../parts/notions.ts'
import { collar } from './collars.ts'
import { type Sleeve, sleeves } from './sleeves.ts'
import { cuffs, longSleeve, shirtTorso, topBody } from './top-parts.ts'
import { backNeck, backNeckPath, type Torso } from './torso.ts'

const tail = (t: Torso): string => {
  const l = 400 - t.hemW
  const r = 400 + t.hemW
  const y = t.hemY
  return ` C${l + 30} ${y + 6} ${l + 60} ${y + 46} 400 ${y + 50} C${r - 60} ${y + 46} ${r - 30} ${y + 6} ${r} ${y}`
}

export function shirt(
  cloth: Cloth,
  o: {
    seed?: number
    button?: string
    short?: boolean
    pockets?: 0 | 1 | 2
    flaps?: boolean
    band?: boolean
    camp?: boolean
    slim?: number
    collarCloth?: Cloth
  } = {},
): Part[] {
  const seed = o.seed ?? 1
  const slim = o.slim ?? 0
  const t: Torso = {
    ...shirtTorso,
    waistW: shirtTorso.waistW - slim,
    hemW: shirtTorso.hemW - slim * 0.4,
    ...(o.camp && { hemY: 786, neckDepth: 118, waistW: 184, hemW: 190, neckW: 62 }),
    ...(o.band && { neck: 'crew' as const, neckDepth: 34 }),
  }
  const sleeve: Sleeve = o.short
    ? { outer: [62, 344], inner: [148, 430], bow: 4, cuff: 20, seed }
    : { ...longSleeve, seed }
  const buttons = o.button ?? '#f4efe4'
  const hem = o.camp ? undefined : tail(t)
  const leaves = collar(
    t,
    o.collarCloth ?? cloth,
    o.camp ? { point: [318, 226], open: 26, stand: 16 } : {},
  )
  const x = 400 + t.armW
  const stand = 17
  const bandPath = `M${400 - t.neckW} ${t.neckY} C${400 - t.neckW * 0.9} ${t.neckY + 24} ${400 - t.neckW * 0.5} ${t.neckY + 40} 400 ${t.neckY + 40} C${400 + t.neckW * 0.5} ${t.neckY + 40} ${400 + t.neckW * 0.9} ${t.neckY + 24} ${400 + t.neckW} ${t.neckY}`
  const bottom = o.camp ? t.hemY + 8 : t.hemY + 42
  const half = o.band ? 470 : bottom
  return [
    ...backNeck({ ...t, neckDepth: Math.max(t.neckDepth, 50) }, cloth, { dip: 10 }),
    ...(o.band
      ? [
          {
            shape: [{ d: backNeckPath(t, 8), stroke: stand }],
            cloth: inside(cloth),
            dim: 0.85,
            round: 8,
            reach: 8,
          } satisfies Part,
        ]
      : leaves.behind),
    ...sleeves(t, sleeve, cloth, { seed }),
    ...(o.short ? [] : cuffs(sleeve, cloth, 46, { button: buttons })),
    topBody(t, cloth, {
      seed,
      ...(hem && { hem }),
      lines: [
        `M${400 - t.neckW - 40} ${t.neckY + 36} C360 ${t.neckY + 66} 440 ${t.neckY + 66} ${400 + t.neckW + 40} ${t.neckY + 36}`,
      ].slice(0, o.camp || o.band ? 0 : 0),
    }),
    ...placket(cloth, t.neckY + t.neckDepth - 4, half, {
      buttons: o.band ? 4 : o.camp ? 5 : 7,
      button: buttons,
    }),
    ...(o.pockets
      ? pocket(x - 142, 336, 84, 98, cloth, {
          flap: o.flaps ?? false,
          ...(o.flaps && { button: buttons }),
        })
      : []),
    ...(o.pockets === 2
      ? pocket(800 - x + 58, 336, 84, 98, cloth, {
          flap: o.flaps ?? false,
          ...(o.flaps && { button: buttons }),
        })
      : []),
    ...(o.band
      ? [
          {
            shape: [{ d: bandPath, stroke: stand }],
            cloth,
            round: 9,
            reach: 8,
            lift: 3,
          } satisfies Part,
          ...button(400, t.neckY + 40, 4.6, buttons),
        ]
      : leaves.before),
    ...(o.camp || o.band ? [] : button(400, t.neckY + t.neckDepth - 4, 4.6, buttons)),
  ]
}
