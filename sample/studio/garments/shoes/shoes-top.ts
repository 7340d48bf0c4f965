import type { Cloth } from '../../cloth/cloth.ts'
import { bead, leather, rubber } from '../../cloth/hides.ts'
import { cotton } from '../../cloth/weaves.ts'
import { ellipse } from '../../field/path.ts'
import { fan } from '../../light/creases.ts'
import { gathers } from '../../light/folds.ts'
import { type Part, place } from '../../light/part.ts'
import { buckle, stitching } from '../parts/notions.ts'

// Seen from above, toes up; the left shoe is drawn and the right one is its mirror.

const sole = (grow = 0): string => {
  const g = grow
  return `M268 ${150 - g} C${328 + g} ${150 - g} ${362 + g} 214 ${358 + g} 300 C${354 + g} 390 ${330 + g} 440 ${330 + g} 540 C${332 + g} 640 ${350 + g} 700 ${340 + g} 770 C${330 + g} ${838 + g} ${228 - g} ${842 + g} ${214 - g} 772 C${200 - g} 700 ${212 - g} 620 ${204 - g} 540 C${194 - g} 450 ${178 - g} 390 ${182 - g} 300 C${188 - g} 214 ${212 - g} ${150 - g} 268 ${150 - g} Z`
}

const footbed = (cloth: Cloth, edge: string): Part[] => [
  { shape: sole(9), cloth: rubber(edge), round: 14, reach: 10, edge: 5, lift: 6 },
  {
    shape: sole(0),
    cloth,
    round: 6,
    reach: 12,
    edge: 3,
    lift: 1,
    fold: (x, y) =>
      -7 * Math.exp(-(((x - 270) / 50) ** 2) - ((y - 740) / 70) ** 2) -
      6 * Math.exp(-(((x - 270) / 60) ** 2) - ((y - 300) / 80) ** 2),
    marks: [
      { shape: [{ d: sole(-9), stroke: 2, dash: '6 4' }], colour: '#6b4a2e', strength: 0.6 },
      { shape: [{ d: 'M250 742 L290 742', stroke: 4 }], colour: '#6b3a1e', strength: 0.6 },
    ],
  },
]

/** Both shoes, the right one mirrored, turned a little apart. */
function both(parts: readonly Part[]): Part[] {
  const left = place(parts, { turn: -5, pivot: [270, 500], dx: -12, scale: 1.05 })
  const right = place(parts, { flip: true, pivot: [400, 500] })
  return [...left, ...place(right, { turn: 5, pivot: [530, 500], dx: 12, dy: 10, scale: 1.05 })]
}

const strap = (d: string, cloth: Cloth, o: { lift?: number; stitch?: string[] } = {}): Part => ({
  shape: d,
  cloth,
  round: 26,
  reach: 26,
  edge: 6,
  lift: o.lift ?? 8,
  marks: o.stitch ? [stitching(o.stitch, cloth.colour)] : [],
})

export function slides(cloth: Cloth, bed: Cloth): Part[] {
  return both([
    ...footbed(bed, '#3a2a20'),
    strap(
      'M164 330 C190 286 340 270 376 300 C382 360 372 430 352 470 C300 448 240 456 190 494 C172 450 162 390 164 330 Z',
      cloth,
      { stitch: ['M174 336 C200 298 336 284 368 308', 'M194 482 C240 446 300 438 348 458'] },
    ),
  ])
}

export function crossed(cloth: Cloth, bed: Cloth, gold: string): Part[] {
  return both([
    ...footbed(bed, '#5a3d28'),
    strap(
      'M164 300 C180 276 206 268 226 272 C280 330 330 380 366 452 C358 484 344 500 330 506 C280 430 220 370 164 346 Z',
      cloth,
      { stitch: ['M180 290 C240 330 310 400 354 466', 'M170 338 C230 370 290 436 334 496'] },
    ),
    strap(
      'M376 290 C360 268 336 262 314 268 C262 330 220 390 184 462 C188 492 200 506 214 512 C262 430 320 366 376 340 Z',
      cloth,
      {
        lift: 6,
        stitch: ['M362 284 C300 330 240 400 196 474', 'M370 332 C316 366 264 432 212 502'],
      },
    ),
    strap('M196 640 C230 616 310 614 348 634 L346 676 C306 656 236 658 198 682 Z', cloth, {
      stitch: ['M202 646 C236 624 306 622 342 640', 'M202 674 C238 650 304 648 342 668'],
    }),
    ...buckle(228, 656, 30, 40, gold),
  ])
}

