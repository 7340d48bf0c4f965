import { PRODUCT_STATUSES } from '../rules/products.ts'
import { ORDER_STATUSES } from '../rules/orders.ts'
import { cookieName } from '../rules/cookies.ts'
import { SHOP } from '../shop.ts'

// Short hands for JSON Schema.
const text = { type: 'string' }
const maybeText = { type: ['string', 'null'] }
const kwacha = { type: 'integer', description: 'Whole kwacha (MWK)' }
const maybeKwacha = { ...kwacha, type: ['integer', 'null'] }
const count = { type: 'integer' }
const flag = { type: 'boolean' }
const id = { type: 'string', format: 'uuid' }
const time = { type: 'string', format: 'date-time' }
const maybeTime = { type: ['string', 'null'], format: 'date-time' }
const object = (properties: Record<string, object>) => ({ type: 'object', properties })
const list = (items: object) => ({ type: 'array', items })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const answer = (description: string, schema: object) => ({
  description,
  content: { 'application/json': { schema } },
})
const refusals = (...statuses: (400 | 401 | 404 | 409 | 429)[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      answer(
        {
          400: 'Not understood, or refused',
          401: 'Nobody is signed in',
          404: 'Not there',
          409: 'Changed meanwhile, or not enough in stock',
          429: 'Too many attempts',
        }[status],
        ref('Error'),
      ),
    ]),
  )
const param = (name: string, schema: object, description: string, where = 'query') => ({
  name,
  in: where,
  required: where === 'path',
  description,
  schema,
})
const body = (schema: object) => ({
  required: true,
  content: { 'application/json': { schema } },
})
const get = (summary: string, schema: object, more: object = {}) => ({
  summary,
  responses: { 200: answer('As asked', schema) },
  ...more,
})
const SIGNED_IN = { security: [{ cookie: [] }, { bearer: [] }] }

const schemas = {
  Error: object({ error: { ...text, description: 'A sentence that can be shown' } }),
  CategoryLink: object({ id, name: text, slug: text }),
  Variant: object({
    id,
    size: maybeText,
    color: maybeText,
    colorValue: maybeText,
    sku: text,
    inventory: count,
  }),
  Product: object({
    id,
    name: text,
    slug: text,
    description: text,
    short_description: text,
    price: kwacha,
    compare_price: maybeKwacha,
    sku: text,
    barcode: maybeText,
    category_id: { type: ['string', 'null'], format: 'uuid' },
    brand: maybeText,
    weight: { type: ['number', 'null'], description: 'Kilograms' },
    inventory_quantity: { ...count, description: 'The sum of the variants’ inventory' },
    track_inventory: { ...flag, description: 'False: never out of stock' },
    featured: flag,
    status: { enum: PRODUCT_STATUSES },
    meta_title: maybeText,
    meta_description: maybeText,
    tags: list(text),
    created_at: time,
    category: { anyOf: [ref('CategoryLink'), { type: 'null' }] },
    images: list(object({ url: text, alt: text })),
    variants: list(ref('Variant')),
  }),
  Category: object({
    id,
    name: text,
    slug: text,
    image_url: maybeText,
    parent_id: { type: ['string', 'null'], format: 'uuid' },
    is_active: flag,
    sort_order: count,
  }),
  Banner: object({
    id,
    title: text,
    subtitle: maybeText,
    description: maybeText,
    image_url: maybeText,
    button_text: maybeText,
    link_url: maybeText,
    position: count,
    is_active: flag,
    starts_at: maybeTime,
    ends_at: maybeTime,
  }),
  CartLine: object({
    id,
    product_id: id,
    variant_id: id,
    quantity: count,
    price: { ...kwacha, description: 'Copied from the product when it was added' },
    total: kwacha,
    size: maybeText,
    color: maybeText,
    product: object({
      id,
      slug: text,
      name: text,
      price: kwacha,
      image: maybeText,
      is_available: flag,
      inventory: { type: ['integer', 'null'] },
    }),
  }),
  Cart: object({ items: list(ref('CartLine')), total: kwacha, item_count: count }),
  Order: object({
    id,
    order_number: text,
    email: text,
    status: { enum: ORDER_STATUSES },
    subtotal: kwacha,
    discount_amount: kwacha,
    discount_code: maybeText,
    total_amount: kwacha,
    is_free_delivery: flag,
    courier: text,
    shipping_address: { type: 'object' },
    created_at: time,
    paid_at: maybeTime,
    shipped_at: maybeTime,
    delivered_at: maybeTime,
    cancelled_at: maybeTime,
    checkout_url: { ...maybeText, description: 'Where an unpaid order can still be paid' },
    order_items: list(
      object({
        id,
        product_id: id,
        quantity: count,
        price: kwacha,
        total: kwacha,
        size: maybeText,
        color: maybeText,
        products: object({ name: text, sku: text }),
      }),
    ),
  }),
}

