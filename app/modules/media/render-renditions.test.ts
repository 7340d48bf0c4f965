import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { renderRenditions } from './render-renditions.ts'

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a04020' } })

describe('a picture that is uploaded', () => {
  it('is rendered in every width and format, with one JPEG for old browsers', async () => {
    const made = await renderRenditions(await photo(800, 1000).png().toBuffer(), [320, 640])
    expect(made.map((r) => r.suffix)).toEqual([
      '-320.webp',
      '-320.avif',
      '.jpg',
      '-640.webp',
      '-640.avif',
    ])
    expect(made.at(-1)).toMatchObject({ width: 640, height: 800 })
  })

  it('is never enlarged', async () => {
    const made = await renderRenditions(await photo(500, 400).jpeg().toBuffer(), [320, 640, 960])
    expect([...new Set(made.map((r) => r.width))]).toEqual([320, 500])
  })

  it('is stored upright and without its location', async () => {
    const sideways = await photo(600, 400)
      .jpeg()
      .withExif({ IFD0: { Artist: 'someone' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const [first] = await renderRenditions(sideways, [320], ['webp'])
    expect(first).toMatchObject({ width: 320, height: 480 })
    expect((await sharp(first?.bytes).metadata()).exif).toBeUndefined()
  })

  it('has a small JPEG beside the large one, for email programs', async () => {
    const made = await renderRenditions(await photo(400, 500).png().toBuffer(), [160, 320], ['jpg'])
    expect(made.map((r) => [r.suffix, r.width])).toEqual([
      ['-160.jpg', 160],
      ['.jpg', 320],
    ])
  })
})
