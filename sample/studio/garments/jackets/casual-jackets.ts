import type { Cloth } from '../../cloth/cloth.ts'
import { metal } from '../../cloth/hides.ts'
import { rib } from '../../cloth/knits.ts'
import { inside, satin } from '../../cloth/weaves.ts'
import { box, mirror } from '../../field/path.ts'
import { drape, gathers } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { placket, pocket } from '../parts/fastenings.ts'
import { rivet, seam, stitching, topstitch, zip } from '../parts/notions.ts'
import { collar } from '../tops/collars.ts'
import { type Sleeve, sleeves } from '../tops/sleeves.ts'
import { cuffs, topBody } from '../tops/top-parts.ts'
import { armholes, backNeck, type Torso } from '../tops/torso.ts'

export const boxy: Torso = {
  neck: 'v',
  neckW: 60,
  neckY: 118,
  neckDepth: 66,
  shoulderW: 194,
  shoulderY: 162,
  armW: 188,
  armY: 340,
  waistW: 180,
  waistY: 560,
  hemW: 172,
  hemY: 690,
  sag: 10,
}

export function hem(t: Torso, cloth: Cloth, h: number): Part {
  return {
    shape: `M${400 - t.hemW - 2} ${t.hemY - 4} C320 ${t.hemY + 10} 480 ${t.hemY + 10} ${400 + t.hemW + 2} ${t.hemY - 4} L${400 + t.hemW - 4} ${t.hemY + h} C480 ${t.hemY + h + 14} 320 ${t.hemY + h + 14} ${400 - t.hemW + 4} ${t.hemY + h} Z`,
    cloth,
    round: 30,
    reach: 34,
    edge: 4,
    lift: 2.4,
  }
}

export function trucker(cloth: Cloth, o: { seed?: number; thread: string }): Part[] {
  const seed = o.seed ?? 67
  const t = boxy
  const sleeve: Sleeve = { outer: [84, 676], inner: [162, 702], bow: 12, seed }
  const leaves = collar(t, cloth, { point: [326, 226], stand: 22 })
  const vs = [
    'M262 300 L300 690',
    'M348 300 L330 690',
    'M538 300 L500 690',
    'M452 300 L470 690',
    'M216 292 L384 292',
    'M584 292 L416 292',
  ]
  const top = topstitch([...vs, ...armholes(t)], o.thread, 1.7)
  const base = topBody(t, cloth, {
    seed,
    hem: ` C320 ${t.hemY + 10} 480 ${t.hemY + 10} ${400 + t.hemW} ${t.hemY}`,
  })
  const flapped = (x: number) => pocket(x, 300, 84, 20, cloth, { flap: true, thread: o.thread })
  return [
    ...backNeck(t, cloth, { dip: 5 }),
    ...leaves.behind,
    ...sleeves(t, sleeve, cloth, { seed }),
    ...cuffs(sleeve, cloth, 44, {}),
    {
      ...base,
      marks: top.marks,
      lines: [...(base.lines ?? []), ...top.lines, seam(vs, -2.2, 3)],
      tone: (x, y) =>
        1 +
        0.3 * Math.exp(-(((x - 290) / 60) ** 2) - ((y - 470) / 120) ** 2) +
        0.3 * Math.exp(-(((x - 510) / 60) ** 2) - ((y - 470) / 120) ** 2),
    },
    ...flapped(262).slice(1),
    ...flapped(454).slice(1),
    hem(t, cloth, 46),
    ...placket(cloth, 182, 738, { buttons: 0, button: '#000', w: 19 }),
    ...[204, 292, 380, 468, 556, 644, 722].map((y) => ({
      ...rivet(400, y, 8, '#b8733f'),
      lift: 1.8,
    })),
    rivet(304, 322, 6.6, '#b8733f'),
    rivet(496, 322, 6.6, '#b8733f'),
    rivet(98, 706, 6, '#b8733f'),
    rivet(702, 706, 6, '#b8733f'),
    ...leaves.before.map((p) => ({
      ...p,
      marks: [
        { ...(p.marks?.[0] ?? stitching('', cloth.colour)), colour: o.thread, strength: 0.9 },
      ],
    })),
  ]
}

export function bomber(cloth: Cloth, lining: Cloth, o: { seed?: number } = {}): Part[] {
  const seed = o.seed ?? 73
  const t: Torso = { ...boxy, neckDepth: 60, hemY: 700, waistW: 190, hemW: 180 }
  const sleeve: Sleeve = { outer: [72, 680], inner: [166, 708], bow: 26, seed }
  const ribbed = rib('#2b2d22', 6.5)
  const turnedOut =
    'M400 640 L400 182 C360 176 350 150 342 130 C330 160 318 190 322 230 C340 380 350 520 362 640 Z'
  return [
    ...backNeck(t, lining, { dip: 4 }),
    {
      shape: [{ d: 'M340 116 C370 104 430 104 460 116', stroke: 40 }],
      cloth: ribbed,
      round: 12,
      reach: 14,
      dim: 0.85,
    },
    ...sleeves(t, sleeve, cloth, { seed, fold: gathers(690, -150, 8, 5, seed, 120, 60) }),
    ...cuffs({ outer: [84, 678], inner: [158, 700] }, ribbed, 50),
    {
      ...topBody(t, cloth, { seed, creases: 1.7 }),
      fold: (x, y) => drape(1.1, seed)(x, y) + gathers(700, -110, 16, 4.5, seed, 400, 180)(x, y),
    },
    {
      shape: turnedOut,
      cloth: lining,
      round: 12,
      reach: 16,
      lift: 3,
      edge: 5,
      fold: drape(0.6, 8),
    },
    {
      shape: mirror(turnedOut),
      cloth: lining,
      round: 12,
      reach: 16,
      lift: 3,
      edge: 5,
      fold: drape(0.6, 9),
    },
    {
      shape: 'M372 180 L428 180 L416 640 L384 640 Z',
      cloth: inside(lining),
      dim: 0.4,
      round: 3,
      lift: 0,
    },
    hem(t, ribbed, 54),
    ...zip(400, 600, 752, '#24261d').slice(0, 2),
    {
      shape: [
        { d: 'M344 114 C336 144 340 168 362 184', stroke: 36 },
        { d: 'M456 114 C464 144 460 168 438 184', stroke: 36 },
      ],
      cloth: ribbed,
      round: 14,
      reach: 14,
      lift: 4,
      lay: (x, y) => [y, x],
    },
    {
      shape: [
        { d: 'M268 470 L306 590', stroke: 13 },
        { d: 'M532 470 L494 590', stroke: 13 },
      ],
      cloth: satin(cloth.colour),
      round: 5,
      reach: 6,
      lift: 2,
    },
    { shape: box(300, 584, 8, 20, 3), cloth: metal('#a69c88'), round: 4, reach: 4, lift: 2 },
    { shape: box(492, 584, 8, 20, 3), cloth: metal('#a69c88'), round: 4, reach: 4, lift: 2 },
  ]
}
