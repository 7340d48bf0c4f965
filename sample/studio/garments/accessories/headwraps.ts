import type { Cloth } from '../../cloth/cloth.ts'
import { wood } from '../../cloth/hides.ts'
import { fan } from '../../light/creases.ts'
import type { Part } from '../../light/part.ts'

const band = (
  d: string,
  cloth: Cloth,
  seed: number,
  o: {
    angle: number
    from: readonly [number, number]
    length: number
    lay: readonly [number, number]
    height?: number
  },
): Part => ({
  shape: d,
  cloth,
  round: 44,
  reach: 34,
  edge: 7,
  lift: 6,
  creases: fan(o.from[0], o.from[1], o.angle, {
    spread: 34,
    count: 7,
    length: o.length,
    height: o.height ?? 8,
    width: 11,
    seed,
    jitter: 26,
  }),
  lay: (x, y) => [x * 0.9 + y * 0.3 + o.lay[0], y * 0.9 - x * 0.3 + o.lay[1]],
})

/** Presses a wrap down onto the head, so that it is no taller than the face below. */
export const settle = (parts: Part[]): Part[] =>
  parts.map((part) => ({ ...part, at: [1, 0, 0, 0.76, 0, 204] }))

/** The wooden head that wraps are shown on. */
export const head = (): Part[] => {
  const timber: Cloth = {
    ...wood('#7c4e32'),
    weave: (u, v) => 1 + 0.1 * Math.sin(u * 0.11 + 1.6 * Math.sin(v * 0.012)),
  }
  return [
    {
      shape:
        'M306 1030 L302 1130 C288 1180 176 1196 112 1254 C100 1276 108 1296 126 1296 L674 1296 C692 1296 700 1276 688 1254 C624 1196 512 1180 498 1130 L494 1030 Z',
      cloth: timber,
      round: 70,
      reach: 50,
      edge: 6,
      dim: 0.86,
    },
    {
      shape:
        'M212 760 C204 890 240 1020 330 1082 C370 1106 430 1106 470 1082 C560 1020 596 890 588 760 Z',
      cloth: timber,
      round: 120,
      reach: 90,
      edge: 8,
      lift: 7,
    },
  ]
}

/** A headwrap with a wide bow of folded ends above the brow. */
export function knottedWrap(cloth: Cloth, seed = 91): Part[] {
  const fanned: Part = {
    shape:
      'M400 420 C300 410 180 380 112 322 C84 196 214 84 300 72 C340 64 372 78 400 70 C430 78 460 64 500 72 C586 84 716 196 688 322 C620 380 500 410 400 420 Z',
    cloth,
    round: 40,
    reach: 44,
    edge: 7,
    lift: 9,
    fold: (x, y) => {
      const far = Math.hypot(x - 400, y - 430)
      const a = Math.atan2(y - 430, x - 400)
      return (8 + far * 0.05) * Math.abs(Math.sin(a * 11 + 0.5 * Math.sin(far * 0.012))) ** 0.8
    },
    lay: (x, y) => [Math.atan2(y - 430, x - 400) * 250, Math.hypot(x - 400, y - 430)],
  }
  return [
    ...head(),
    ...settle([
      fanned,
      {
        shape:
          'M150 690 C126 560 140 420 214 350 C300 300 500 300 586 350 C660 420 674 560 650 690 C580 640 220 640 150 690 Z',
        cloth,
        round: 110,
        reach: 90,
        edge: 8,
        lift: 6,
        creases: fan(400, 380, 90, {
          spread: 160,
          count: 10,
          length: 320,
          height: 11,
          width: 16,
          seed,
          jitter: 24,
        }),
        lay: (x, y) => [x, y + 300],
      },
      band(
        'M140 740 C132 690 140 640 158 600 C260 540 500 450 610 470 C650 530 664 600 656 650 C500 620 280 700 152 800 C144 780 141 760 140 740 Z',
        cloth,
        seed + 3,
        { angle: -24, from: [170, 740], length: 480, lay: [30, 200], height: 11 },
      ),
      band(
        'M660 740 C668 690 660 640 642 600 C540 545 310 470 200 480 C156 540 140 600 146 650 C310 625 520 700 648 800 C656 780 659 760 660 740 Z',
        cloth,
        seed + 5,
        { angle: 204, from: [630, 740], length: 480, lay: [90, 60], height: 11 },
      ),
      band(
        'M152 800 C280 700 500 626 656 650 C662 700 660 760 648 800 C630 830 612 846 592 856 C520 796 280 796 208 856 C184 846 164 826 152 800 Z',
        cloth,
        seed + 8,
        { angle: -6, from: [170, 790], length: 480, lay: [60, 400], height: 9 },
      ),
      {
        shape:
          'M340 366 C338 320 370 300 402 300 C436 300 466 322 462 368 C466 424 440 452 402 454 C362 454 336 420 340 366 Z',
        cloth,
        round: 60,
        reach: 36,
        edge: 8,
        lift: 9,
        creases: fan(352, 330, 50, {
          spread: 60,
          count: 6,
          length: 150,
          height: 10,
          width: 10,
          seed: seed + 11,
          jitter: 18,
        }),
        lay: (x, y) => [y + 40, x],
      },
    ]),
  ]
}
