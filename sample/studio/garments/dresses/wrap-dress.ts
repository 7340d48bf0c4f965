import type { Cloth } from '../../cloth/cloth.ts'
import { fan } from '../../light/creases.ts'
import { drape, type Flare, flare } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { seam } from '../parts/notions.ts'
import { type Sleeve, sleeves } from '../tops/sleeves.ts'
import { backNeck, type Torso } from '../tops/torso.ts'
import { dressTorso, sash, skirtParts } from './dress-parts.ts'

export function wrapDress(
  cloth: Cloth,
  o: { seed?: number; length?: number; sleeve?: Sleeve; lining?: Cloth } = {},
): Part[] {
  const seed = o.seed ?? 3
  const t: Torso = {
    ...dressTorso,
    neck: 'deep',
    neckW: 64,
    neckDepth: 190,
    waistY: 398,
    hemY: 398,
  }
  const bottom = o.length ?? 880
  const f: Flare = { top: 396, bottom, from: 90, to: 228, count: 4.6, height: 17, seed }
  const lapel = `M${400 - t.neckW} ${t.neckY} C${400 - t.neckW + 8} 190 386 268 470 330`
  const front = (flip: boolean): Part => {
    const p = (x: number) => (flip ? 800 - x : x)
    // One front runs from its shoulder across the middle to the other side of the waist.
    const d = `M${p(400 - 64)} 92 C${p(400 - 84)} 97 ${p(400 - 102)} 103 ${p(400 - 116)} 112 C${p(400 - 101)} 160 ${p(400 - 96)} 202 ${p(400 - 112)} 226 C${p(400 - 111)} 290 ${p(400 - 90)} 340 ${p(400 - 90)} 398 C${p(370)} 410 ${p(460)} 410 ${p(486)} 398 C${p(484)} 374 ${p(478)} 350 ${p(466)} 332 C${p(400)} 284 ${p(350)} 190 ${p(336)} 92 Z`
    return {
      shape: d,
      cloth,
      round: 32,
      reach: 32,
      fold: drape(0.5, seed + (flip ? 3 : 0)),
      creases: [
        ...fan(p(478), 388, flip ? -28 : 208, {
          spread: 48,
          count: 6,
          length: 170,
          height: 4.6,
          width: 8,
          seed: seed + 4,
        }),
        ...fan(p(300), 232, flip ? 150 : 30, {
          spread: 30,
          count: 3,
          length: 100,
          height: 4,
          seed: seed + 9,
        }),
      ],
      lines: [
        seam(
          flip
            ? lapel.replace(
                /(-?[\d.]+) (-?[\d.]+)/g,
                (_, x: string, y: string) => `${800 - Number(x)} ${y}`,
              )
            : lapel,
          1.8,
          12,
        ),
      ],
      lay: flip
        ? (x, y) => [x * 0.985 + y * 0.17 + 31, y * 0.985 - x * 0.17 + 80]
        : (x, y) => [x * 0.985 - y * 0.17 + 63, y * 0.985 + x * 0.17],
      lift: flip ? 5 : 3,
    }
  }
  const overlap: Part = {
    shape: `M402 398 C440 402 470 402 488 396 C512 480 556 620 604 ${bottom - 60} L626 ${bottom - 4} C560 ${bottom + 18} 500 ${bottom + 20} 452 ${bottom + 16} C470 ${bottom - 130} 452 560 402 398 Z`,
    cloth,
    round: 22,
    reach: 40,
    edge: 5,
    fold: flare({ ...f, seed: seed + 8, count: 4 }),
    lift: 5,
    lines: [seam(`M414 400 C458 560 476 ${bottom - 130} 462 ${bottom + 14}`, -1.2)],
    lay: (x, y) => [x + 43, y + 29],
  }
  return [
    ...backNeck(t, cloth, { dip: 16 }),
    ...sleeves(
      t,
      o.sleeve ?? { outer: [206, 318], inner: [284, 338], bow: 18, puff: 9, seed },
      cloth,
    ),
    ...skirtParts(f, cloth, { sag: 20, wave: 8 }),
    overlap,
    front(false),
    front(true),
    ...sash(400, 384, 93, cloth, { knot: 344, drop: 230, seed }),
  ]
}
