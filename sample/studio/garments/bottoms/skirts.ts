import type { Cloth } from '../../cloth/cloth.ts'
import { inside } from '../../cloth/weaves.ts'
import { through } from '../../field/path.ts'
import { fan } from '../../light/creases.ts'
import { drape } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { skirtParts } from '../dresses/dress-parts.ts'
import { button, seam } from '../parts/notions.ts'
import { waistband } from './leg-parts.ts'

const innerWaist = (cloth: Cloth, w: number, y: number): Part => ({
  shape: `M${400 - w} ${y - 26} C${400 - w * 0.5} ${y - 44} ${400 + w * 0.5} ${y - 44} ${400 + w} ${y - 26} L${400 + w} ${y} L${400 - w} ${y} Z`,
  cloth: inside(cloth),
  dim: 0.55,
  round: 8,
})

export function circleSkirt(cloth: Cloth, seed = 31): Part[] {
  return [
    innerWaist(cloth, 108, 190),
    ...skirtParts(
      { top: 190, bottom: 806, from: 108, to: 322, count: 6.5, height: 20, seed, start: 0.2 },
      cloth,
      { sag: 44, wave: 13, gather: 10, hem: 14 },
    ),
    waistband(cloth, { waistW: 108, waistY: 190 }, 44, {}),
    ...button(480, 186, 7, '#4a3322'),
  ]
}

export function pencilSkirt(cloth: Cloth, seed = 33): Part[] {
  const d =
    'M282 170 C272 250 240 320 240 410 C242 600 252 760 262 880 C330 894 470 894 538 880 C548 760 558 600 560 410 C560 320 528 250 518 170 C460 184 340 184 282 170 Z'
  return [
    innerWaist(cloth, 116, 168),
    {
      shape: d,
      cloth,
      round: 50,
      reach: 60,
      edge: 5,
      fold: drape(0.6, seed),
      creases: [
        ...fan(244, 420, 15, { spread: 40, count: 3, length: 150, height: 3.4, width: 11, seed }),
        ...fan(556, 420, 165, {
          spread: 40,
          count: 3,
          length: 150,
          height: 3.4,
          width: 11,
          seed: seed + 3,
        }),
        ...fan(470, 884, 262, {
          spread: 26,
          count: 3,
          length: 170,
          height: 3.4,
          width: 10,
          seed: seed + 7,
        }),
      ],
      lines: [
        seam(['M340 184 C338 226 336 260 332 296', 'M460 184 C462 226 464 260 468 296'], -2.6, 3),
        seam('M258 858 C330 874 470 874 542 858', -1.4),
      ],
    },
    {
      shape: 'M470 700 C474 760 476 830 474 886 L492 886 C500 820 498 750 470 700 Z',
      cloth,
      dim: 0.5,
      round: 3,
      lift: 1,
    },
    waistband(cloth, { waistW: 116, waistY: 168 }, 40, {}),
  ]
}

/** Knife pleats: each a ramp that drops under the next. */
export function pleatedSkirt(cloth: Cloth, seed = 35): Part[] {
  const top = 190
  const bottom = 850
  const from = 112
  const to = 246
  const n = 17
  const half = (t: number) => from + (to - from) * t ** 0.9
  const hem = Array.from({ length: n * 3 + 1 }, (_, i) => {
    const u = (i / (n * 3)) * 2 - 1
    return [400 + u * to, bottom + 20 * (1 - u * u) - (i % 3) * 4.5] as const
  })
  return [
    innerWaist(cloth, from, top),
    {
      shape: `M${400 - from} ${top} C${400 + -from * 0.4} ${top + 8} ${400 + from * 0.4} ${top + 8} ${400 + from} ${top} C${400 + from + 50} ${top + 240} ${400 + to - 16} ${bottom - 240} ${400 + to} ${bottom} ${through([...hem].reverse(), false)} C${400 - to + 16} ${bottom - 240} ${400 - from - 50} ${top + 240} ${400 - from} ${top} Z`,
      cloth,
      round: 40,
      reach: 48,
      fold: (x, y) => {
        const t = Math.max(0, (y - top) / (bottom - top))
        const p = (((x - 400) / half(t)) * 0.5 + 0.5) * n
        const f = p - Math.floor(p)
        const wob = Math.sin(Math.floor(p) * 2.3 + seed) * 0.25 + 1
        return (f < 0.86 ? f / 0.86 : (1 - f) / 0.14) * (9 + 10 * t) * wob
      },
      lay: (x, y) => [x * 0.9, y],
    },
    waistband(cloth, { waistW: from, waistY: top }, 46, { elastic: true, seed }),
  ]
}
