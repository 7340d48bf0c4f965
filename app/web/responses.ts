import { z } from 'zod'
import { type RequestProblem, requestErrors, requestStatuses } from '../rules/messages/general.ts'
import { formatRefusal, type PlainReason, type Reasoned } from '../rules/messages/refusals.ts'
import { statusOf } from '../rules/messages/statuses.ts'
import { NO_STORE } from './no-store.ts'

/** A JSON answer that is not cached. */
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers: { ...NO_STORE, ...headers } })

/** `{ error }` with the message of a refusal, and its status. */
export function jsonRefusal(refusal: Reasoned | PlainReason) {
  const { title, description } = formatRefusal(refusal)
  const reason = typeof refusal === 'string' ? refusal : refusal.reason
  return json({ error: description ?? title, reason }, statusOf(reason))
}

/** `{ error }` for a request that no page of ours makes. */
export const jsonRequestError = (problem: RequestProblem, headers?: Record<string, string>) =>
  json({ error: requestErrors[problem] }, requestStatuses[problem], headers)

/** `{ error }` for a body or a query that does not fit its schema. */
export const jsonUnread = (message: string | undefined) =>
  json({ error: message }, statusOf('bad-form'))

export const methodNotAllowed = (...allowed: string[]) =>
  jsonRequestError('method-unknown', { Allow: allowed.join(', ') })

/**
 * Refuses a null character and an unpaired surrogate: PostgreSQL's texts cannot hold them, and no person types them.
 */
export function refuseBadText(text: string) {
  if (text.includes('\0') || !text.isWellFormed()) throw new SyntaxError('not a text')
  return text
}

/**
 * For a body that must be accepted: replaces the unpaired surrogate of a note that was cut in the middle of a
 * character.
 */
export const mendText = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** A traversal of our own: the parser's takes ten times as long, half a second for a body of a megabyte. */
function readTexts(value: unknown, readText: (text: string) => string): unknown {
  if (typeof value === 'string') return readText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => readTexts(one, readText))
  const read = Object.entries(value).map(
    ([key, one]) => [readText(key), readTexts(one, readText)] as const,
  )
  return Object.fromEntries(read)
}

/**
 * The JSON body of a request as parsed by `schema`, or a message about what is wrong with it. `readText` refuses or
 * mends texts that cannot be stored.
 */
export async function readJson<S extends z.ZodType>(
  request: Request,
  schema: S,
  readText = refuseBadText,
): Promise<{ ok: true; body: z.output<S> } | { ok: false; message: string }> {
  let body: unknown
  try {
    body = readTexts(JSON.parse(await request.text()), readText)
  } catch {
    return { ok: false, message: requestErrors['no-json'] }
  }
  const parsed = schema.safeParse(body)
  if (parsed.success) return { ok: true, body: parsed.data }
  const [issue] = parsed.error.issues
  return { ok: false, message: issue ? formatIssue(issue) : 'not understood' }
}

/** When several schemas would do, the message is about the one that the body comes nearest to. */
function formatIssue(issue: z.core.$ZodIssue, around: PropertyKey[] = []): string {
  const path = [...around, ...issue.path]
  const shapes = issue.code === 'invalid_union' ? issue.errors : []
  const [inner] = shapes.toSorted((one, other) => one.length - other.length)[0] ?? []
  if (inner) return formatIssue(inner, path)
  return path.length > 0 ? `${path.join('.')}: ${issue.message}` : issue.message
}