const credentials = { email: { ...text, format: 'email' }, password: text }
const auth = (summary: string, properties: Record<string, object>) => ({
  post: {
    summary,
    requestBody: body(object(properties)),
    responses: { 200: answer('Done', { type: 'object' }), ...refusals(400, 401, 429) },
  },
})
const cartAnswers = (...statuses: Parameters<typeof refusals>) => ({
  200: answer('The cart now', ref('Cart')),
  ...refusals(401, ...statuses),
})

const paths = {
  '/api/products': {
    get: {
      summary: 'Visible products, page by page',
      parameters: [
        param('search', text, 'Contained in name or description, or one of the tags'),
        param('category', text, 'Slug; a parent stands for its children too; may be repeated'),
        param(
          'sort',
          { enum: ['newest', 'trending', 'rating', 'price-asc', 'price-desc', 'name'] },
          'Default newest',
        ),
        param('min', kwacha, 'Lowest price'),
        param('max', kwacha, 'Highest price'),
        param('on_sale', { enum: ['1'] }, 'Only with a compare price'),
        param('in_stock', { enum: ['1'] }, 'Only what can be bought now'),
        param('cursor', text, 'The next_cursor of the page before, under the same sort'),
        param('limit', { ...count, minimum: 1, maximum: 100, default: 20 }, 'Page size'),
      ],
      responses: {
        200: answer(
          'A page',
          object({
            products: list(ref('Product')),
            total: count,
            next_cursor: { ...maybeText, description: 'Null on the last page' },
          }),
        ),
        ...refusals(400),
      },
    },
  },
  '/api/products/{slug}': {
    get: {
      summary: 'One visible product',
      parameters: [param('slug', text, 'The product’s slug', 'path')],
      responses: { 200: answer('The product', ref('Product')), ...refusals(404) },
    },
  },
  '/api/categories': {
    get: get('Active categories, in order', object({ categories: list(ref('Category')) })),
  },
  '/api/banners': {
    get: get('Banners on show, in order', object({ banners: list(ref('Banner')) })),
  },
  '/api/openapi.json': { get: get('This description', { type: 'object' }) },
  '/api/cart': {
    get: { ...SIGNED_IN, summary: 'The customer’s cart', responses: cartAnswers() },
    post: {
      ...SIGNED_IN,
      summary: 'Add; the same variant again raises its line',
      requestBody: body({
        ...object({ product_id: id, variant_id: id, quantity: { ...count, default: 1 } }),
        required: ['product_id'],
      }),
      responses: {
        201: answer('The cart now, with the id of the line', ref('Cart')),
        ...refusals(400, 401, 404, 409),
      },
    },
    delete: { ...SIGNED_IN, summary: 'Empty the cart', responses: cartAnswers() },
  },
  '/api/cart/{id}': {
    parameters: [param('id', id, 'The line', 'path')],
    get: {
      ...SIGNED_IN,
      summary: 'One line',
      responses: { 200: answer('The line', ref('CartLine')), ...refusals(401, 404) },
    },
    patch: {
      ...SIGNED_IN,
      summary: 'Set a line’s quantity; 0 or below removes it',
      requestBody: body(object({ quantity: count })),
      responses: cartAnswers(400, 404, 409),
    },
    delete: { ...SIGNED_IN, summary: 'Remove a line', responses: cartAnswers(404) },
  },
  '/api/orders': {
    get: {
      ...SIGNED_IN,
      summary: 'The customer’s orders, newest first',
      parameters: [
        param('cursor', text, 'The next_cursor of the page before'),
        param('limit', { ...count, minimum: 1, maximum: 50, default: 20 }, 'Page size'),
      ],
      responses: {
        200: answer('A page', object({ orders: list(ref('Order')), next_cursor: maybeText })),
        ...refusals(401),
      },
    },
  },
  '/api/orders/{order_number}': {
    get: {
      ...SIGNED_IN,
      summary: 'One of the customer’s orders',
      parameters: [param('order_number', text, 'Such as FSC-2026-000001', 'path')],
      responses: { 200: answer('The order', ref('Order')), ...refusals(401, 404) },
    },
  },
  '/api/auth/sign-up/email': auth('Open an account', { name: text, ...credentials }),
  '/api/auth/sign-in/email': auth('Sign in; the answer carries the session', credentials),
  '/api/auth/sign-out': auth('Sign out', {}),
  '/api/auth/get-session': {
    get: get('Who is signed in, or null', { type: ['object', 'null'] }),
  },
  '/api/auth/request-password-reset': auth('Ask for an email with a reset link', {
    email: credentials.email,
    redirectTo: text,
  }),
  '/api/auth/reset-password': auth('Choose a new password', { newPassword: text, token: text }),
}

/** Every address under /api, as OpenAPI 3.1. */
export const describeApi = (baseUrl: string) => ({
  openapi: '3.1.0',
  info: { title: `${SHOP.name} API`, version: '1.0.0', description: SHOP.description },
  servers: [{ url: baseUrl }],
  paths,
  components: {
    schemas,
    securitySchemes: {
      cookie: { type: 'apiKey', in: 'cookie', name: cookieName(baseUrl, 'zovala.session_token') },
      bearer: { type: 'http', scheme: 'bearer' },
    },
  },
})
