import { chitenje } from '../cloth/chitenje.ts'
import { cable, jersey, pique, rib } from '../cloth/knits.ts'
import { breton, plaid, stripes } from '../cloth/prints.ts'
import { type Inks } from '../cloth/wax-ink.ts'
import { leaves } from '../cloth/wax-nature.ts'
import { zigzag } from '../cloth/wax-shapes.ts'
import { chiffon, cotton, crepe, linen } from '../cloth/weaves.ts'
import { bowBlouse, offShoulder, puffBlouse } from '../garments/tops/blouses.ts'
import { cardigan, rollNeck } from '../garments/tops/knits.ts'
import { shirt } from '../garments/tops/shirts.ts'
import { polo, tShirt } from '../garments/tops/tees.ts'
import { papers, type Recipe } from './recipe.ts'

const leafInks: readonly [Inks, ...Inks[]] = [
  ['#1f5a3a', '#7fae4a', '#f2ead0', '#0b2216', '#e0a638'],
  ['#c9571f', '#2c5f5a', '#f8e8c8', '#2a120a', '#f0bd4b'],
]

export const tops: Record<string, Recipe> = {
  'classic-white-shirt': {
    draw: () => shirt(cotton('#f1eee7'), { seed: 2, button: '#e9e4d8' }),
    paper: papers.dusk,
    close: [400, 230, 2.8],
  },
  'bengal-stripe-shirt': {
    draw: () => shirt(stripes('#f2f2ee', '#3f6fae', 13), { seed: 6, pockets: 1, slim: 8 }),
    paper: papers.sand,
    close: [440, 290, 2.8],
  },
  'chitenje-camp-shirt': {
    draw: (_, i) =>
      shirt(chitenje(leaves, leafInks[i] ?? leafInks[0], 0.82), {
        seed: 10 + i,
        short: true,
        camp: true,
        button: '#c9a676',
      }),
    paper: papers.butter,
    close: [400, 270, 3.8],
  },
  'linen-grandad-shirt': {
    draw: () => shirt(linen('#c3ab86'), { seed: 14, band: true, button: '#6d4b2f' }),
    paper: papers.sage,
    close: [400, 250, 2.8],
  },
  'highland-check-shirt': {
    draw: () =>
      shirt(plaid('#9c2c26', '#1f3b2f', '#151a1c', '#e8d9a8', 88), {
        seed: 18,
        pockets: 2,
        flaps: true,
        button: '#1e1a18',
      }),
    paper: papers.mist,
    close: [400, 300, 2.6],
  },
  'puff-sleeve-blouse': {
    draw: (c, i) => puffBlouse(cotton(c), 4 + i),
    paper: papers.stone,
    close: [330, 300, 2.5],
  },
  'chiffon-bow-blouse': {
    draw: () => bowBlouse(crepe('#c48d8a'), chiffon('#cf9a96', 0.5)),
    paper: papers.sand,
    close: [340, 280, 2.5],
  },
  'off-shoulder-chitenje-top': {
    draw: () =>
      offShoulder(chitenje(zigzag, ['#16120f', '#d8611f', '#f3e6c9', '#050404', '#1e8a80'], 0.92)),
    paper: papers.clay,
    close: [400, 330, 2.4],
  },
  'everyday-crew-t-shirt': {
    draw: (c, i) => tShirt(jersey(c), { seed: 5 + i }),
    paper: papers.clay,
    close: [400, 210, 2.9],
  },
  'breton-stripe-t-shirt': {
    draw: () =>
      tShirt(breton('#f1ede2', '#24335c', 27), {
        seed: 25,
        long: true,
        boat: true,
        band: jersey('#f1ede2'),
      }),
    paper: papers.dusk,
    close: [400, 240, 2.6],
  },
  'pique-polo-shirt': {
    draw: (c, i) => polo(pique(c), { seed: 9 + i }),
    paper: papers.sand,
    close: [400, 240, 2.9],
  },
  'cable-knit-cardigan': {
    draw: () => cardigan(cable('#d9c8a6'), {}),
    paper: papers.mist,
    close: [380, 420, 2.4],
  },
  'ribbed-roll-neck-jumper': {
    draw: (c, i) => rollNeck(rib(c, 11), 12 + i),
    paper: papers.stone,
    close: [400, 230, 2.5],
  },
}
