import type { Cloth } from '../../cloth/cloth.ts'
import { cotton } from '../../cloth/weaves.ts'
import { box } from '../../field/path.ts'
import type { Part } from '../../light/part.ts'
import { button } from '../parts/notions.ts'
import { type Legs, legsParts, loops, waistband } from './leg-parts.ts'

export function pleatedTrousers(cloth: Cloth, seed = 2): Part[] {
  const l: Partial<Legs> = { waistW: 96, hipW: 138, kneeW: 66, hemW: 56, stance: 96 }
  return [
    ...legsParts(cloth, l, {
      seed,
      pressed: true,
      soft: 0.6,
      lines: [
        'M318 128 C312 160 300 200 282 226',
        'M346 124 C345 150 342 180 338 206',
        'M366 124 C365 150 363 170 361 190',
      ],
    }),
    { shape: 'M400 120 L418 120 C420 200 418 250 402 290 Z', cloth, round: 3, lift: 1.5 },
    waistband(cloth, { waistW: 96, waistY: 112 }, 34, {}),
    ...loops(cloth, [338, 462], 114, 30),
    ...button(404, 108, 5.4, '#3a2c22'),
  ]
}

export function linenTrousers(cloth: Cloth, seed = 5): Part[] {
  const l: Partial<Legs> = {
    waistW: 104,
    hipW: 150,
    kneeW: 84,
    hemW: 98,
    stance: 116,
    crotchY: 372,
  }
  const cord = '#d8c9a8'
  return [
    ...legsParts(cloth, l, { seed, soft: 1.5, lines: ['M284 160 C278 190 268 220 254 244'] }),
    waistband(cloth, { waistW: 104, waistY: 116 }, 40, { elastic: true, seed }),
    {
      shape: [
        { d: 'M394 112 C380 170 384 210 372 262', stroke: 7 },
        { d: 'M404 112 C412 160 406 200 420 240', stroke: 7 },
        {
          d: 'M394 108 C370 130 362 148 376 152 C392 152 398 128 400 112 C404 130 414 150 428 148 C440 142 424 122 404 108',
          stroke: 7,
        },
      ],
      cloth: { ...cloth, colour: cord },
      round: 5,
      reach: 4,
      lift: 4,
    },
    {
      shape: box(390, 102, 20, 18, 8),
      cloth: { ...cloth, colour: cord },
      round: 8,
      reach: 7,
      lift: 3,
    },
  ]
}

export function chinos(cloth: Cloth, seed = 8): Part[] {
  const l: Partial<Legs> = { waistW: 102, hipW: 130, kneeW: 55, hemW: 44, stance: 82 }
  return [
    ...legsParts(cloth, l, {
      seed,
      soft: 0.9,
      lines: ['M312 124 C306 160 292 190 274 212', 'M402 128 L402 300'],
    }),
    waistband(cloth, { waistW: 102, waistY: 112 }, 32, {}),
    ...loops(cloth, [334, 466, 304, 496], 112, 30),
    ...button(402, 106, 6, '#5b4632'),
  ]
}

export function beachShorts(cloth: Cloth, seed = 21): Part[] {
  const l: Partial<Legs> = {
    waistW: 148,
    waistY: 210,
    hipW: 198,
    hipY: 400,
    crotchY: 540,
    kneeW: 124,
    hemW: 106,
    hemY: 740,
    stance: 116,
  }
  return [
    ...legsParts(cloth, l, {
      seed,
      soft: 1.4,
      lines: ['M236 290 C232 340 226 390 214 430'],
      cuff: 22,
    }),
    waistband(cloth, { waistW: 148, waistY: 216 }, 52, { elastic: true, seed }),
    {
      shape: [
        { d: 'M392 206 C376 270 380 330 366 392', stroke: 8 },
        { d: 'M408 206 C420 260 412 310 430 360', stroke: 8 },
        {
          d: 'M392 202 C360 226 346 252 366 258 C388 258 396 230 400 206 C406 232 420 256 438 252 C454 244 430 218 408 202',
          stroke: 8,
        },
      ],
      cloth: cotton('#f2ead8'),
      round: 6,
      reach: 5,
      lift: 4,
    },
    {
      shape: [
        { d: 'M366 378 L366 394', stroke: 9 },
        { d: 'M430 346 L430 362', stroke: 9 },
      ],
      cloth: { colour: '#c9a15a', metal: true },
      round: 5,
      reach: 4,
      lift: 2,
    },
  ]
}
