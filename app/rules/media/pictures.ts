/** A picture as screens need it: `src` is its fallback; its renditions lie beside it under the same name. */
export type PictureSource = {
  src: string
  width: number
  height: number
  /** The color that holds its place until it arrives. */
  tint: string
  widths: number[]
  hasAvif: boolean
}

/**
 * A product's picture beside a line; where there is none of the line's own color, `otherColor`: it shows this one; or
 * `noneOf`: it shows any, and other colors have theirs.
 */
export type LinePicture = PictureSource & { alt: string; otherColor?: string; noneOf?: string }

/**
 * For what stands beside a line: cart, orders, emails, thumbnails. A JPEG of it is there too, for programs of emails.
 */
export const SMALL_WIDTH = 160
/** The widths that uploads are rendered to, in pixels (4:5 pictures, cheap phones first). */
export const PRODUCT_WIDTHS = [SMALL_WIDTH, 320, 640, 960]
/**
 * For cards that stand two in a row on a phone (47 of 100 parts of its width): said to be a little narrower, so that
 * 320 pixels serve phones with up to two for each. A picture that is stretched by a twentieth looks the same; the next
 * is twice the bytes.
 */
export const CARD_ON_PHONE = '40vw'
/** 800: a phone of 412 px with two pixels for each asks for 725; one step up it took 1,200, twice the bytes. */
export const BANNER_WIDTHS = [640, 800, 1200, 1600]

/** The rendition of a picture at one width: `products/x.jpg` → `products/x-320.avif`. */
export const renditionOf = (path: string, width: number, format: 'avif' | 'webp' | 'jpg') =>
  `${path.slice(0, path.lastIndexOf('.'))}-${width}.${format}`

/** Whether a picture of these widths has a small JPEG beside its largest one. */
export const hasSmallJpeg = (widths: readonly number[]) =>
  widths.includes(SMALL_WIDTH) && widths.length > 1

/** The smallest JPEG of a picture, which every program shows. */
export const smallJpegOf = (path: string, widths: readonly number[]) =>
  hasSmallJpeg(widths) ? renditionOf(path, SMALL_WIDTH, 'jpg') : path

/** All renditions of a picture that are known by its widths, AVIF apart. */
export const renditionsOf = (path: string, widths: readonly number[]) => [
  ...(hasSmallJpeg(widths) ? [smallJpegOf(path, widths)] : []),
  ...widths.map((width) => renditionOf(path, width, 'webp')),
]

/** The master from which the AVIF renditions are made later; gone once they are. */
export const masterOf = (path: string) => path.replace(/\.jpg$/, '-master.webp')

/** A `srcset` over all widths of one format. */
export const srcSetOf = (picture: PictureSource, format: 'avif' | 'webp') =>
  picture.widths.map((width) => `${renditionOf(picture.src, width, format)} ${width}w`).join(', ')

/** A stored picture that a form of the back office has chosen, by its id. */
export type ChosenPicture = PictureSource & { id: string }

/** The folders of uploads (docs/product.md, Media: storage). */
export const PICTURE_FOLDERS = ['products', 'banners', 'categories', 'reviews', 'returns'] as const
export type PictureFolder = (typeof PICTURE_FOLDERS)[number]
