import type { Cloth } from '../../cloth/cloth.ts'
import { inside } from '../../cloth/weaves.ts'
import { box, mirror, through } from '../../field/path.ts'
import { fan } from '../../light/creases.ts'
import { flare, gathers, hemPoints, sum } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { placket } from '../parts/fastenings.ts'
import { seam } from '../parts/notions.ts'
import { type Sleeve, sleeves } from './sleeves.ts'
import { cuffs, shirtTorso, topBody } from './top-parts.ts'
import { armholes, backNeck, neckPath, type Torso } from './torso.ts'

export function puffBlouse(cloth: Cloth, seed = 4): Part[] {
  const t: Torso = {
    neck: 'square',
    neckW: 92,
    neckY: 142,
    neckDepth: 104,
    shoulderW: 138,
    shoulderY: 152,
    armW: 140,
    armY: 316,
    waistW: 118,
    waistY: 530,
    hemW: 118,
    hemY: 530,
    sag: 8,
  }
  const sleeve: Sleeve = { outer: [112, 410], inner: [232, 452], bow: 34, puff: 44, seed }
  const peplum = {
    top: 530,
    bottom: 690,
    from: 118,
    to: 196,
    count: 6,
    height: 13,
    seed,
    start: 0.1,
  }
  const hem = hemPoints(peplum, 14, 8)
  return [
    ...backNeck(t, cloth, { dip: 22 }),
    ...sleeves(t, sleeve, cloth, {
      seed,
      fold: sum(
        gathers(140, 150, 9, 7, seed, 222, 76),
        gathers(474, -110, 8, 6, seed + 1, 190, 70),
      ),
    }),
    ...cuffs({ outer: [118, 406], inner: [230, 446] }, cloth, 22),
    {
      shape: `M282 530 C340 538 460 538 518 530 C534 590 572 640 ${(hem.at(-1) ?? [0, 0])[0]} ${(hem.at(-1) ?? [0, 0])[1]} ${through([...hem].reverse(), false)} C228 640 266 590 282 530 Z`,
      cloth,
      round: 36,
      reach: 44,
      fold: sum(flare(peplum), gathers(530, 100, 13, 6, seed, 400, 118)),
      lines: [seam(through(hem.map(([x, y]) => [x, y - 11] as const)), -1.2)],
    },
    {
      ...topBody(t, cloth, {
        seed,
        lines: ['M340 330 C334 420 342 490 346 530', 'M460 330 C466 420 458 490 454 530'],
        hem: ' C340 538 460 538 518 530',
      }),
      lines: [
        seam(armholes(t), -2),
        seam(neckPath(t), 2, 12),
        seam(['M340 330 C334 420 342 490 346 530', 'M460 330 C466 420 458 490 454 530'], -2),
        seam('M282 526 C340 535 460 535 518 526', -2.6, 3),
      ],
    },
  ]
}

export function bowBlouse(body: Cloth, sheer: Cloth, seed = 6): Part[] {
  const t: Torso = {
    ...shirtTorso,
    neck: 'crew',
    neckW: 56,
    neckDepth: 34,
    waistW: 166,
    hemW: 178,
    hemY: 770,
    shoulderW: 176,
  }
  const sleeve: Sleeve = { outer: [76, 660], inner: [178, 692], bow: 22, puff: 6, seed }
  const tie = (flip: boolean): Part[] => {
    const f = (d: string) => (flip ? mirror(d) : d)
    return [
      {
        shape: f('M396 158 C388 240 366 330 330 424 L384 446 C398 350 408 250 406 160 Z'),
        cloth: body,
        round: 12,
        reach: 16,
        edge: 4,
        lift: 6,
        fold: (x, y) => 4 * Math.sin((x + y * 0.25) * 0.14),
        lay: (x, y) => [x + 50, y + 40],
      },
      {
        shape: f(
          'M398 150 C366 108 312 104 290 128 C276 146 280 178 300 190 C332 200 372 186 400 166 Z',
        ),
        cloth: body,
        round: 20,
        reach: 18,
        edge: 5,
        lift: 6,
        creases: fan(flip ? 404 : 396, 158, flip ? 0 : 180, {
          spread: 70,
          count: 5,
          length: 90,
          height: 6,
          width: 6,
          seed,
          jitter: 4,
        }),
      },
    ]
  }
  return [
    ...backNeck({ ...t, neckDepth: 60 }, body, { dip: 10 }),
    ...sleeves(t, sleeve, inside(sheer), { opacity: 0.35, seed: seed + 30 }).map((p) => ({
      ...p,
      lift: 0,
    })),
    ...sleeves(t, sleeve, sheer, { seed, fold: gathers(690, -160, 8, 6, seed, 126, 60) }),
    ...cuffs({ outer: [90, 656], inner: [174, 682] }, body, 40),
    topBody(t, body, { seed }),
    ...placket(body, 190, 780, { buttons: 0, button: '#fff', w: 13 }),
    {
      shape: [{ d: neckPath(t), stroke: 26 }],
      cloth: body,
      round: 14,
      reach: 12,
      lift: 4,
      fold: (x) => 2 * Math.sin(x * 0.3),
    },
    ...tie(false),
    ...tie(true),
    {
      shape: box(384, 142, 34, 38, 13),
      cloth: body,
      round: 16,
      reach: 12,
      lift: 5,
      creases: fan(401, 145, 90, {
        spread: 30,
        count: 3,
        length: 36,
        height: 4,
        width: 4,
        seed: 3,
        jitter: 8,
      }),
    },
  ]
}

export function offShoulder(cloth: Cloth, seed = 8): Part[] {
  const t: Torso = {
    neck: 'boat',
    neckW: 158,
    neckY: 208,
    neckDepth: 22,
    shoulderW: 166,
    shoulderY: 214,
    armW: 156,
    armY: 330,
    waistW: 142,
    waistY: 540,
    hemW: 176,
    hemY: 740,
    sag: 12,
  }
  const frill = {
    cx: 400,
    top: 206,
    bottom: 408,
    from: 178,
    to: 268,
    count: 8,
    height: 14,
    seed,
    start: 0.05,
  }
  const hem = hemPoints(frill, 26, 9)
  const last = hem.at(-1) ?? [0, 0]
  return [
    {
      shape: 'M232 222 C300 196 500 196 568 222 L560 262 L240 262 Z',
      cloth: inside(cloth),
      dim: 0.5,
      round: 8,
    },
    topBody(t, cloth, { seed, creases: 1.3 }),
    {
      shape: `M222 214 C300 246 500 246 578 214 C610 260 650 330 ${last[0]} ${last[1]} ${through([...hem].reverse(), false)} C150 330 190 260 222 214 Z`,
      cloth,
      round: 34,
      reach: 40,
      lift: 8,
      fold: sum(flare(frill), gathers(214, 60, 22, 4, seed, 400, 178)),
      lines: [seam(through(hem.map(([x, y]) => [x, y - 10] as const)), -1.2)],
      lay: (x, y) => [x, y + (Math.abs(x - 400) / 300) ** 2 * 40],
    },
    {
      shape: [{ d: 'M222 216 C300 248 500 248 578 216', stroke: 15 }],
      cloth,
      round: 9,
      reach: 8,
      lift: 2,
      fold: (x) => 2.4 * Math.sin(x * 0.42),
    },
  ]
}
