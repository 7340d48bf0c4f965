import { describe, expect, it } from 'vitest'
import { guideKindOf, tableSize, tablesOf } from '../app/rules/catalogue/size-guide.ts'
import { checkDigit, slugOf } from './catalogue/shape.ts'
import { banners, categories, products } from './catalogue.ts'

const bySlug = (slug: string) => {
  const found = products.find((p) => p.slug === slug)
  if (!found) throw new Error(`no sample product ${slug}`)
  return found
}
const unitsOf = (slug: string) => {
  const p = bySlug(slug)
  return p.stock ?? p.variants?.reduce((sum, v) => sum + v.inventory, 0) ?? 0
}
const hasSizes = (p: (typeof products)[number]) => p.variants?.some((v) => v.size) ?? false
const hasColors = (p: (typeof products)[number]) => p.variants?.some((v) => v.color) ?? false
const unique = (list: readonly string[]) => new Set(list).size === list.length
const offeredSizes = new Set(
  [
    'XS,S,M,L,XL,2XL,3XL,4XL,5XL,Free Size'.split(','),
    Array.from({ length: 50 }, (_, i) => String(i + 1)),
  ].flat(),
)

describe('the sample catalogue', () => {
  it('offers at least 64 products in at least 5 top-level categories', () => {
    expect(products.length).toBeGreaterThanOrEqual(64)
    expect(categories.filter((c) => !c.parent).length).toBeGreaterThanOrEqual(5)
  })

  it('gives every product with a guide of sizes one that knows its sizes', () => {
    const named = (slug = '') => categories.find((one) => one.slug === slug)
    const guides = products.map(({ slug, name, tags, category, variants = [] }) => {
      const of = named(category)
      const sizes = variants.flatMap(({ size }) => size ?? [])
      const kind = guideKindOf({
        set: null,
        category: of?.name ?? '',
        parentCategory: named(of?.parent)?.name ?? '',
        tags,
        name,
      })
      return { slug, kind, sizes }
    })
    const sized = guides.filter(({ kind, sizes }) => kind && sizes.length > 0)
    expect(sized.length).toBeGreaterThan(20)
    const unknown = sized.filter(
      ({ kind, sizes }) =>
        !tablesOf(kind ?? 'women', sizes).some(({ rows }) =>
          sizes.some((size) => rows.some((row) => row.size === tableSize(size))),
        ),
    )
    expect(unknown).toEqual([])
  })

  it('gives every top-level category two to four subcategories, each with products', () => {
    for (const top of categories.filter((c) => !c.parent)) {
      const below = categories.filter((c) => c.parent === top.slug)
      expect(below.length, top.name).toBeGreaterThanOrEqual(2)
      expect(below.length, top.name).toBeLessThanOrEqual(4)
      for (const child of below)
        expect(
          products.some((p) => p.category === child.slug),
          child.name,
        ).toBe(true)
    }
  })

  it('files every product under a known subcategory', () => {
    const known = new Set(categories.filter((c) => c.parent).map((c) => c.slug))
    for (const p of products) expect(known.has(p.category), p.slug).toBe(true)
  })

  it('finds dresses, shoes, bags and shirts by the popular searches', () => {
    for (const word of ['dresses', 'shoes', 'bags', 'shirts'])
      expect(products.filter((p) => p.tags.includes(word)).length, word).toBeGreaterThanOrEqual(5)
  })

  it('has products with sizes, with colours, with both and with neither', () => {
    expect(products.some((p) => hasSizes(p) && !hasColors(p))).toBe(true)
    expect(products.some((p) => !hasSizes(p) && hasColors(p))).toBe(true)
    expect(products.some((p) => hasSizes(p) && hasColors(p))).toBe(true)
    expect(products.some((p) => !p.variants)).toBe(true)
  })

  it('has sales, low stock, one product that is gone, and prices on both sides of MK 300,000', () => {
    const sales = products.filter((p) => p.compare_price !== undefined)
    expect(sales.length).toBeGreaterThanOrEqual(8)
    for (const p of sales) expect(p.compare_price, p.slug).toBeGreaterThan(p.price)
    const units = products.map((p) => unitsOf(p.slug))
    expect(units.filter((n) => n >= 1 && n <= 5).length).toBeGreaterThanOrEqual(3)
    expect(units.filter((n) => n === 0)).toHaveLength(1)
    expect(products.some((p) => p.price > 300_000)).toBe(true)
    expect(products.some((p) => p.price < 300_000)).toBe(true)
  })

  it('keeps the products that tests rely on', () => {
    const wrap = bySlug('chitenje-wrap-dress')
    expect(hasSizes(wrap) && hasColors(wrap)).toBe(true)
    const shirt = bySlug('classic-white-shirt')
    expect(hasSizes(shirt) && !hasColors(shirt)).toBe(true)
    expect(bySlug('canvas-tote-bag')).toMatchObject({ stock: 40 })
    expect(bySlug('last-pair-sandals')).toMatchObject({ stock: 5 })
    expect(bySlug('sold-out-scarf')).toMatchObject({ stock: 0 })
    expect(bySlug('tailored-wedding-suit').price).toBe(320_000)
    expect(unitsOf('tailored-wedding-suit')).toBeGreaterThan(0)
  })

  it('derives every slug from its name and never uses one twice', () => {
    for (const one of [...products, ...categories]) expect(one.slug).toBe(slugOf(one.name))
    expect(unique(products.map((p) => p.slug))).toBe(true)
    expect(unique(categories.map((c) => c.slug))).toBe(true)
  })

  it('never uses a SKU or a barcode twice, and every barcode scans', () => {
    const skus = products.flatMap((p) => [p.sku, ...(p.variants ?? []).map((v) => v.sku)])
    expect(unique(skus)).toBe(true)
    expect(unique(products.map((p) => p.barcode))).toBe(true)
    for (const { barcode } of products) {
      expect(barcode).toMatch(/^2\d{12}$/)
      expect(Number(barcode[12])).toBe(checkDigit(barcode.slice(0, 12)))
    }
  })

  it('offers only the sizes of the size lists, and colours with a hex value', () => {
    for (const v of products.flatMap((p) => p.variants ?? [])) {
      if (v.size) expect(offeredSizes.has(v.size), v.sku).toBe(true)
      if (v.color) expect(v.color_value, v.sku).toMatch(/^#[0-9a-f]{6}$/)
    }
  })

  it('prices in whole kwacha above cost', () => {
    for (const p of products) {
      expect(Number.isInteger(p.price) && Number.isInteger(p.cost_price), p.slug).toBe(true)
      expect(p.cost_price, p.slug).toBeLessThan(p.price)
    }
  })

  it('fills the eight featured places and dates products so that newest means something', () => {
    expect(products.filter((p) => p.featured).length).toBeGreaterThanOrEqual(8)
    expect(new Set(products.map((p) => p.age_days)).size).toBeGreaterThan(40)
  })

  it('shows two or three pictures of every product, and runs three or four banners', () => {
    for (const p of products) {
      expect(p.images.length, p.slug).toBeGreaterThanOrEqual(2)
      for (const [i, image] of p.images.entries())
        expect(image.file).toBe(`products/${p.slug}-${i + 1}`)
    }
    expect(banners.length).toBeGreaterThanOrEqual(3)
    expect(banners.length).toBeLessThanOrEqual(4)
  })
})
