import { chitenje } from '../cloth/chitenje.ts'
import { leather, suede } from '../cloth/hides.ts'
import { zigzag } from '../cloth/wax-shapes.ts'
import { canvas, cotton } from '../cloth/weaves.ts'
import { blockSandal, court } from '../garments/shoes/heels.ts'
import { leatherShoe } from '../garments/shoes/leather-shoes.ts'
import { pair } from '../garments/shoes/shoe-parts.ts'
import { ballet, crossed, slides, tBar } from '../garments/shoes/shoes-top.ts'
import { trainer } from '../garments/shoes/trainers.ts'
import { papers, type Recipe } from './recipe.ts'

const gold = '#cfa85a'

export const shoes: Record<string, Recipe> = {
  'block-heel-sandals': {
    draw: (c) =>
      pair(blockSandal(leather(c, 0.15, 0.2), { heel: '#8a5a34', gold }), {
        middle: 490,
      }),
    paper: papers.blush,
    close: [520, 650, 1.7],
  },
  'pointed-court-shoes': {
    draw: () => pair(court(leather('#5f1620', 0, 0.5)), { middle: 510, apart: 176 }),
    paper: papers.sand,
    close: [330, 700, 2.2],
  },
  'penny-loafers': {
    draw: () =>
      pair(leatherShoe(leather('#6f3a1c', 0.1, 0.42), { kind: 'loafer', sole: '#2a1c14' }), {
        middle: 525,
      }),
    paper: papers.stone,
    close: [330, 690, 2.3],
  },
  'bow-ballet-flats': {
    draw: (c) => ballet(leather(c, 0.1, 0.3)),
    paper: papers.butter,
    close: [280, 300, 2.3],
  },
  'lace-up-derby-shoes': {
    draw: () =>
      pair(leatherShoe(leather('#232022', 0.12, 0.45), { kind: 'derby', sole: '#1a1614' }), {
        middle: 505,
      }),
    paper: papers.clay,
    close: [360, 680, 2.3],
  },
  'last-pair-sandals': {
    draw: () => crossed(leather('#8a4f28', 0.25, 0.2), suede('#c09a6c'), gold),
    paper: papers.mist,
    close: [290, 380, 2.2],
  },
  'leather-slide-sandals': {
    draw: () => slides(leather('#5b3622', 0.35, 0.22), suede('#a98560')),
    paper: papers.sand,
    close: [290, 380, 2.3],
  },
  'beaded-t-bar-sandals': {
    draw: () =>
      tBar(leather('#a8743f', 0.2, 0.2), suede('#d0ae80'), [
        '#c23a20',
        '#f2e4c4',
        '#1f6f86',
        '#e3a02c',
      ]),
    paper: papers.sage,
    close: [280, 420, 2.5],
  },
  'canvas-low-trainers': {
    draw: (c, i) =>
      pair(trainer(canvas(c), { trim: '#f2ede2', stripe: i ? '#a5331f' : '#24335c' }), {
        middle: 480,
      }),
    paper: papers.dusk,
    close: [330, 680, 2.3],
  },
  'chitenje-high-tops': {
    draw: () =>
      pair(
        trainer(chitenje(zigzag, ['#e3a426', '#1c4f86', '#f6ead0', '#1a1210', '#b8321f'], 0.78), {
          high: true,
          trim: '#f4efe5',
          stripe: '#b8321f',
        }),
        { middle: 410, apart: 216, scale: 0.9 },
      ),
    paper: papers.mist,
    close: [380, 640, 2.1],
  },
  'suede-chelsea-boots': {
    draw: () =>
      pair(
        leatherShoe(suede('#b08a5e'), {
          kind: 'chelsea',
          sole: '#c7a878',
          elastic: cotton('#4a3a2c'),
        }),
        { middle: 420, apart: 222, scale: 0.9 },
      ),
    paper: papers.blush,
    close: [400, 640, 2.1],
  },
}
