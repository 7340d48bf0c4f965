import type { Cloth } from '../../cloth/cloth.ts'
import { mirror } from '../../field/path.ts'
import { fan } from '../../light/creases.ts'
import { drape } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { pocket } from '../parts/fastenings.ts'
import { button, label, seam } from '../parts/notions.ts'
import { type Sleeve, sleeves } from '../tops/sleeves.ts'
import { armholes, backNeck, bodyCreases, type Torso, torsoPath } from '../tops/torso.ts'

const blazerTorso: Torso = {
  neck: 'v',
  neckW: 50,
  neckY: 108,
  neckDepth: 376,
  shoulderW: 188,
  shoulderY: 152,
  armW: 176,
  armY: 330,
  waistW: 154,
  waistY: 536,
  hemW: 184,
  hemY: 806,
  sag: 14,
}

export type Blazer = {
  seed?: number
  button: string
  lining?: Cloth
  patch?: boolean
  under?: Part[]
  buttons?: number
  fitted?: number
  peak?: boolean
}

/** A tailored jacket, two fronts overlapping, with collar, lapels, pockets and sleeve buttons. */
export function blazer(cloth: Cloth, o: Blazer): Part[] {
  const seed = o.seed ?? 61
  const f = o.fitted ?? 0
  const t: Torso = {
    ...blazerTorso,
    waistW: blazerTorso.waistW - f,
    shoulderW: blazerTorso.shoulderW - f * 0.5,
    armW: blazerTorso.armW - f * 0.5,
    hemY: blazerTorso.hemY - f,
  }
  const sleeve: Sleeve = { outer: [84, 706], inner: [166, 732], bow: 10, cuff: 4, seed }
  const body = torsoPath(t)
  const gap = `M400 ${t.hemY - 90} C396 ${t.hemY - 44} 378 ${t.hemY - 6} 344 ${t.hemY + 30} L456 ${t.hemY + 30} C422 ${t.hemY - 6} 404 ${t.hemY - 44} 400 ${t.hemY - 90} Z`
  const over = `M404 484 L404 ${t.hemY - 100} C404 ${t.hemY - 40} 426 ${t.hemY + 4} 470 ${t.hemY + 12} L900 ${t.hemY + 60} L900 484 Z`
  const leaf =
    'M352 88 C338 94 322 110 314 134 C304 160 298 190 296 212 L342 238 C348 190 352 140 352 88 Z'
  const lapel = o.peak
    ? 'M352 104 C351 150 348 200 342 240 L276 218 C286 320 348 420 404 490 C388 380 366 230 352 104 Z'
    : 'M352 104 C351 150 348 200 342 238 L282 252 C296 326 350 424 404 490 C388 380 366 230 352 104 Z'
  const turned = (d: string, flip: boolean, lift: number): Part => ({
    shape: flip ? mirror(d) : d,
    cloth,
    round: 12,
    reach: 18,
    edge: 6,
    lift,
    lay: (x, y) =>
      flip ? [x * 0.95 + y * 0.3, y * 0.95 - x * 0.3] : [x * 0.95 - y * 0.3, y * 0.95 + x * 0.3],
    fold: drape(0.3, seed),
  })
  const pocketAt = (x: number, flip: boolean): Part[] =>
    o.patch
      ? pocket(flip ? x - 8 : x, 590, 104, 130, cloth, { point: 4 })
      : [
          {
            shape: `M${x} 598 L${x + 96} ${flip ? 592 : 604} L${x + 96} ${flip ? 630 : 642} C${x + 60} ${flip ? 640 : 648} ${x + 30} ${flip ? 642 : 646} ${x} 638 Z`,
            cloth,
            round: 6,
            reach: 12,
            edge: 4,
            lift: 3,
            lines: [seam(`M${x} 599 L${x + 96} ${flip ? 593 : 605}`, -2)],
          },
        ]
  const half = (flip: boolean): Part => ({
    shape: [
      { d: body },
      ...(flip
        ? [
            { d: 'M0 0 L404 0 L404 484 L404 1000 L0 1000 Z', level: 0 },
            {
              d: `M404 ${t.hemY - 100} C404 ${t.hemY - 40} 426 ${t.hemY + 4} 470 ${t.hemY + 30} L380 ${t.hemY + 60} L380 ${t.hemY - 100} Z`,
              level: 0,
            },
          ]
        : [{ d: gap, level: 0 }]),
    ],
    cloth,
    round: 62,
    reach: 62,
    edge: 5,
    lift: flip ? 4 : 3.5,
    fold: drape(0.55, seed + (flip ? 4 : 0)),
    creases: [
      ...bodyCreases(t, seed, 1),
      ...fan(402, 492, flip ? 40 : 140, {
        spread: 60,
        count: 3,
        length: 130,
        height: 3.6,
        width: 12,
        seed,
      }),
    ],
    lines: [
      seam(armholes(t), -2.4, 3),
      seam(
        [
          `M342 350 C336 430 334 540 338 ${t.hemY - 200}`,
          mirror(`M342 350 C336 430 334 540 338 ${t.hemY - 200}`),
        ],
        -1.8,
      ),
    ],
    ...(over && {}),
  })
  const buttons = o.buttons ?? 2
  return [
    ...backNeck({ ...t, neckDepth: 330 }, o.lining ?? cloth, { dip: 4, label: false }),
    ...(o.under ? [] : label(400, 140, 58)),
    ...(o.under ?? []),
    {
      shape: 'M350 90 C374 76 426 76 450 90 L458 116 C430 104 370 104 342 116 Z',
      cloth,
      round: 10,
      dim: o.under ? 0.75 : 0.85,
      lift: 3,
    },
    ...sleeves(t, sleeve, cloth, { seed }),
    ...[0, 1, 2].flatMap((i) => [
      ...button(156 - i * 2, 712 - i * 19, 5, o.button),
      ...button(644 + i * 2, 712 - i * 19, 5, o.button),
    ]),
    half(false),
    half(true),
    turned(lapel, false, 5),
    turned(lapel, true, 5),
    turned(leaf, false, 4),
    turned(leaf, true, 4),
    ...pocketAt(250, false),
    ...pocketAt(454, true),
    { shape: 'M474 358 L540 344 L543 364 L477 380 Z', cloth, round: 4, reach: 8, lift: 2 },
    ...Array.from({ length: buttons }, (_, i) => button(402, 494 + i * 84, 9, o.button)).flat(),
  ]
}
