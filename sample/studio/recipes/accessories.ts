import { chitenje } from '../cloth/chitenje.ts'
import { leather, palm } from '../cloth/hides.ts'
import { leaves } from '../cloth/wax-nature.ts'
import { kites } from '../cloth/wax-shapes.ts'
import { cotton } from '../cloth/weaves.ts'
import { belt, waistBelt } from '../garments/accessories/belts.ts'
import { bucketHat, strawHat } from '../garments/accessories/hats.ts'
import { bangles, hoops, necklace } from '../garments/accessories/jewellery.ts'
import { aviators, sunglasses } from '../garments/accessories/sunglasses.ts'
import { place } from '../light/part.ts'
import { papers, type Recipe } from './recipe.ts'

const gold = '#d8ae58'

export const accessories: Record<string, Recipe> = {
  'brass-hoop-earrings': {
    draw: () => hoops('#d2a24a'),
    paper: papers.clay,
    close: [400, 480, 1.9],
  },
  'paper-bead-necklace': {
    draw: () => necklace(),
    paper: papers.stone,
    close: [400, 740, 2.4],
  },
  'stacking-bangles': {
    draw: () => bangles(gold, '#c06f42', cotton('#1f5f6a')),
    paper: papers.sand,
    close: [420, 480, 1.9],
  },
  'saddle-leather-belt': {
    draw: (c) => belt(leather(c, 0.2, 0.26), '#c9b27a'),
    paper: papers.sage,
    close: [400, 240, 2.2],
  },
  'wide-waist-belt': {
    draw: () =>
      waistBelt(
        leather('#8a4526', 0.3, 0.22),
        chitenje(kites, ['#e0962a', '#8a2a1e', '#f6e8c8', '#24120b', '#1f6a66'], 0.5),
        leather('#3a2114', 0, 0.1),
      ),
    paper: papers.mist,
    close: [400, 500, 2],
  },
  'wide-brim-straw-hat': {
    draw: () =>
      strawHat(
        palm('#dcc08a', undefined, 10),
        chitenje(leaves, ['#8a2a1e', '#e2a13a', '#f5e7cf', '#1d0d0a', '#1f6a66'], 0.45),
      ),
    paper: papers.dusk,
    close: [440, 520, 3],
  },
  'reversible-bucket-hat': {
    draw: () =>
      bucketHat(
        chitenje(leaves, ['#173f5f', '#e8b33a', '#f6efdd', '#071a2a', '#d9622b'], 0.62),
        cotton('#d9622b'),
      ),
    paper: papers.butter,
    close: [400, 560, 3],
  },
  'tortoiseshell-sunglasses': {
    draw: () => place(sunglasses(), { turn: -9 }),
    paper: papers.blush,
    close: [270, 480, 2.1],
  },
  'gold-aviator-sunglasses': {
    draw: () => place(aviators('#d6b060'), { turn: 8 }),
    paper: papers.sage,
    close: [270, 480, 2.1],
  },
}
