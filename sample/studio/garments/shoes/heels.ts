import type { Cloth } from '../../cloth/cloth.ts'
import { leather, rubber, wood } from '../../cloth/hides.ts'
import type { Part } from '../../light/part.ts'
import { buckle, seam, stitching } from '../parts/notions.ts'

export function court(cloth: Cloth): Part[] {
  return [
    {
      shape: 'M330 470 C380 400 600 300 676 336 C640 470 420 520 330 470 Z',
      cloth: leather('#c9a27c', 0),
      dim: 0.6,
      round: 8,
    },
    {
      shape:
        'M640 420 C672 420 700 420 706 440 C704 540 690 620 684 688 L664 688 C664 600 650 520 612 470 Z',
      cloth,
      round: 16,
      reach: 12,
      edge: 4,
      lift: 2,
    },
    {
      shape:
        'M88 640 C88 628 96 620 112 612 C190 580 260 540 318 490 C326 500 344 512 370 512 C450 510 560 430 640 342 C656 330 676 326 690 336 C708 352 716 420 704 470 C690 510 660 520 620 518 C540 530 470 590 400 630 C300 664 150 668 104 660 C92 656 88 650 88 640 Z',
      cloth,
      round: 64,
      reach: 46,
      edge: 6,
      marks: [
        stitching('M322 498 C334 512 352 518 372 518 C452 516 562 438 646 348', cloth.colour),
      ],
      lines: [seam('M600 384 C622 430 630 480 620 518', -1.4)],
    },
    {
      shape:
        'M92 654 C160 672 300 672 402 636 C470 598 540 540 622 524 L640 534 C560 560 490 610 420 650 C320 688 150 690 104 674 C94 668 90 660 92 654 Z',
      cloth: rubber('#2a1a14'),
      round: 6,
      reach: 6,
      lift: 2,
    },
    { shape: 'M662 684 L686 684 L686 700 L661 700 Z', cloth: rubber('#15100e'), round: 3, lift: 1 },
  ]
}

export function blockSandal(cloth: Cloth, o: { heel: string; gold: string }): Part[] {
  const strap = (d: string, w: number): Part => ({
    shape: [{ d, stroke: w, butt: true }],
    cloth,
    round: 14,
    reach: 12,
    edge: 5,
    lift: 4,
  })
  return [
    strap('M600 470 C590 400 600 330 640 296', 24),
    { shape: [{ d: 'M470 350 C520 300 640 274 676 310', stroke: 22 }], cloth, dim: 0.6, round: 8 },
    {
      shape: 'M610 470 L706 446 C710 540 704 620 700 700 L628 700 C632 620 628 540 596 500 Z',
      cloth: wood(o.heel),
      round: 26,
      reach: 24,
      edge: 5,
      lift: 3,
      lines: Array.from({ length: 9 }, (_, i) =>
        seam(`M600 ${500 + i * 22} L716 ${494 + i * 22}`, -0.9, 1.4),
      ),
    },
    {
      shape:
        'M92 660 C90 640 110 626 150 622 C260 620 340 600 420 550 C500 500 580 452 690 436 C704 440 710 452 704 468 C610 480 540 530 460 586 C370 646 240 672 130 676 C106 676 94 670 92 660 Z',
      cloth: leather('#d2b48a', 0.2),
      round: 14,
      reach: 14,
      edge: 4,
      lift: 2,
      marks: [
        {
          shape: [{ d: 'M96 664 C240 668 370 634 452 576 C540 516 610 470 704 456', stroke: 4 }],
          colour: '#6b4426',
          strength: 0.7,
        },
      ],
    },
    {
      shape:
        'M150 636 C160 590 200 560 248 548 C290 548 320 570 322 612 C290 630 230 640 206 640 C186 642 160 644 150 636 Z',
      cloth,
      round: 30,
      reach: 24,
      edge: 6,
      lift: 5,
      marks: [
        stitching('M160 628 C172 594 208 568 250 556 C286 558 310 576 314 608', cloth.colour),
      ],
    },
    {
      shape:
        'M646 300 C660 296 676 300 682 310 C704 350 712 400 704 452 L640 470 C626 400 630 340 646 300 Z',
      cloth,
      round: 22,
      reach: 18,
      edge: 5,
      lift: 3,
    },
    {
      shape: [{ d: 'M676 318 C640 372 540 398 470 350', stroke: 24 }],
      cloth,
      round: 14,
      reach: 12,
      edge: 5,
      lift: 5,
    },
    ...buckle(566, 372, 34, 36, o.gold),
  ]
}
