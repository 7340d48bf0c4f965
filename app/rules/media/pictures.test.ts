import { expect, test } from 'vitest'
import {
  BANNER_WIDTHS,
  hasSmallJpeg,
  masterOf,
  PRODUCT_WIDTHS,
  renditionOf,
  renditionsOf,
  smallJpegOf,
  srcSetOf,
} from './pictures.ts'

test('a picture has a rendition of each width under its name, and a small JPEG beside a larger one', () => {
  expect(renditionOf('products/a.b.jpg', 320, 'avif')).toBe('products/a.b-320.avif')
  const rows: [number[], string[]][] = [
    [
      [160, 320],
      ['p/x-160.jpg', 'p/x-160.webp', 'p/x-320.webp'],
    ],
    [[160], ['p/x-160.webp']],
    [
      [640, 800],
      ['p/x-640.webp', 'p/x-800.webp'],
    ],
    [[], []],
  ]
  for (const [widths, paths] of rows) {
    expect(renditionsOf('p/x.jpg', widths)).toEqual(paths)
    expect(smallJpegOf('p/x.jpg', widths)).toBe(
      paths.includes('p/x-160.jpg') ? 'p/x-160.jpg' : 'p/x.jpg',
    )
  }
  expect(masterOf('p/x.jpg.jpg')).toBe('p/x.jpg-master.webp')
})

test('an upload gets several widths from narrow to wide, and a product’s the small one for emails', () => {
  for (const widths of [PRODUCT_WIDTHS, BANNER_WIDTHS]) {
    expect(widths.length).toBeGreaterThan(1)
    expect(widths).toEqual(widths.toSorted((a, b) => a - b))
  }
  expect([PRODUCT_WIDTHS, BANNER_WIDTHS].map(hasSmallJpeg)).toEqual([true, false])
})

test('a srcset names the widths of all renditions in one format', () => {
  const picture = { src: '/p/x.jpg', width: 4, height: 5, tint: '', hasAvif: true }
  expect(srcSetOf({ ...picture, widths: [160, 320] }, 'avif')).toBe(
    '/p/x-160.avif 160w, /p/x-320.avif 320w',
  )
  expect(srcSetOf({ ...picture, widths: [160] }, 'webp')).toBe('/p/x-160.webp 160w')
})
