import type { Cloth } from '../../cloth/cloth.ts'
import { inside } from '../../cloth/weaves.ts'
import { mirror, type Point } from '../../field/path.ts'
import type { Part } from '../../light/part.ts'
import { seam, stitching } from '../parts/notions.ts'
import type { Torso } from './torso.ts'

/** Both leaves of a shirt collar and the stand behind them. */
export function collar(
  t: Torso,
  cloth: Cloth,
  o: { point?: Point; open?: number; stand?: number } = {},
): { behind: Part[]; before: Part[] } {
  const l = 400 - t.neckW
  const y = t.neckY
  const [px, py] = o.point ?? [342, 218]
  const open = o.open ?? 0
  const stand = o.stand ?? 26
  const front: Point = [396 - open, y + t.neckDepth - 12 + open * 0.5]
  const leaf = `M${l + 5} ${y - stand} C${l - 12} ${y - stand + 4} ${l - 24} ${y - 4} ${l - 29} ${y + 13} C${l - 26} ${y + 40} ${px - 18} ${py - 34} ${px} ${py} C${px + 14} ${py - 18} ${front[0] - 16} ${front[1] + 12} ${front[0]} ${front[1]} C${l + 34} ${y + t.neckDepth * 0.55} ${l + 10} ${y + 8} ${l + 5} ${y - stand} Z`
  const edgeLine = `M${l - 22} ${y + 16} C${l - 18} ${y + 40} ${px - 12} ${py - 36} ${px + 1} ${py - 10} C${px + 14} ${py - 26} ${front[0] - 22} ${front[1] + 8} ${front[0] - 8} ${front[1] - 2}`
  const r = 800 - l
  return {
    behind: [
      {
        shape: `M${l - 2} ${y - stand + 2} C${l + 30} ${y - stand - 12} ${r - 30} ${y - stand - 12} ${r + 2} ${y - stand + 2} L${r - 2} ${y + 16} C${r - 40} ${y + 30} ${l + 40} ${y + 30} ${l + 2} ${y + 16} Z`,
        cloth: inside(cloth),
        dim: 0.78,
        round: 12,
        lines: [
          seam(
            `M${l + 4} ${y + 2} C${l + 40} ${y + 14} ${r - 40} ${y + 14} ${r - 4} ${y + 2}`,
            -1.6,
          ),
        ],
      },
    ],
    before: [leaf, mirror(leaf)].map(
      (d, i): Part => ({
        shape: d,
        cloth,
        round: 14,
        reach: 16,
        edge: 6,
        lift: 5,
        lay: (a, b) =>
          i ? [b * 0.86 + a * 0.5, a * 0.86 - b * 0.5] : [b * 0.86 - a * 0.5, a * 0.86 + b * 0.5],
        marks: [stitching(i ? mirror(edgeLine) : edgeLine, cloth.colour)],
      }),
    ),
  }
}
