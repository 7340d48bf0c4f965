import type { Sharp } from 'sharp'
import { SMALL_WIDTH } from '../../rules/media/pictures.ts'

export type RenditionFormat = 'jpg' | 'webp' | 'avif'
/**
 * `suffix` follows the picture's base path: `-640.avif`, or `.jpg` for the fallback in the largest width, `-160.jpg` in
 * the small one.
 */
export type Rendition = { suffix: string; width: number; height: number; bytes: Buffer }

type Encoder = {
  quality: number
  encode: (picture: Sharp, quality: number) => Sharp
  share: number
}

const encoders: Record<RenditionFormat, Encoder> = {
  jpg: {
    quality: 66,
    share: 0.85,
    encode: (picture, quality) => picture.jpeg({ quality, progressive: true, mozjpeg: true }),
  },
  webp: {
    quality: 66,
    share: 1.25,
    encode: (picture, quality) => picture.webp({ quality, effort: 4 }),
  },
  // Effort 2: one second for a 1600 px picture where the default takes eight.
  avif: {
    quality: 47,
    share: 1,
    encode: (picture, quality) => picture.avif({ quality, effort: 2, chromaSubsampling: '4:2:0' }),
  },
}

/**
 * The most bytes of a picture for a slow connection: AVIF 8 kB at 320 x 400, 22 kB at 640 x 800, 40 kB at 960 x 1200.
 */
const budget = (pixels: number): number => 8000 * (pixels / 128_000) ** 0.73

/** Shares of the format's own quality, tried in turn while a picture is over its budget. */
const steps = [1, 0.8, 0.64, 0.5]

/**
 * A picture in every width (pixels, never enlarged) and format, turned upright and without metadata. JPEG is made in
 * the largest width, as the fallback, and in the small one. `allowance` multiplies the budget.
 */
export async function renderRenditions(
  input: Buffer | Sharp,
  widths: readonly number[],
  formats: readonly RenditionFormat[] = ['jpg', 'webp', 'avif'],
  allowance = 1,
): Promise<Rendition[]> {
  const { default: sharp } = await import('sharp')
  const source = Buffer.isBuffer(input) ? sharp(input, { limitInputPixels: 60_000_000 }) : input
  const { data, info } = await source
    .clone()
    .rotate()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const sizes = [...new Set(widths.map((w) => Math.min(w, info.width)))].sort((a, b) => a - b)
  const largest = sizes.at(-1)
  const made: Rendition[] = []
  // A busy picture that is over budget when small is over it when large, so later widths start from the same step.
  const stepOf = { jpg: 0, webp: 0, avif: 0 }
  for (const width of sizes) {
    const height = Math.max(1, Math.round((info.height * width) / info.width))
    const pixels = await sharp(data, { raw })
      .resize(width, height, { fit: 'fill' })
      .raw()
      .toBuffer()
    const scaled = sharp(pixels, { raw: { width, height, channels: info.channels } })
    for (const format of formats) {
      if (format === 'jpg' && width !== largest && width !== SMALL_WIDTH) continue
      const { quality, encode, share } = encoders[format]
      const render = () =>
        encode(scaled.clone(), Math.round(quality * (steps[stepOf[format]] ?? 0.5))).toBuffer()
      let bytes = await render()
      while (
        bytes.length > budget(width * height) * share * allowance &&
        stepOf[format] < steps.length - 1
      ) {
        stepOf[format]++
        bytes = await render()
      }
      const isFallback = format === 'jpg' && width === largest
      made.push({ suffix: isFallback ? '.jpg' : `-${width}.${format}`, width, height, bytes })
    }
  }
  return made
}
