import {
  PRODUCT_FIELDS,
  type ProductField,
  type ProductValues,
} from '../../../rules/catalogue/product-values.ts'
import { plainAmount } from '../../../rules/money.ts'
import { readTexts } from '../../../web/forms/read-form.ts'

const MOST_ROWS = 1000

/** The values of a sent product form, as typed except for the commas of prices; missing fields are blank. */
export function readProductValues(form: FormData): ProductValues {
  const texts = (name: string) => readTexts(form, name).slice(0, MOST_ROWS)
  const one = (name: string) => texts(name)[0] ?? ''
  const rows = <F extends string>(prefix: string, names: readonly F[]) => {
    const columns = names.map((name) => texts(`${prefix}_${name}`))
    return (columns[0] ?? []).map(
      (_, row) =>
        Object.fromEntries(names.map((name, at) => [name, columns[at]?.[row] ?? ''])) as Record<
          F,
          string
        >,
    )
  }
  return {
    ...(Object.fromEntries(PRODUCT_FIELDS.map((field) => [field, one(field)])) as Record<
      ProductField,
      string
    >),
    price: plainAmount(one('price')),
    compare_price: plainAmount(one('compare_price')),
    cost_price: plainAmount(one('cost_price')),
    status: one('status') || 'active',
    trackInventory: form.has('track_inventory'),
    featured: form.has('featured'),
    inventoryLoaded: one('inventory_loaded'),
    // The field for the next tag has the same name, and is mostly empty.
    tags: texts('tag').filter((tag) => tag.trim() !== ''),
    images: rows('image', ['id', 'alt', 'color']),
    variants: rows('variant', ['size', 'color', 'sku', 'barcode', 'inventory', 'loaded']),
    gone: rows('gone', ['size', 'color', 'loaded']),
  }
}
