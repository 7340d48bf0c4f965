import { chitenje } from '../cloth/chitenje.ts'
import { jersey } from '../cloth/knits.ts'
import { type Inks } from '../cloth/wax-ink.ts'
import { discs, kites } from '../cloth/wax-shapes.ts'
import { cotton, denim, linen, satin, wool } from '../cloth/weaves.ts'
import { pleatedTrousers } from '../garments/bottoms/trousers.ts'
import { blazer } from '../garments/jackets/blazers.ts'
import { bomber, trucker } from '../garments/jackets/casual-jackets.ts'
import { hoodie } from '../garments/tops/hoodie.ts'
import { shirtfront } from '../garments/tops/shirtfront.ts'
import { place } from '../light/part.ts'
import { papers, type Recipe } from './recipe.ts'

const recordInks: readonly [Inks, ...Inks[]] = [
  ['#1c4f86', '#e9a83a', '#f4e8cf', '#0c2140', '#cf4a24'],
  ['#c65a1d', '#1d5f66', '#f8e8c6', '#2a130a', '#f0bb45'],
]
const midnight = wool('#1c2338')
const charcoal = wool('#4b4c52')

export const jackets: Record<string, Recipe> = {
  'tailored-wedding-suit': {
    draw: () => [
      ...place(pleatedTrousers(midnight, 4), { scale: 0.79, dx: 92, dy: 112, turn: -3 }),
      ...place(
        blazer(midnight, {
          seed: 61,
          button: '#12151f',
          peak: true,
          buttons: 1,
          under: shirtfront(cotton('#f1ede4'), satin('#7d2230'), midnight, '#12151f'),
        }),
        { scale: 0.9, dx: -62, dy: -26 },
      ),
    ],
    paper: papers.sand,
    close: [345, 300, 2.5],
  },
  'charcoal-office-suit': {
    draw: () => [
      ...place(pleatedTrousers(charcoal, 6), { scale: 0.79, dx: -98, dy: 112, turn: 3 }),
      ...place(
        blazer(charcoal, {
          seed: 64,
          button: '#2a2a2d',
          under: shirtfront(cotton('#dfe7ee'), undefined),
        }),
        { scale: 0.9, dx: 60, dy: -26 },
      ),
    ],
    paper: papers.clay,
    close: [455, 300, 2.5],
  },
  'navy-linen-blazer': {
    draw: () =>
      blazer(linen('#2b3a5c'), {
        seed: 68,
        button: '#b08a5a',
        patch: true,
        lining: cotton('#c9d2d4'),
      }),
    paper: papers.sage,
    close: [400, 330, 2.4],
  },
  'chitenje-statement-blazer': {
    draw: (_, i) =>
      blazer(chitenje(discs, recordInks[i] ?? recordInks[0], 0.82), {
        seed: 70 + i,
        button: '#1b1512',
        fitted: 14,
        buttons: 1,
        lining: satin('#2b1a1c'),
      }),
    paper: papers.blush,
    close: [400, 380, 3.4],
  },
  'denim-trucker-jacket': {
    draw: () => trucker(denim('#34588a'), { thread: '#d09a55' }),
    paper: papers.butter,
    close: [400, 300, 2.6],
  },
  'fleece-back-hoodie': {
    draw: (c, i) => hoodie(jersey(c), { seed: 71 + i }),
    paper: papers.mist,
    close: [400, 280, 2.5],
  },
  'satin-bomber-jacket': {
    draw: () =>
      bomber(
        satin('#5a5a34'),
        chitenje(kites, ['#e0962a', '#8a2a1e', '#f6e8c8', '#24120b', '#1f6a66'], 0.7),
      ),
    paper: papers.stone,
    close: [400, 280, 2.5],
  },
}
