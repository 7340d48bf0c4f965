import type { Cloth } from '../../cloth/cloth.ts'
import { drape } from '../../light/folds.ts'
import type { Part } from '../../light/part.ts'
import { button, seam, stitching, topstitch } from './notions.ts'

/** The strip with buttons down the middle. */
export function placket(
  cloth: Cloth,
  from: number,
  to: number,
  o: { buttons: number; button: string; w?: number; r?: number; x?: number },
): Part[] {
  const x = o.x ?? 400
  const w = o.w ?? 15
  return [
    {
      shape: `M${x - w} ${from} L${x + w} ${from} L${x + w} ${to} L${x - w} ${to} Z`,
      cloth,
      round: 4,
      reach: 10,
      edge: 3,
      lift: 2,
      fold: drape(0.35, 7),
      marks: [
        stitching(
          [
            `M${x - w + 5} ${from} L${x - w + 5} ${to}`,
            `M${x + w - 5} ${from} L${x + w - 5} ${to}`,
          ],
          cloth.colour,
        ),
      ],
    },
    ...Array.from({ length: o.buttons }, (_, i) =>
      button(
        x,
        from + 20 + (i * (to - from - 60)) / Math.max(1, o.buttons - 1),
        o.r ?? 5.6,
        o.button,
      ),
    ).flat(),
  ]
}

export function pocket(
  x: number,
  y: number,
  w: number,
  h: number,
  cloth: Cloth,
  o: { flap?: boolean; button?: string; point?: number; thread?: string } = {},
): Part[] {
  const p = o.point ?? 14
  const patch = `M${x} ${y} L${x + w} ${y} L${x + w} ${y + h - p} L${x + w / 2} ${y + h} L${x} ${y + h - p} Z`
  const inner = `M${x + 5} ${y} L${x + 5} ${y + h - p - 3} L${x + w / 2} ${y + h - 6} L${x + w - 5} ${y + h - p - 3} L${x + w - 5} ${y}`
  const parts: Part[] = [
    {
      shape: patch,
      cloth,
      round: 5,
      reach: 14,
      edge: 2.5,
      lift: 1.6,
      fold: drape(0.4, Math.round(x)),
      marks: [
        o.thread
          ? (topstitch(inner, o.thread).marks[0] ?? stitching(inner, cloth.colour))
          : stitching(inner, cloth.colour),
      ],
      lines: [seam(`M${x} ${y + 14} L${x + w} ${y + 14}`, -1.2)],
    },
  ]
  if (o.flap)
    parts.push({
      shape: `M${x - 3} ${y - 6} L${x + w + 3} ${y - 6} L${x + w + 3} ${y + 20} L${x + w / 2} ${y + 34} L${x - 3} ${y + 20} Z`,
      cloth,
      round: 6,
      reach: 12,
      edge: 3,
      lift: 3,
      marks: [
        stitching(
          `M${x + 3} ${y - 1} L${x + 3} ${y + 17} L${x + w / 2} ${y + 28} L${x + w - 3} ${y + 17} L${x + w - 3} ${y - 1}`,
          cloth.colour,
        ),
      ],
    })
  if (o.button) parts.push(...button(x + w / 2, y + (o.flap ? 22 : 12), 4.6, o.button))
  return parts
}