export function tBar(cloth: Cloth, bed: Cloth, beads: readonly string[]): Part[] {
  const dots: Part[] = []
  const put = (x: number, y: number, r: number, c: string) =>
    dots.push({
      shape: ellipse(x, y, r),
      cloth: bead(c),
      round: r * 1.4,
      reach: r * 0.8,
      edge: r * 0.3,
      lift: 1.2,
    })
  for (let row = 0; row < 21; row++)
    for (let col = -1; col <= 1; col++)
      put(
        268 + col * 12,
        318 + row * 13.5,
        6.4,
        beads[(Math.abs(col) + Math.floor(row / 3)) % beads.length] ?? '#fff',
      )
  for (let i = 0; i < 13; i++)
    for (let j = 0; j < 2; j++)
      put(
        190 + i * 13,
        306 - Math.sin((i / 12) * Math.PI) * 26 + j * 13,
        6.2,
        beads[(i + j) % beads.length] ?? '#fff',
      )
  return both([
    ...footbed(bed, '#6d4a2e'),
    strap('M176 322 C200 268 340 260 366 306 L364 332 C330 292 220 300 178 346 Z', cloth, {
      lift: 5,
    }),
    strap('M246 300 L292 300 L290 606 L248 606 Z', cloth, { lift: 6 }),
    strap('M192 616 C226 584 314 582 350 608 L348 640 C310 616 234 620 196 650 Z', cloth, {
      lift: 6,
    }),
    ...dots,
    ...buckle(208, 630, 24, 34, '#c8a052'),
  ])
}

export function ballet(cloth: Cloth): Part[] {
  const lip =
    'M226 344 C236 316 304 314 316 344 C328 420 312 500 312 560 C314 640 326 690 318 736 C308 786 246 790 236 738 C224 690 232 630 226 560 C218 490 214 410 226 344 Z'
  const bowTie = (d: string, s: number): Part => ({
    shape: d,
    cloth,
    round: 14,
    reach: 11,
    edge: 4,
    lift: 4,
    creases: fan(270, 330, s > 0 ? 0 : 180, {
      spread: 50,
      count: 3,
      length: 42,
      height: 3,
      width: 4,
      seed: 3,
      jitter: 2,
    }),
  })
  return both([
    {
      shape: sole(8),
      cloth,
      round: 56,
      reach: 40,
      edge: 8,
      lift: 6,
      fold: gathers(344, -110, 7, 2.6, 3, 270, 60),
      lines: [{ shape: [{ d: lip, stroke: 10 }], depth: 4, soft: 2.4 }],
    },
    {
      shape: lip,
      cloth: leather('#d9bd97', 0),
      round: 4,
      edge: 2,
      lift: 0,
      dim: 0.86,
      tone: (x, y) =>
        0.62 +
        0.38 * Math.min(1, Math.max(0, (y - 330) / 120)) * Math.min(1, Math.max(0, (x - 222) / 34)),
      marks: [{ shape: [{ d: 'M252 716 L292 716', stroke: 5 }], colour: '#8a2a1e', strength: 0.8 }],
    },
    { shape: [{ d: lip, stroke: 8 }], cloth: cotton(cloth.colour), round: 5, reach: 4, lift: 1 },
    bowTie('M268 322 C246 296 220 296 216 316 C214 338 236 346 268 332 Z', -1),
    bowTie('M272 322 C294 296 322 296 326 316 C328 338 304 346 272 332 Z', 1),
    { shape: ellipse(270, 327, 9, 9), cloth, round: 9, reach: 7, lift: 3 },
  ]).map((p) => p)
}
