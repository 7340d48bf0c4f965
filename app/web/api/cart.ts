import { z } from 'zod'
import type { ZodOpenApiPathsObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import { inJson, jsonBody, kwacha, refusals, SIGNED_IN } from './parts.ts'

const quantity = z.number().meta({ description: 'A whole number' })

export const newCartLine = z.object({
  product_id: z.uuid('is not a product'),
  variant_id: z.uuid('is not a variant').nullish(),
  quantity: quantity.default(1),
})
export const newQuantity = z.object({ quantity })
export const cartLineId = z.uuid().meta({ description: 'The line' })

const cartLine = z
  .object({
    id: z.uuid(),
    product_id: z.uuid(),
    variant_id: z.uuid(),
    quantity: z.int(),
    price: kwacha.meta({ description: 'Copied from the product when it was added' }),
    total: kwacha,
    size: z.string().nullable(),
    color: z.string().nullable(),
    product: z.object({
      id: z.uuid(),
      slug: z.string(),
      name: z.string(),
      price: kwacha,
      image: z.string().nullable(),
      is_available: z.boolean(),
      inventory: z.int().nullable(),
      preorder_from: z.iso.date().nullable().meta({
        description:
          'None is in stock, and it can be ordered before it arrives: from when it ships',
      }),
    }),
  })
  .meta({ id: 'CartLine' })

const cart = z
  .object({ items: z.array(cartLine), total: kwacha, item_count: z.int() })
  .meta({ id: 'Cart' })

export type PublicCart = z.input<typeof cart>

const cartNow = (...statuses: Parameters<typeof refusals>[0]): ZodOpenApiResponsesObject => ({
  200: inJson('The cart now', cart),
  ...refusals([401, ...statuses]),
})
const requestParams = { path: z.object({ id: cartLineId }) }

export const cartPaths: ZodOpenApiPathsObject = {
  '/api/cart': {
    get: { ...SIGNED_IN, summary: 'The customer’s cart', responses: cartNow() },
    post: {
      ...SIGNED_IN,
      summary: 'Add; the same variant again raises its line',
      requestBody: jsonBody(newCartLine),
      responses: {
        201: inJson('The cart now, with the id of the line', cart.extend({ id: z.uuid() })),
        ...refusals([400, 401, 404, 409]),
      },
    },
    delete: { ...SIGNED_IN, summary: 'Empty the cart', responses: cartNow() },
  },
  '/api/cart/{id}': {
    get: {
      ...SIGNED_IN,
      summary: 'One line',
      requestParams,
      responses: { 200: inJson('The line', cartLine), ...refusals([401, 404]) },
    },
    patch: {
      ...SIGNED_IN,
      summary: 'Set a line’s quantity; 0 or below removes it',
      requestParams,
      requestBody: jsonBody(newQuantity),
      responses: cartNow(400, 404, 409),
    },
    delete: { ...SIGNED_IN, summary: 'Remove a line', requestParams, responses: cartNow(404) },
  },
}
