import type { Choice } from '../../catalogue/products.ts'
import type { LinePicture } from '../../media/pictures.ts'

/** Shown for a color without pictures, when other colors have their own. */
export const noPictureOf = (color: string) => `No picture of ${color} yet`

/**
 * The note at a picture that shows another color than the chosen one, or any color although other colors have their own
 * pictures. Null at a picture of the chosen color, and when no picture is tied to a color. `pictures` are all pictures
 * of the product.
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

/** The note at a line whose picture shows another color than the line's, or any color; '' for all other lines. */
export const formatLinePicture = (picture: LinePicture | null | undefined) =>
  picture?.otherColor
    ? `Picture shows ${picture.otherColor}`
    : picture?.noneOf
      ? noPictureOf(picture.noneOf)
      : ''

/** A line's size and color, as every list shows them: `Size M, Red`; '' without either. */
export const formatChoice = ({ size, color }: Choice) =>
  [size && (/\bsize\b/i.test(size) ? size : `Size ${size}`), color].filter(Boolean).join(', ')
