import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { banners, categories, products } from './catalogue.ts'

// Reads only the finished files: it neither runs the studio nor draws anything.
const folder = new URL('files/', import.meta.url)
const manifest: { base: string; width: number; height: number; tint: string; widths: number[] }[] =
  JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8'))
const bytesOf = (file: string) => statSync(new URL(file, folder)).size
const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

describe("the sample shop's pictures", () => {
  it('exist for every product, category and banner', () => {
    const expected = [
      ...products.flatMap((p) => p.images.map((image) => image.file)),
      ...categories.map((c) => c.picture),
      ...banners.map((b) => b.picture),
    ]
    expect(manifest.map((m) => m.base).toSorted()).toEqual(expected.toSorted())
  })

  it('are there in every width, as AVIF and WebP, with a JPEG to fall back on', () => {
    for (const { base, widths, tint } of manifest) {
      expect(bytesOf(`${base}.jpg`)).toBeGreaterThan(0)
      for (const width of widths)
        for (const format of ['avif', 'webp'])
          expect(bytesOf(`${base}-${width}.${format}`)).toBeGreaterThan(0)
      expect(tint).toMatch(/^#[0-9a-f]{6}$/)
    }
  })

  it('are light enough for a slow connection, and together under 32 MB', () => {
    const cards = manifest.filter((m) => m.base.startsWith('products/'))
    expect(median(cards.map((m) => bytesOf(`${m.base}-160.avif`)))).toBeLessThan(3000)
    expect(median(cards.map((m) => bytesOf(`${m.base}-320.avif`)))).toBeLessThan(8000)
    expect(median(cards.map((m) => bytesOf(`${m.base}-640.avif`)))).toBeLessThan(22_000)
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    const total = files
      .filter((f) => f.isFile())
      .reduce((sum, f) => sum + statSync(`${f.parentPath}/${f.name}`).size, 0)
    expect(total).toBeLessThan(32_000_000)
  })
})
