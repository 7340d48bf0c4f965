import { z } from 'zod'
import { type Details, type Reason, wordsFor } from '../rules/words.ts'

const NO_STORE = { 'Cache-Control': 'private, no-store' }

/** A JSON answer that nobody keeps. */
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers: { ...NO_STORE, ...headers } })

/** `{ error }` in the shop's words. */
export function jsonRefusal(reason: Reason, details: Details = {}, status = statusOf(reason)) {
  const { title, description } = wordsFor(reason, details)
  return json({ error: description ?? title, reason }, status)
}

/** The status that fits a refusal: not there, too often, taken meanwhile, out of reach, or asked wrongly. */
export function statusOf(reason: Reason): number {
  if (reason === 'not-authenticated') return 401
  if (reason === 'too-many-attempts') return 429
  if (reason === 'provider-unreachable' || reason === 'provider-refused') return 502
  if (/not-found$/.test(reason)) return 404
  if (/changed$|^out-of-stock$|used-up$|^cart-stock$|^idempotency-reused$/.test(reason)) return 409
  return 400
}

export const methodNotAllowed = (...allowed: string[]) =>
  json({ error: 'This method is not known here.' }, 405, { Allow: allowed.join(', ') })

/** PostgreSQL's texts cannot hold a null character or half a letter, and no person types one. */
export function refuseBadText(text: string) {
  if (text.includes('\0') || !text.isWellFormed()) throw new SyntaxError('not a text')
  return text
}

/** For what must be taken: a note that was cut in the middle of a letter loses that letter. */
export const mendText = (text: string) => text.replaceAll('\0', '').toWellFormed()

/**
 * The JSON body of a request as `schema` has it, or a sentence about what is wrong with it. `readText`
 * says what becomes of texts that cannot be kept.
 */
export async function readJson<S extends z.ZodType>(
  request: Request,
  schema: S,
  readText = refuseBadText,
): Promise<{ ok: true; body: z.output<S> } | { ok: false; message: string }> {
  let body: unknown
  try {
    body = JSON.parse(await request.text(), (_key, value: unknown) =>
      typeof value === 'string' ? readText(value) : value,
    )
  } catch {
    return { ok: false, message: 'The body is not valid JSON.' }
  }
  const parsed = schema.safeParse(body)
  if (parsed.success) return { ok: true, body: parsed.data }
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.')
  return { ok: false, message: `${where ? `${where}: ` : ''}${issue?.message ?? 'not understood'}` }
}
