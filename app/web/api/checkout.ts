import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { checkoutPayload, salePayload } from '../../modules/checkout/read-payload.ts'
import { inJson, jsonBody, refusals, SIGNED_IN } from './parts.ts'

/** The till's payload contains `pos`, the checkout's does not. */
export const paymentRequest = z.union([salePayload, checkoutPayload])

export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'The Idempotency-Key must be 1 to 200 visible characters.')
  .optional()
  .meta({ description: 'The same key again gives the same order' })

const startedPayment = z.object({
  checkout_url: z.string().meta({ description: 'Where the customer pays' }),
  order_number: z.string().meta({ description: 'Of the order, or of the sale at the till' }),
})

export type StartedPayment = z.input<typeof startedPayment>

export const checkoutPaths: ZodOpenApiPathsObject = {
  '/functions/process-payment': {
    post: {
      ...SIGNED_IN,
      summary: 'Place an order, or ring up a sale at the till, and start its payment',
      requestParams: { header: z.object({ 'Idempotency-Key': idempotencyKey }) },
      requestBody: jsonBody(paymentRequest),
      responses: {
        200: inJson('Placed; the customer can pay', startedPayment),
        ...refusals([400, 401, 403, 404, 409, 429, 502, 503]),
      },
    },
  },
}
