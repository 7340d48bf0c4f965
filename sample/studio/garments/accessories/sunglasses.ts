import { bead, metal, tortoiseshell } from '../../cloth/hides.ts'
import { mirror } from '../../field/path.ts'
import type { Part } from '../../light/part.ts'
import { rivet } from '../parts/notions.ts'

export function sunglasses(): Part[] {
  const acetate = tortoiseshell()
  const rim =
    'M96 440 C96 410 120 396 160 392 C230 386 320 388 366 408 C384 420 384 450 380 490 C370 590 310 640 226 640 C150 640 104 590 98 500 Z'
  const lens =
    'M128 448 C132 428 160 424 190 422 C250 418 320 422 346 438 C356 448 352 474 348 500 C336 576 290 608 228 608 C168 608 134 570 128 500 Z'
  return [
    ...[1, 0].map(
      (flip): Part => ({
        shape: (flip ? mirror : String)(
          'M120 420 C200 330 330 270 470 262 L476 290 C350 300 240 352 150 440 Z',
        ),
        cloth: acetate,
        round: 18,
        reach: 12,
        edge: 4,
        lift: 8,
        dim: 0.85,
      }),
    ),
    ...[String, mirror].map(
      (f): Part => ({
        shape: f(lens),
        cloth: { colour: '#3a2a20', sheen: 0.5, gloss: 30 },
        round: 26,
        reach: 60,
        opacity: 0.86,
        lift: 5,
        tone: (_x, y) => 0.7 + Math.max(0, (y - 430) / 180) * 1.5,
      }),
    ),
    {
      shape: [
        ...[String, mirror].flatMap((f) => [{ d: f(rim) }]),
        { d: 'M366 430 C384 404 416 404 434 430 L432 474 C418 446 382 446 368 474 Z' },
        ...[String, mirror].map((f) => ({ d: f(lens), level: 0 })),
        { d: 'M382 486 C390 456 410 456 418 486 L430 560 L370 560 Z', level: 0 },
      ],
      cloth: acetate,
      round: 22,
      reach: 15,
      edge: 6,
      lift: 7,
    },
    ...[112, 688].map((x) => rivet(x, 426, 6, '#d9c28a')),
  ]
}

export function aviators(gold: string): Part[] {
  const lens =
    'M104 424 C160 388 300 386 372 420 C392 470 384 566 334 628 C282 680 196 672 150 608 C112 550 92 480 104 424 Z'
  const frame = metal(gold)
  const wire = (d: string, w: number, lift = 5): Part => ({
    shape: [{ d, stroke: w }],
    cloth: frame,
    round: w,
    reach: w * 0.7,
    edge: 1,
    lift,
  })
  const temple = 'M100 430 C240 452 420 500 560 566 C590 580 606 606 612 640'
  return [
    wire(temple, 9, 4),
    wire(mirror(temple), 9, 4),
    ...[String, mirror].map(
      (f): Part => ({
        shape: f(lens),
        cloth: { colour: '#565a48', sheen: 0.75, gloss: 30 },
        round: 34,
        reach: 70,
        opacity: 0.86,
        lift: 6,
        tone: (_x, y) => 0.3 + Math.max(0, (y - 410) / 260) * 2,
      }),
    ),
    ...[String, mirror].map((f) => wire(f(lens), 9)),
    wire('M366 440 C382 424 418 424 434 440', 9),
    wire('M340 400 C372 376 428 376 460 400', 8),
    ...[String, mirror].map(
      (f): Part => ({
        shape: f('M368 486 C356 504 354 526 362 546 C376 542 384 508 378 488 Z'),
        cloth: bead('#e8dfd0'),
        round: 10,
        reach: 8,
        lift: 3,
      }),
    ),
    ...[102, 698].map((x) => rivet(x, 428, 8, gold)),
  ]
}
