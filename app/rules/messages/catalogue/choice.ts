import type { Choice } from '../../catalogue/products.ts'
import type { LinePicture } from '../../media/pictures.ts'

/** Said where other colors have their pictures, and this one has none. */
export const noPictureOf = (color: string) => `No picture of ${color} yet`

/**
 * Said at a picture that shows another color than the chosen one, or any while others show theirs; null where it shows
 * the chosen one, and where no picture is tied to a color. `pictures` are all of the product's.
 */
export function noteOfColor<P extends { color: string | null }>(
  pictures: readonly P[],
  shown: P | undefined,
  chosen: string | null,
) {
  if (!shown || chosen === null || shown.color === chosen) return null
  const isThere = pictures.some((one) => one.color === chosen)
  if (shown.color) return `Shown in ${shown.color}${isThere ? '' : `; no picture of ${chosen} yet`}`
  return isThere || pictures.every((one) => !one.color) ? null : noPictureOf(chosen)
}

/** Said of a line whose picture shows another color than its own, or any, for want of one; '' of all others. */
export const formatLinePicture = (picture: LinePicture | null | undefined) =>
  picture?.otherColor
    ? `Picture shows ${picture.otherColor}`
    : picture?.noneOf
      ? noPictureOf(picture.noneOf)
      : ''

/** A line's size and color as every list of the shop says them: `Size M, Red`; '' without either. */
export const formatChoice = ({ size, color }: Choice) =>
  [size && (/\bsize\b/i.test(size) ? size : `Size ${size}`), color].filter(Boolean).join(', ')
