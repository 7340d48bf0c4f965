import type { Cloth } from '../../cloth/cloth.ts'
import { leather, rubber } from '../../cloth/hides.ts'
import { cotton } from '../../cloth/weaves.ts'
import { darken } from '../../field/colour.ts'
import { fan } from '../../light/creases.ts'
import type { Part } from '../../light/part.ts'
import { rivet, seam, stitching } from '../parts/notions.ts'
import { bow, heelBlock, laces } from './shoe-parts.ts'

/** Derby, loafer and Chelsea boot share a last and a leather sole. */
export function leatherShoe(
  cloth: Cloth,
  o: { kind: 'derby' | 'loafer' | 'chelsea'; sole: string; elastic?: Cloth },
): Part[] {
  const boot = o.kind === 'chelsea'
  const loafer = o.kind === 'loafer'
  const upper = boot
    ? 'M108 590 C100 556 118 522 172 508 C250 492 330 470 378 424 C412 386 418 330 420 232 C420 212 430 204 450 206 C520 216 580 214 644 198 C664 198 672 210 672 236 C672 330 694 420 702 500 C706 550 702 580 692 596 Z'
    : loafer
      ? 'M108 590 C98 552 122 516 184 506 C250 498 318 488 372 462 C400 446 420 436 438 442 C480 470 560 478 612 446 C638 426 652 404 676 400 C694 402 700 440 704 490 C708 546 704 578 692 596 Z'
      : 'M108 590 C100 554 120 518 180 506 C250 494 310 474 362 430 C392 402 416 386 442 392 C484 420 560 432 610 408 C636 392 650 374 674 370 C694 374 700 420 704 480 C708 546 704 578 692 596 Z'
  const parts: Part[] = [
    {
      shape: boot
        ? 'M426 212 C470 184 610 174 664 202 C620 238 480 240 426 212 Z'
        : loafer
          ? 'M434 446 C470 404 620 388 678 404 C650 470 500 486 434 446 Z'
          : 'M438 396 C470 356 622 344 676 374 C640 430 500 434 438 396 Z',
      cloth: leather('#b58a5e', 0),
      dim: 0.55,
      round: 8,
    },
  ]
  if (o.kind === 'derby')
    parts.push({
      shape: 'M346 440 C368 396 392 352 420 350 C440 354 452 380 448 404 L390 452 Z',
      cloth,
      round: 18,
      reach: 18,
      lift: 2,
    })
  parts.push({
    shape: upper,
    cloth,
    round: 74,
    reach: 52,
    edge: 6,
    creases: [
      ...fan(300, 470, 84, { spread: 40, count: 3, length: 80, height: 3.4, width: 11, seed: 3 }),
      ...(boot
        ? fan(430, 450, 20, { spread: 60, count: 4, length: 120, height: 5, width: 13, seed: 7 })
        : []),
    ],
    lines: [
      seam(
        boot
          ? []
          : loafer
            ? ['M640 440 C650 500 652 550 648 596']
            : ['M470 596 C470 540 500 480 560 424'],
        -2,
      ),
    ],
    marks: [
      stitching(
        boot
          ? ['M430 226 C500 236 580 232 664 216']
          : loafer
            ? [
                'M442 452 C486 480 566 488 620 456 C640 440 654 420 676 412',
                'M646 440 C656 500 658 550 654 596',
              ]
            : [
                'M476 596 C476 540 506 484 566 430',
                'M446 404 C490 430 562 444 616 420 C640 404 654 388 674 384',
              ],
        cloth.colour,
      ),
    ],
  })
  if (boot)
    parts.push(
      {
        shape:
          'M476 216 C520 220 560 218 596 212 C596 300 580 380 548 440 C536 452 520 452 510 440 C488 380 478 300 476 216 Z',
        cloth: o.elastic ?? cotton('#2a211b'),
        round: 6,
        reach: 14,
        lift: 0.5,
        lines: [
          {
            shape: [
              {
                d: 'M476 216 C478 300 488 380 510 440 C520 452 536 452 548 440 C580 380 596 300 596 212',
                stroke: 3,
              },
            ],
            depth: -3,
          },
        ],
      },
      {
        shape: [{ d: 'M648 232 C640 170 668 160 676 180 C684 200 676 222 672 250', stroke: 13 }],
        cloth: cotton('#3a2a1e'),
        round: 6,
        reach: 6,
        lift: 3,
      },
    )
  if (loafer)
    parts.push(
      {
        shape:
          'M150 540 C152 516 190 508 230 506 C290 502 340 488 376 466 C360 500 330 524 290 536 C240 548 180 554 150 540 Z',
        cloth,
        round: 22,
        reach: 20,
        lift: 0.6,
        lines: [
          seam('M150 540 C180 554 240 548 290 536 C330 524 360 500 376 466', -3, 4),
          {
            shape: [
              {
                d: 'M148 544 C180 560 244 554 294 542 C336 530 368 506 384 466',
                stroke: 6,
                dash: '5 6',
              },
            ],
            depth: 3,
            soft: 1,
          },
        ],
      },
      {
        shape:
          'M330 446 C356 440 386 446 404 462 C398 510 380 556 352 592 L296 592 C328 552 342 500 330 446 Z',
        cloth,
        round: 12,
        reach: 14,
        edge: 5,
        lift: 3,
        marks: [
          stitching(
            ['M340 450 C350 500 336 552 306 590', 'M396 464 C390 510 372 554 346 590'],
            cloth.colour,
          ),
          {
            shape: 'M346 486 L384 492 L382 504 L344 498 Z',
            colour: darken(cloth.colour, 0.75),
            strength: 0.9,
          },
        ],
      },
    )
  if (o.kind === 'derby') {
    const eyes: [number, number][] = [
      [352, 500],
      [374, 480],
      [395, 459],
      [414, 437],
      [430, 414],
    ]
    parts.push(
      {
        shape:
          'M310 522 C340 500 400 440 434 396 C452 400 470 412 480 420 C470 470 440 530 420 560 C380 552 336 544 310 522 Z',
        cloth,
        round: 10,
        reach: 14,
        edge: 5,
        lift: 3,
        marks: [
          stitching('M318 520 C350 542 386 546 416 552 C438 520 462 470 472 424', cloth.colour),
        ],
      },
      ...eyes.map(([x, y]) => rivet(x, y, 3.6, '#2b2724')),
      ...laces(
        eyes,
        eyes.map(([x, y], i) => [x - 30 + i, y - 26 - i]),
        '#1a1716',
        7,
      ),
      ...bow(408, 372, '#1a1716'),
      {
        shape: [{ d: 'M214 502 C248 524 262 556 256 592', stroke: 5 }],
        cloth,
        round: 3,
        reach: 4,
        lift: 1,
        marks: [stitching('M222 506 C256 528 268 558 262 592', cloth.colour)],
      },
    )
  }
  parts.push(
    {
      shape: 'M102 594 C100 584 106 578 116 578 L690 578 C704 580 708 592 704 606 L104 612 Z',
      cloth: rubber(o.sole),
      round: 10,
      reach: 9,
      edge: 4,
      lift: 2,
      marks: [
        {
          shape: [{ d: 'M112 588 L700 587', stroke: 2, dash: '6 4', butt: true }],
          colour: '#e4cfa6',
          strength: 0.75,
        },
      ],
    },
    heelBlock(
      'M560 604 L704 600 C708 612 706 632 702 648 L568 648 C566 632 562 616 560 604 Z',
      darken(o.sole, 0.15),
    ),
    {
      shape:
        'M104 602 L566 602 C540 622 440 620 360 618 C260 616 160 622 116 618 C106 616 102 610 104 602 Z',
      cloth: rubber(darken(o.sole, 0.3)),
      round: 8,
      reach: 8,
      lift: 2,
    },
  )
  return parts
}
