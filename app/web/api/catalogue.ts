import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { readKwacha, SORTS } from '../../rules/catalogue/product-filters.ts'
import { PRODUCT_STATUSES } from '../../rules/catalogue/products.ts'
import { inJson, kwacha, moment, refusals } from './parts.ts'

const link = z
  .object({ id: z.uuid(), name: z.string(), slug: z.string() })
  .meta({ id: 'CategoryLink' })

const variant = z
  .object({
    id: z.uuid(),
    size: z.string().nullable(),
    color: z.string().nullable(),
    colorValue: z.string().nullable(),
    sku: z.string(),
    inventory: z.int(),
    preorder: z.object({ from: z.iso.date(), units: z.int() }).nullable().meta({
      description:
        'While none is in stock: how many can be ordered before they arrive, to ship from that day',
    }),
  })
  .meta({ id: 'Variant' })

const product = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    short_description: z.string(),
    price: kwacha,
    compare_price: kwacha.nullable(),
    sku: z.string(),
    barcode: z.string().nullable(),
    category_id: z.uuid().nullable(),
    brand: z.string().nullable(),
    weight: z.number().nullable().meta({ description: 'Kilograms' }),
    inventory_quantity: z.int().meta({ description: 'The sum of the variants’ inventory' }),
    track_inventory: z.boolean().meta({ description: 'False: never out of stock' }),
    featured: z.boolean(),
    status: z.enum(PRODUCT_STATUSES),
    meta_title: z.string().nullable(),
    meta_description: z.string().nullable(),
    tags: z.array(z.string()),
    created_at: moment,
    category: link.nullable(),
    images: z.array(z.object({ url: z.string(), alt: z.string() })),
    variants: z.array(variant),
  })
  .meta({ id: 'Product' })

const productPage = z.object({
  products: z.array(product),
  total: z.int(),
  next_cursor: z.string().nullable().meta({ description: 'Null on the last page' }),
})

const category = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    image_url: z.string().nullable(),
    parent_id: z.uuid().nullable(),
    is_active: z.boolean(),
    sort_order: z.int(),
  })
  .meta({ id: 'Category' })
const categoryList = z.object({ categories: z.array(category) })

const banner = z
  .object({
    id: z.uuid(),
    title: z.string(),
    subtitle: z.string().nullable(),
    description: z.string().nullable(),
    image_url: z.string().nullable(),
    button_text: z.string().nullable(),
    link_url: z.string().nullable(),
    position: z.int(),
    is_active: z.boolean(),
    starts_at: z.iso.datetime().nullable(),
    ends_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Banner' })
const bannerList = z.object({ banners: z.array(banner) })

export type PublicProduct = z.input<typeof product>
export type ProductPage = z.input<typeof productPage>
export type CategoryList = z.input<typeof categoryList>
export type BannerList = z.input<typeof bannerList>

const LARGEST_PAGE = 100
const LIMIT = `limit must be a whole number from 1 to ${LARGEST_PAGE}.`

/** An amount as typed, also `48,500`; undefined, so no limit, when blank. */
const readTyped = (text: unknown) =>
  typeof text === 'string' && text !== '' ? (readKwacha(text) ?? text) : undefined
const priceLimit = (name: string, description: string) => {
  const sentence = `${name} must be a whole number of kwacha.`
  return z.preprocess(readTyped, z.int(sentence).min(0, sentence).optional()).meta({ description })
}
const onlyWhenOn = (description: string) =>
  z.enum(['1', 'on', 'true', 'yes']).optional().catch(undefined).meta({ description })

/** Checks that each filter is valid; rules/catalogue/product-filters.ts reads its meaning. */
export const productQuery = z.object({
  search: z.string().optional().meta({
    description: 'Words, or beginnings of words, of name, description, tags, sizes and colors',
  }),
  category: z
    .array(z.string())
    .optional()
    .meta({ description: 'Slug; a parent stands for its children too; may be repeated' }),
  limit: z.coerce
    .number(LIMIT)
    .int(LIMIT)
    .min(1, LIMIT)
    .max(LARGEST_PAGE, LIMIT)
    .default(20)
    .meta({ description: 'Page size' }),
  min: priceLimit('min', 'Lowest price'),
  max: priceLimit('max', 'Highest price'),
  sort: z
    .preprocess(
      (text) => text || undefined,
      z.enum(SORTS, `sort must be one of ${SORTS.join(', ')}.`).optional(),
    )
    .meta({ description: 'Default newest' }),
  on_sale: onlyWhenOn('Only with a compare price above the price'),
  in_stock: onlyWhenOn('Only what can be bought now'),
  cursor: z
    .string()
    .optional()
    .meta({ description: 'The next_cursor of the page before, under the same sort' }),
})

const ofSlug = z.object({ slug: z.string().meta({ description: 'The product’s slug' }) })

export const cataloguePaths: ZodOpenApiPathsObject = {
  '/api/products': {
    get: {
      summary: 'Visible products, page by page',
      requestParams: { query: productQuery },
      responses: { 200: inJson('A page', productPage), ...refusals([400]) },
    },
  },
  '/api/products/{slug}': {
    get: {
      summary: 'One visible product',
      requestParams: { path: ofSlug },
      responses: { 200: inJson('The product', product), ...refusals([404]) },
    },
  },
  '/api/categories': {
    get: {
      summary: 'Active categories, in order',
      responses: { 200: inJson('As asked', categoryList) },
    },
  },
  '/api/banners': {
    get: {
      summary: 'Banners on show, in order',
      responses: { 200: inJson('As asked', bannerList) },
    },
  },
}
