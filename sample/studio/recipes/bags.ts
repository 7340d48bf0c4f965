import { chitenje } from '../cloth/chitenje.ts'
import { leather, palm } from '../cloth/hides.ts'
import { type Inks } from '../cloth/wax-ink.ts'
import { kites, waves } from '../cloth/wax-shapes.ts'
import { canvas, cotton } from '../cloth/weaves.ts'
import { backpack } from '../garments/bags/backpack.ts'
import { envelope, quiltedClutch } from '../garments/bags/clutches.ts'
import { frameBag, saddleBag } from '../garments/bags/handbags.ts'
import { basket, tote } from '../garments/bags/totes.ts'
import { lakeInks } from './dresses.ts'
import { papers, type Recipe } from './recipe.ts'

const gold = '#d0aa5e'
const kiteInks: readonly [Inks, ...Inks[]] = [
  ['#d06a1f', '#14395c', '#f8ead0', '#1f100a', '#f0b83e'],
  ['#1f4f8a', '#d9622b', '#f5ead2', '#0b1a33', '#e8b33a'],
]

export const bags: Record<string, Recipe> = {
  'canvas-tote-bag': {
    draw: () => tote(canvas('#e2d6bd'), { handle: canvas('#d9caa9'), print: '#a5452c' }),
    paper: papers.dusk,
    close: [400, 520, 2.4],
  },
  'chitenje-market-tote': {
    draw: (_, i) =>
      tote(chitenje(kites, kiteInks[i] ?? kiteInks[0], 0.95), {
        handle: leather('#7a4526', 0.3),
        wide: 34,
        tabs: true,
        seed: 84 + i,
      }),
    paper: papers.sage,
    close: [400, 520, 2.3],
  },
  'woven-palm-basket': {
    draw: () =>
      basket(
        palm('#d8b878', {
          colour: '#8a2f22',
          rows: (v) => (v > 560 && v < 614) || (v > 704 && v < 740),
        }),
        leather('#6b3f24', 0.2),
      ),
    paper: papers.mist,
    close: [400, 520, 2.3],
  },
  'structured-leather-handbag': {
    draw: (c) => frameBag(leather(c, 0.12, 0.34), gold),
    paper: papers.sand,
    close: [400, 520, 2.3],
  },
  'saddle-crossbody-bag': {
    draw: () => saddleBag(leather('#2d4a3a', 0.6, 0.22), gold),
    paper: papers.blush,
    close: [400, 640, 2.3],
  },
  'chain-evening-clutch': {
    draw: () => quiltedClutch(leather('#26232a', 0.15, 0.4), gold),
    paper: papers.butter,
    close: [400, 620, 2.3],
  },
  'envelope-chitenje-clutch': {
    draw: () => envelope(chitenje(waves, lakeInks, 1.1), cotton('#12517a')),
    paper: papers.clay,
    close: [400, 520, 3.3],
  },
  'city-canvas-backpack': {
    draw: (c) => backpack(canvas(c), leather('#6e4226', 0.25), gold),
    paper: papers.stone,
    close: [400, 480, 2.3],
  },
}
