import { chitenje } from '../cloth/chitenje.ts'
import { type Inks } from '../cloth/wax-ink.ts'
import { fish } from '../cloth/wax-nature.ts'
import { shells } from '../cloth/wax-shapes.ts'
import { denim, linen, satin, twill, wool } from '../cloth/weaves.ts'
import { jeans } from '../garments/bottoms/jeans.ts'
import { circleSkirt, pencilSkirt, pleatedSkirt } from '../garments/bottoms/skirts.ts'
import {
  beachShorts,
  chinos,
  linenTrousers,
  pleatedTrousers,
} from '../garments/bottoms/trousers.ts'
import { place } from '../light/part.ts'
import { papers, type Recipe } from './recipe.ts'

const fishInks: readonly [Inks, ...Inks[]] = [
  ['#2f7fae', '#f0b53a', '#f7f1e0', '#0c2a44', '#e0562a'],
  ['#a62c22', '#f2e3c4', '#e9a93a', '#2b0d0b', '#2f8a80'],
]
const shellInks: readonly [Inks, ...Inks[]] = [
  ['#e0a91f', '#a3261f', '#faf0d4', '#26140c', '#1d6f6c'],
  ['#55285e', '#e2a13a', '#f5e7cf', '#1a0b1e', '#d4562f'],
]

export const bottoms: Record<string, Recipe> = {
  'pleated-office-trousers': {
    draw: (c, i) => pleatedTrousers(wool(c), 2 + i),
    paper: papers.stone,
    close: [380, 210, 2.7],
  },
  'wide-leg-linen-trousers': {
    draw: () => linenTrousers(linen('#e3d8bf')),
    paper: papers.dusk,
    close: [400, 220, 2.7],
  },
  'slim-cotton-chinos': {
    draw: (c, i) => chinos(twill(c), 8 + i),
    paper: papers.sand,
    close: [400, 230, 2.8],
  },
  'straight-blue-jeans': {
    draw: () => jeans(denim('#22365c'), {}),
    paper: papers.clay,
    close: [400, 200, 2.9],
  },
  'black-skinny-jeans': {
    draw: () =>
      jeans(
        denim('#1b1b1f', () => -0.16),
        { seed: 13, slim: true, thread: '#4a4644', fade: 0.3 },
      ),
    paper: papers.blush,
    close: [400, 200, 2.9],
  },
  'denim-shorts': {
    draw: () => jeans(denim('#5d82a8'), { seed: 17, short: true, fade: 0.4 }),
    paper: papers.butter,
    close: [400, 320, 2.4],
  },
  'chitenje-beach-shorts': {
    draw: (_, i) => beachShorts(chitenje(fish, fishInks[i] ?? fishInks[0], 0.9), 21 + i),
    paper: papers.sand,
    close: [400, 340, 3.4],
  },
  'chitenje-circle-skirt': {
    draw: (_, i) => circleSkirt(chitenje(shells, shellInks[i] ?? shellInks[0], 0.9), 31 + i),
    paper: papers.mist,
    close: [400, 330, 3.4],
  },
  'tailored-pencil-skirt': {
    draw: () => pencilSkirt(wool('#4a4a50')),
    paper: papers.blush,
    close: [400, 240, 2.6],
  },
  'pleated-midi-skirt': {
    draw: (c, i) => place(pleatedSkirt(satin(c), 35 + i), { dy: -14 }),
    paper: papers.sage,
    close: [400, 330, 2.4],
  },
}
