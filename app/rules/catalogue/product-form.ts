import { z } from 'zod'
import { errorsByField, optionalId, optionalText, textField } from '../form-fields.ts'
import { productErrors } from '../messages/catalogue/errors.ts'
import { fieldErrors } from '../messages/general.ts'
import { LARGEST_PRICE } from '../money.ts'
import { MOST_UNITS } from '../stock/stock-changes.ts'
import {
  MOST_IMAGES,
  MOST_TAGS,
  MOST_VARIANTS,
  PRODUCT_LONGEST,
  type ProductErrors,
  type ProductField,
  type ProductValues,
} from './product-values.ts'
import { PRODUCT_STATUSES } from './products.ts'
import { variantKey } from './variant-choice.ts'

/** Whole kwacha; blank for none. */
const kwacha = z
  .string()
  .trim()
  .regex(/^\d{0,12}$/, productErrors['price-bad'])
  .refine((value) => Number(value) <= LARGEST_PRICE, {
    error: fieldErrors['too-much']({ most: LARGEST_PRICE }),
  })
  .transform((value) => (value === '' ? null : Number(value)))

const units = z
  .string()
  .trim()
  .regex(/^\d{0,9}$/, productErrors['units-bad'])
  .transform(Number)
  .refine((value) => value <= MOST_UNITS, { error: fieldErrors['too-much']({ most: MOST_UNITS }) })
/** The stock when the form was opened; null when the form does not say it. */
const loaded = z.string().transform((value) => (/^\d{1,9}$/.test(value) ? Number(value) : null))

const sku = textField(PRODUCT_LONGEST.sku).regex(/^[^\p{C}]*$/u, productErrors['sku-bad'])

/** The text that a scanner reads; blank for none. */
const barcode = textField(PRODUCT_LONGEST.barcode)
  .regex(/^[A-Za-z0-9 .$/+%-]*$/, productErrors['barcode-bad'])
  .transform((value) => value || null)

const fields = z.object({
  name: textField(PRODUCT_LONGEST.name).min(1, productErrors['name-missing']),
  short_description: textField(PRODUCT_LONGEST.short_description),
  description: textField(PRODUCT_LONGEST.description),
  price: kwacha.transform((value, context) => {
    if (value === null) context.addIssue(productErrors['price-missing'])
    return value ?? 0
  }),
  compare_price: kwacha,
  cost_price: kwacha,
  sku: sku.min(1, productErrors['sku-missing']),
  barcode,
  category_id: optionalId(fieldErrors['category-not-listed']),
  brand: optionalText(PRODUCT_LONGEST.brand),
  location: optionalText(PRODUCT_LONGEST.location),
  weight: z
    .string()
    .trim()
    .regex(/^(\d{1,5}(\.\d{1,3})?)?$/, productErrors['weight-bad'])
    .transform((value) => (value === '' ? null : Number(value))),
  inventory_quantity: units,
  status: z.enum(PRODUCT_STATUSES, { error: productErrors['status-missing'] }),
  meta_title: optionalText(PRODUCT_LONGEST.meta_title),
  meta_description: optionalText(PRODUCT_LONGEST.meta_description),
})

const parts = z.object({
  trackInventory: z.boolean(),
  featured: z.boolean(),
  inventoryLoaded: loaded,
  tags: z
    .array(textField(PRODUCT_LONGEST.tag))
    .transform((tags) =>
      tags.filter(
        (tag, index) =>
          tag && tags.findIndex((one) => one.toLowerCase() === tag.toLowerCase()) === index,
      ),
    )
    .refine((tags) => tags.length <= MOST_TAGS, {
      error: productErrors['too-many']({ most: MOST_TAGS, what: 'tags' }),
    }),
  images: z
    .array(
      z.object({
        id: z.uuid(productErrors['image-again']),
        alt: textField(PRODUCT_LONGEST.alt),
        color: textField(40),
      }),
    )
    .max(MOST_IMAGES, productErrors['too-many']({ most: MOST_IMAGES, what: 'images' }))
    .refine((images) => new Set(images.map(({ id }) => id)).size === images.length, {
      error: productErrors['image-twice'],
    }),
  variants: z
    .array(
      z
        .object({
          size: textField(40),
          color: textField(40),
          sku,
          barcode,
          inventory: units,
          loaded,
        })
        .refine(({ size, color }) => size !== '' || color !== '', {
          error: productErrors['variant-blank'],
        }),
    )
    .max(MOST_VARIANTS, productErrors['too-many']({ most: MOST_VARIANTS, what: 'variants' }))
    .refine((variants) => new Set(variants.map(variantKey)).size === variants.length, {
      error: productErrors['variant-twice'],
    }),
  gone: z
    .array(z.object({ size: textField(40), color: textField(40), loaded }))
    .max(MOST_VARIANTS * 2),
})

export type ProductEdit = z.output<typeof fields> & z.output<typeof parts>
export type VariantEdit = ProductEdit['variants'][number]

/**
 * A product as typed, or a message for each invalid field (docs/product.md, Products). A new product needs name, price
 * and SKU only; an edit also a category, when the shop has any. A compare price that is not above the price is saved
 * but not shown to customers: the form says so.
 */
export function readProduct(
  values: ProductValues,
  needsCategory: boolean,
): { ok: true; product: ProductEdit } | { ok: false; errors: ProductErrors } {
  const read = fields.safeParse(values)
  const readParts = parts.safeParse(values)
  const errors: ProductErrors = {
    ...errorsByField<ProductField>(read.error),
    ...errorsByField(readParts.error, ([part, at, field]) => {
      const isOfVariant = /sku|barcode|inventory/.test(String(field))
      return (isOfVariant ? `variants.${Number(at)}.${String(field)}` : part) as keyof ProductErrors
    }),
  }
  if (needsCategory && values.category_id === '')
    errors.category_id = productErrors['category-missing']
  if (!read.success || !readParts.success || Object.keys(errors).length > 0)
    return { ok: false, errors }
  return { ok: true, product: { ...read.data, ...readParts.data } }
}
