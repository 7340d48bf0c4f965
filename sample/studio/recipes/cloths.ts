import { chitenje as wax } from '../cloth/chitenje.ts'
import { loom } from '../cloth/prints.ts'
import { type Inks } from '../cloth/wax-ink.ts'
import { feathers, fish, petals } from '../cloth/wax-nature.ts'
import { sunburst, zigzag } from '../cloth/wax-shapes.ts'
import { velvet, wool } from '../cloth/weaves.ts'
import { foldedCloth, hungCloth, rolledCloth } from '../garments/accessories/cloth-pieces.ts'
import { knottedWrap } from '../garments/accessories/headwraps.ts'
import { longScarf, shawl } from '../garments/accessories/scarves.ts'
import { turban } from '../garments/accessories/turban.ts'
import { papers, type Recipe } from './recipe.ts'

const wrapInks: readonly [Inks, ...Inks[]] = [
  ['#9c2a1e', '#e8ab35', '#f7e9c9', '#1d0d0a', '#1f6a66'],
  ['#1d4a80', '#f0c250', '#f5ead2', '#0a1930', '#cf4a24'],
]

export const cloths: Record<string, Recipe> = {
  'chitenje-cloth-sunburst': {
    draw: () =>
      foldedCloth(wax(sunburst, ['#8f231b', '#e6a22c', '#f7e7c6', '#1b0d0a', '#2a6f86'], 1), {
        turned: true,
      }),
    paper: papers.sage,
    close: [400, 420, 3.3],
  },
  'chitenje-cloth-chambo': {
    draw: () =>
      rolledCloth(wax(fish, ['#1d6fa3', '#f2c14a', '#f8f1de', '#08263f', '#e5623a'], 1.05)),
    paper: papers.sand,
    close: [400, 520, 3.3],
  },
  'chitenje-cloth-feather': {
    draw: () =>
      hungCloth(wax(feathers, ['#4c1f4a', '#d9a036', '#f4e4c4', '#180818', '#2f8a86'], 0.95)),
    paper: papers.stone,
    close: [400, 560, 2.2],
  },
  'knotted-chitenje-headwrap': {
    draw: (_, i) =>
      knottedWrap(wax(i ? zigzag : petals, wrapInks[i] ?? wrapInks[0], i ? 0.8 : 0.5), 91 + i),
    paper: papers.butter,
    close: [400, 420, 3.2],
  },
  'pre-tied-turban': {
    draw: (c, i) => turban(velvet(c), 97 + i),
    paper: papers.blush,
    close: [400, 540, 2.1],
  },
  'sold-out-scarf': {
    draw: () =>
      longScarf(loom('#e6d8b8', ['#1f6f80', '#c9a15a', '#123f52', '#d9c69a'], 116), [
        '#1f6f80',
        '#e6d8b8',
        '#c9a15a',
      ]),
    paper: papers.clay,
    close: [330, 640, 2.2],
  },
  'fringed-evening-shawl': {
    draw: () => shawl(wool('#d08a1e')),
    paper: papers.mist,
    close: [360, 560, 2.1],
  },
}
