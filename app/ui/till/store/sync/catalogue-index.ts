import { useMemo } from 'react'
import type { TillCatalogue, TillProduct, TillVariant } from '../../../../rules/till/till-events.ts'
import { liveValue } from '../../kit/live-value.ts'

/** The index is in memory, because 10,000 variants are searched while a cashier types. */
type Entry = { product: TillProduct; name: string; text: string }
export type CodeMatch = { product: TillProduct; variant: TillVariant | null }

type Index = {
  entries: Entry[]
  byCode: Map<string, { product: TillProduct; variantId: string | null }>
  categories: TillCatalogue['categories']
  /** Stock that the server reported since the catalogue came. */
  moved: Map<string, number>
  /** Units that this till sold and the server does not count yet. */
  sold: Map<string, number>
}

const {
  now,
  change,
  useValue: useIndex,
} = liveValue<Index>({
  entries: [],
  byCode: new Map(),
  categories: [],
  moved: new Map(),
  sold: new Map(),
})

// Removes diacritics and the spaces that a scanner may add, and lowercases.
const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

export function indexCatalogue(catalogue: TillCatalogue | null) {
  const entries: Entry[] = []
  const byCode: Index['byCode'] = new Map()
  const note = (
    code: string | null | undefined,
    product: TillProduct,
    variantId: string | null,
  ) => {
    const key = code ? fold(code) : ''
    if (key && !byCode.has(key)) byCode.set(key, { product, variantId })
  }
  for (const product of catalogue?.products ?? []) {
    const { variants } = product
    const details = variants.map(({ sku, barcode, size, color }) =>
      [sku, barcode, size, color].filter(Boolean).join(' '),
    )
    entries.push({
      product,
      name: fold(product.name),
      text: fold([product.name, product.sku, product.barcode ?? '', ...details].join(' ')),
    })
    const only = variants.length === 1 ? (variants[0]?.id ?? null) : null
    for (const variant of variants) {
      note(variant.sku, product, variant.id)
      note(variant.barcode, product, variant.id)
    }
    note(product.sku, product, only)
    note(product.barcode, product, only)
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  change({ entries, byCode, categories: catalogue?.categories ?? [] })
}

export const indexStock = (moved: Index['moved'], sold: Index['sold']) => change({ moved, sold })

/** How many units of a variant are left as far as this device knows; null when the stock is not tracked. */
export function leftOf(product: TillProduct, variant: TillVariant): number | null {
  if (!product.isTracked) return null
  return Math.max(
    0,
    (now().moved.get(variant.id) ?? variant.onHand) - (now().sold.get(variant.id) ?? 0),
  )
}

const asSeen = (product: TillProduct): TillProduct => ({
  ...product,
  variants: product.variants.map((variant) => ({
    ...variant,
    onHand: leftOf(product, variant) ?? variant.onHand,
  })),
})

/** Finds the product or variant whose barcode or SKU is exactly this code. */
export function findCode(code: string): CodeMatch | null {
  const found = now().byCode.get(fold(code))
  if (!found) return null
  const product = asSeen(found.product)
  return { product, variant: product.variants.find(({ id }) => id === found.variantId) ?? null }
}

/** A product with its variants and their stock, as far as this device knows. */
export function findVariants(productId: string | null): TillProduct | null {
  const found = now().entries.find(({ product }) => product.id === productId)
  return found ? asSeen(found.product) : null
}

export type Search = { text: string; categoryId: string | null }

/**
 * Finds products that contain every word, names that begin with the text first; returns `most` of them, and the total.
 */
export const searchCatalogue = (search: Search, most: number) => searchIn(now(), search, most)

function searchIn({ entries, categories }: Index, { text, categoryId }: Search, most: number) {
  const folded = fold(text)
  const words = folded.split(/\s+/).filter(Boolean)
  const within = categoryId ? branchOf(categories, categoryId) : null
  const first: TillProduct[] = []
  const others: TillProduct[] = []
  for (const { product, name, text: all } of entries) {
    if (within && !within.has(product.categoryId ?? '')) continue
    if (!words.every((word) => all.includes(word))) continue
    if (name.startsWith(folded)) first.push(product)
    else others.push(product)
  }
  const found = first.concat(others)
  return { products: found.slice(0, most).map(asSeen), total: found.length }
}

function branchOf(categories: Index['categories'], categoryId: string) {
  const branch = new Set([categoryId])
  for (let before = 0; before !== branch.size; ) {
    before = branch.size
    for (const { id, parentId } of categories) if (parentId && branch.has(parentId)) branch.add(id)
  }
  return branch
}

/** The result of a search, as far as this device knows; `total` may exceed the products returned. */
export function useCatalogue({ text, categoryId }: Search, most = 60) {
  const all = useIndex()
  return useMemo(() => searchIn(all, { text, categoryId }, most), [all, text, categoryId, most])
}

/** The products of these variants, by name. */
export function useProductsOf(variantIds: ReadonlyMap<string, unknown>) {
  const { entries } = useIndex()
  return useMemo(
    () =>
      entries.flatMap(({ product }) =>
        product.variants.some(({ id }) => variantIds.has(id)) ? [product] : [],
      ),
    [entries, variantIds],
  )
}

export const useCategories = () => useIndex().categories
