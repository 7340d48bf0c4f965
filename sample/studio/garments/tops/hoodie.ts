import type { Cloth } from '../../cloth/cloth.ts'
import { metal } from '../../cloth/hides.ts'
import { rib } from '../../cloth/knits.ts'
import { cotton, inside } from '../../cloth/weaves.ts'
import { drape } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { boxy, hem } from '../jackets/casual-jackets.ts'
import { rivet, seam, stitching } from '../parts/notions.ts'
import { type Sleeve, sleeves } from './sleeves.ts'
import { cuffs, topBody } from './top-parts.ts'
import type { Torso } from './torso.ts'

export function hoodie(cloth: Cloth, o: { seed?: number; cord?: string } = {}): Part[] {
  const seed = o.seed ?? 71
  const t: Torso = {
    ...boxy,
    neckW: 74,
    neckY: 214,
    shoulderY: 244,
    armY: 420,
    waistY: 600,
    hemY: 790,
    neck: 'crew',
    neckDepth: 76,
  }
  const sleeve: Sleeve = { outer: [78, 744], inner: [160, 768], bow: 18, seed }
  const ribbed = rib(cloth.colour, 6)
  return [
    ...sleeves(t, sleeve, cloth, { seed }),
    ...cuffs(sleeve, ribbed, 48),
    {
      shape: 'M300 236 C262 150 300 74 400 72 C500 74 538 150 500 236 C470 300 330 300 300 236 Z',
      cloth,
      round: 44,
      reach: 40,
      fold: drape(0.9, seed),
      lines: [seam('M400 72 L400 120', -2)],
    },
    {
      shape:
        'M330 240 C302 176 330 120 400 116 C470 120 498 176 470 240 C444 292 356 292 330 240 Z',
      cloth: inside(cloth),
      dim: 0.5,
      round: 18,
    },
    topBody(t, cloth, { seed, creases: 1.4 }),
    {
      shape:
        'M306 214 C292 240 300 282 340 300 C366 310 388 312 400 316 C412 312 434 310 460 300 C500 282 508 240 494 214 C492 250 462 282 400 290 C338 282 308 250 306 214 Z',
      cloth,
      round: 20,
      reach: 16,
      lift: 4,
    },
    {
      shape:
        'M306 560 L494 560 C502 610 530 640 556 664 L548 772 L252 772 L244 664 C270 640 298 610 306 560 Z',
      cloth,
      round: 16,
      reach: 22,
      edge: 4,
      lift: 4,
      fold: drape(0.6, seed + 3),
      marks: [
        stitching(
          [
            'M300 566 C294 610 268 642 248 664',
            'M500 566 C506 610 532 642 552 664',
            'M306 566 L494 566',
          ],
          cloth.colour,
        ),
      ],
    },
    hem(t, ribbed, 48),
    {
      shape: [
        { d: 'M362 300 C358 360 364 400 356 440', stroke: 8 },
        { d: 'M438 300 C444 350 436 390 446 420', stroke: 8 },
      ],
      cloth: cotton(o.cord ?? '#efe8da'),
      round: 6,
      reach: 5,
      lift: 4,
    },
    {
      shape: [
        { d: 'M356 436 L355 458', stroke: 9 },
        { d: 'M446 416 L448 438', stroke: 9 },
      ],
      cloth: metal('#b7aa94'),
      round: 5,
      reach: 4,
      lift: 3,
    },
    rivet(362, 300, 5, '#8d877c'),
    rivet(438, 300, 5, '#8d877c'),
  ]
}
