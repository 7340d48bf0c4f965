import { z } from 'zod'
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi'

// The parts of the public API's schemas. A `meta({ id })` is the schema's name in the document.

export const kwacha = z.int().meta({ description: 'Whole kwacha (MWK)' })
/** A point in time: a `Date` here, text in JSON. */
export const moment = z.date().meta({ override: { type: 'string', format: 'date-time' } })

const refusal = z
  .object({
    error: z.string().meta({ description: 'A sentence that can be shown' }),
    reason: z.string().optional().meta({ description: 'The same for programs' }),
  })
  .meta({ id: 'Error' })

const REFUSED = {
  400: 'Not understood, or refused',
  401: 'Nobody is signed in',
  403: 'Not for this person',
  404: 'Not there',
  409: 'Changed meanwhile, or not enough in stock',
  429: 'Too many attempts',
  502: 'The payment provider could not be reached, or refused',
  503: 'Not possible at the moment',
}

export const inJson = (description: string, schema: z.ZodType): ZodOpenApiResponseObject => ({
  description,
  content: { 'application/json': { schema } },
})

export const refusals = (
  statuses: (keyof typeof REFUSED)[],
  schema: z.ZodType = refusal,
): ZodOpenApiResponsesObject =>
  Object.fromEntries(statuses.map((status) => [status, inJson(REFUSED[status], schema)]))

export const jsonBody = (schema: z.ZodType) => ({
  required: true,
  content: { 'application/json': { schema } },
})

export const SIGNED_IN = { security: [{ cookie: [] }, { bearer: [] }] }
