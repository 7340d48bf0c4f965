import type { RouterContextProvider } from 'react-router'
import { IP_HEADER } from '../../../platform/auth/auth-fields.server.ts'
import { refuseTooMany } from '../../../platform/rate-limiter.server.ts'
import { authErrors } from '../../../rules/messages/accounts/accounts.ts'
import { networkOf } from '../../../rules/network.ts'
import { requestContext, shopContext } from '../../../web/context.ts'

type Context = Readonly<RouterContextProvider>

export type AuthResult =
  | { ok: true; cookies: string[]; userId: string | null; needsSecondStep: boolean }
  | { ok: false; reason: 'refused'; status: number; code: string; message: string }
  | { ok: false; reason: 'too-many-attempts' | 'auth-unexpected' | 'unavailable'; minutes: number }

type Refused = Exclude<AuthResult, { ok: true }>
const PLAIN_WORDS = new Map<string, string>(Object.entries(authErrors))

/** The library's refusal in the shop's words when there are some; undefined when the library gave no reason. */
export const refusedBecause = ({ code, message }: Extract<Refused, { reason: 'refused' }>) =>
  PLAIN_WORDS.get(code) ?? (message || undefined)

const UNEXPECTED: AuthResult = { ok: false, reason: 'auth-unexpected', minutes: 0 }
const HANDED_ON = ['cookie', 'authorization', 'user-agent']

/**
 * Calls /api/auth as the customer's browser would, because only this route applies the rate limits (auth.api does not).
 * Returns the cookies to send, or the reason of the refusal.
 */
export async function askAuth(
  request: Request,
  context: Context,
  path: string,
  body: Record<string, string>,
): Promise<AuthResult> {
  const { auth, config, log } = context.get(shopContext)
  const headers = new Headers({ 'Content-Type': 'application/json' })
  for (const name of HANDED_ON) {
    const value = request.headers.get(name)
    if (value) headers.set(name, value)
  }
  headers.set(IP_HEADER, networkOf(context.get(requestContext).ip))
  headers.set('origin', config.baseUrl)
  try {
    const asked = new Request(`${config.baseUrl}/api/auth/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const response = await auth.handler(asked)
    if (response.status === 503) context.get(requestContext).failure.isUnavailable = true
    return await readAnswer(response)
  } catch (error) {
    log.error({ error, path }, 'authentication failed')
    return UNEXPECTED
  }
}

type AnswerBody = {
  code?: string
  message?: string
  user?: { id?: string }
  secondStep?: boolean
} | null

async function readAnswer(response: Response): Promise<AuthResult> {
  if (response.status === 429) {
    const seconds = Number(response.headers.get('X-Retry-After')) || 60
    return refuseTooMany({ retryAfter: seconds })
  }
  if (response.status === 503) return { ok: false, reason: 'unavailable', minutes: 0 }
  if (response.status >= 500) return UNEXPECTED
  const body = (await response.json().catch(() => null)) as AnswerBody
  if (response.ok)
    return {
      ok: true,
      cookies: response.headers.getSetCookie(),
      userId: body?.user?.id ?? null,
      needsSecondStep: body?.secondStep === true,
    }
  return {
    ok: false,
    reason: 'refused',
    status: response.status,
    code: body?.code ?? '',
    message: body?.message ?? '',
  }
}
