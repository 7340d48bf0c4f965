import { z } from 'zod'
import { formatAmount, LARGEST_PRICE, plainAmount } from '../money.ts'
import { MOST_UNITS } from '../stock/stock-changes.ts'
import {
  MOST_IMAGES,
  MOST_TAGS,
  MOST_VARIANTS,
  PRODUCT_FIELDS,
  PRODUCT_LONGEST,
  type ProductErrors,
  type ProductField,
  type ProductValues,
} from './product-values.ts'
import { PRODUCT_STATUSES } from './products.ts'
import { variantKey } from './variant-choice.ts'

const MOST_ROWS = 1000

const text = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `Please use at most ${formatAmount(longest)} characters.`)
const perhaps = (longest: number) => text(longest).transform((value) => value || null)

/** Whole kwacha; blank is none. */
const kwacha = z
  .string()
  .trim()
  .regex(/^\d{0,12}$/, 'Please use a whole number of kwacha, like 125,000.')
  .transform((value) => (value === '' ? null : Number(value)))
  .refine((value) => value === null || value <= LARGEST_PRICE, {
    error: `Please use at most ${formatAmount(LARGEST_PRICE)}.`,
  })

const units = z
  .string()
  .trim()
  .regex(/^\d{0,9}$/, 'Please use a whole number from 0 up.')
  .transform(Number)
  .refine((value) => value <= MOST_UNITS, {
    error: `Please use at most ${formatAmount(MOST_UNITS)}.`,
  })
/** What was in stock when the form was opened; null where it does not say so. */
const loaded = z.string().transform((value) => (/^\d{1,9}$/.test(value) ? Number(value) : null))

const sku = text(PRODUCT_LONGEST.sku).regex(/^[^\p{C}]*$/u, 'Please use letters and digits.')

const fields = z.object({
  name: text(PRODUCT_LONGEST.name).min(1, 'Please give the product a name.'),
  short_description: text(PRODUCT_LONGEST.short_description),
  description: text(PRODUCT_LONGEST.description),
  price: kwacha.transform((value, context) => {
    if (value === null) context.addIssue('Please enter a price; 0 is one too.')
    return value ?? 0
  }),
  compare_price: kwacha,
  cost_price: kwacha,
  sku: sku.min(1, 'Please enter a SKU, or generate one.'),
  barcode: perhaps(PRODUCT_LONGEST.barcode).refine(
    (value) => value === null || /^[A-Za-z0-9 .$/+%-]+$/.test(value),
    { error: 'Please use what a scanner reads: letters, digits and hyphens.' },
  ),
  category_id: z
    .string()
    .refine((id) => id === '' || z.uuid().safeParse(id).success, {
      error: 'Please choose a category from the list.',
    })
    .transform((id) => id || null),
  brand: perhaps(PRODUCT_LONGEST.brand),
  weight: z
    .string()
    .trim()
    .regex(/^(\d{1,5}(\.\d{1,3})?)?$/, 'Please use kilograms, like 0.35.')
    .transform((value) => (value === '' ? null : Number(value))),
  inventory_quantity: units,
  status: z.enum(PRODUCT_STATUSES, { error: 'Please choose a status.' }),
  meta_title: perhaps(PRODUCT_LONGEST.meta_title),
  meta_description: perhaps(PRODUCT_LONGEST.meta_description),
})

const parts = z.object({
  trackInventory: z.boolean(),
  featured: z.boolean(),
  inventoryLoaded: loaded,
  tags: z
    .array(text(PRODUCT_LONGEST.tag))
    .transform((tags) =>
      tags.filter(
        (tag, index) =>
          tag && tags.findIndex((one) => one.toLowerCase() === tag.toLowerCase()) === index,
      ),
    )
    .refine((tags) => tags.length <= MOST_TAGS, { error: `At most ${MOST_TAGS} tags, please.` }),
  images: z
    .array(
      z.object({
        id: z.uuid('Please choose the image again.'),
        alt: text(PRODUCT_LONGEST.alt),
        color: text(40),
      }),
    )
    .max(MOST_IMAGES, `At most ${MOST_IMAGES} images, please.`)
    .refine((images) => new Set(images.map(({ id }) => id)).size === images.length, {
      error: 'An image is there twice.',
    }),
  variants: z
    .array(
      z
        .object({ size: text(40), color: text(40), sku, inventory: units, loaded })
        .refine(({ size, color }) => size !== '' || color !== '', {
          error: 'A variant has a size or a color.',
        }),
    )
    .max(MOST_VARIANTS, `At most ${MOST_VARIANTS} variants, please.`)
    .refine((variants) => new Set(variants.map(variantKey)).size === variants.length, {
      error: 'A size and color is there twice.',
    }),
  gone: z.array(z.object({ size: text(40), color: text(40), loaded })).max(MOST_VARIANTS * 2),
})

export type ProductEdit = z.output<typeof fields> & z.output<typeof parts>
export type VariantEdit = ProductEdit['variants'][number]

/**
 * A product as it was typed, or a sentence beside each field that is not right (docs/product.md, Products).
 * Adding demands name, price and SKU alone; an edit also a category, where there is one to choose. A
 * compare price that is not above the price is kept, and the shop shows none: the form says so.
 */
export function readProduct(
  values: ProductValues,
  needsCategory: boolean,
): { ok: true; product: ProductEdit } | { ok: false; errors: ProductErrors } {
  const read = fields.safeParse(values)
  const readParts = parts.safeParse(values)
  const errors: ProductErrors = {}
  for (const { path, message } of read.error?.issues ?? [])
    errors[path[0] as ProductField] ??= message
  for (const { path, message } of readParts.error?.issues ?? []) {
    const [part, at, field] = path
    const isOfVariant = part === 'variants' && (field === 'sku' || field === 'inventory')
    errors[(isOfVariant ? `variants.${Number(at)}.${field}` : part) as keyof ProductErrors] ??=
      message
  }
  if (needsCategory && values.category_id === '') errors.category_id = 'Please choose a category.'
  if (!read.success || !readParts.success || Object.keys(errors).length > 0)
    return { ok: false, errors }
  return { ok: true, product: { ...read.data, ...readParts.data } }
}

/** What a product's form sent, as typed but for the commas of prices; what it did not send is blank. */
export function readProductValues(form: FormData): ProductValues {
  const texts = (name: string) =>
    form
      .getAll(name)
      .slice(0, MOST_ROWS)
      .map((value) => (typeof value === 'string' ? value : ''))
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
    // The box to type the next tag into has their name too, and is mostly empty.
    tags: texts('tag').filter((tag) => tag.trim() !== ''),
    images: rows('image', ['id', 'alt', 'color']),
    variants: rows('variant', ['size', 'color', 'sku', 'inventory', 'loaded']),
    gone: rows('gone', ['size', 'color', 'loaded']),
  }
}

export const TAKEN = {
  sku: 'Another product has this SKU. Please choose a different one.',
  barcode: 'Another product has this barcode.',
  variantSku: 'Another variant has this SKU. Please choose a different one.',
}
