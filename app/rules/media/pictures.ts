/** A picture for screens: `src` is its fallback; the renditions lie beside it under the same name. */
export type PictureSource = {
  src: string
  width: number
  height: number
  /** The color that fills its place until it has loaded. */
  tint: string
  widths: number[]
  hasAvif: boolean
}

/**
 * The picture beside a line. Without a picture of the line's own color, either `otherColor` says which color it shows,
 * or `noneOf` says that the picture shows any color while other colors have their own.
 */
export type LinePicture = PictureSource & { alt: string; otherColor?: string; noneOf?: string }

/**
 * The width for pictures beside a line: cart, orders, emails, thumbnails. It also exists as JPEG, for email programs.
 */
export const SMALL_WIDTH = 160
/** The widths of renditions of an upload, in pixels (4:5 pictures, cheap phones first). */
export const PRODUCT_WIDTHS = [SMALL_WIDTH, 320, 640, 960]
/**
 * For cards two in a row on a phone. They take 47 % of its width, but the page gives a little less, so that 320 pixels
 * serve phones with up to two pixels per point. A picture stretched by 5 % looks the same; the next width has twice the
 * bytes.
 */
export const CARD_ON_PHONE = '40vw'
/**
 * 800, because a phone of 412 px with a pixel ratio of two asks for 725; the next width, 1,200, has twice the bytes.
 */
export const BANNER_WIDTHS = [640, 800, 1200, 1600]

/** The rendition of a picture at one width: `products/x.jpg` → `products/x-320.avif`. */
export const renditionOf = (path: string, width: number, format: 'avif' | 'webp' | 'jpg') =>
  `${path.slice(0, path.lastIndexOf('.'))}-${width}.${format}`

/** Whether a picture of these widths has a small JPEG beside its largest one. */
export const hasSmallJpeg = (widths: readonly number[]) =>
  widths.includes(SMALL_WIDTH) && widths.length > 1

/** The smallest JPEG of a picture, which every program can show. */
export const smallJpegOf = (path: string, widths: readonly number[]) =>
  hasSmallJpeg(widths) ? renditionOf(path, SMALL_WIDTH, 'jpg') : path

/** All renditions that follow from a picture's widths, without the AVIF ones. */
export const renditionsOf = (path: string, widths: readonly number[]) => [
  ...(hasSmallJpeg(widths) ? [smallJpegOf(path, widths)] : []),
  ...widths.map((width) => renditionOf(path, width, 'webp')),
]

/** The path of the master from which the AVIF renditions are made later; the master is deleted afterwards. */
export const masterOf = (path: string) => path.replace(/\.jpg$/, '-master.webp')

/** A `srcset` of all widths in one format. */
export const srcSetOf = (picture: PictureSource, format: 'avif' | 'webp') =>
  picture.widths.map((width) => `${renditionOf(picture.src, width, format)} ${width}w`).join(', ')

/** A stored picture that a back-office form has chosen, with its id. */
export type ChosenPicture = PictureSource & { id: string }

/** The folders of uploads (docs/product.md, Media: storage). */
export const PICTURE_FOLDERS = ['products', 'banners', 'categories', 'reviews', 'returns'] as const
export type PictureFolder = (typeof PICTURE_FOLDERS)[number]
