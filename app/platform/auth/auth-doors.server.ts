import { setTimeout as wait } from 'node:timers/promises'
import { BASE_ERROR_CODES } from 'better-auth'
import { isForeignKeyViolation } from '../../db/violations.server.ts'
import { authFieldErrors } from '../../rules/messages/accounts/accounts.ts'
import { formatRefusal } from '../../rules/messages/refusals.ts'
import { isUnavailable } from '../unavailable.server.ts'
import { inAuthRequest } from './auth-request.server.ts'

// An answer about an address with an account takes a few database steps more: nobody shall time them.
const EVEN_MS = 300
const EVEN_PATH = /\/(request-password-reset|sign-(up|in)\/email)$/

const SIGN_IN_PATH = /\/(sign-in\/email|second-step|passkey\/sign-in)$/

/** How long the links of emails work. */
export const RESET_HOURS = 1
export const CONFIRM_HOURS = 24

// What the shop uses; everything else of the library stays shut.
const OPEN_PATH =
  /^\/api\/auth\/(sign-up\/email|sign-in\/email|second-step|passkey\/(options|sign-in)|sign-out|get-session|confirm-email|send-verification-email|request-password-reset|reset-password(\/[\w-]+)?|revoke-sessions|change-password)$/

/** Answers a request under /api/auth, within its rate limits; 404 for what the shop does not use. */
export function guardDoor(
  handle: (request: Request) => Promise<Response>,
  baseUrl: string,
  report: (error: unknown) => void,
) {
  const ask = (request: Request) =>
    inAuthRequest(() => handle(request)).catch((error: unknown) => {
      report(error)
      // Erased a moment ago: nobody has this address or passkey any more.
      if (isForeignKeyViolation(error) && SIGN_IN_PATH.test(new URL(request.url).pathname))
        return Response.json(BASE_ERROR_CODES.INVALID_EMAIL_OR_PASSWORD, { status: 401 })
      const isAway = isUnavailable(error)
      const message = isAway ? formatRefusal('unavailable').description : authFieldErrors.unexpected
      // `message` is the library's name for it, `error` the shop's.
      const headers = isAway ? { 'Retry-After': '5' } : {}
      return Response.json({ message, error: message }, { status: isAway ? 503 : 500, headers })
    })

  return async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    // The link in emails of earlier versions: it is asked for anew.
    if (pathname === '/api/auth/verify-email')
      return Response.redirect(`${baseUrl}/auth?error=old-link`, 302)
    if (!OPEN_PATH.test(pathname))
      return Response.json({ message: authFieldErrors['not-found'] }, { status: 404 })
    const isSignUp = pathname.endsWith('/sign-up/email')
    const repeated = isSignUp ? request.clone() : null
    const answer = async () => {
      const response = await ask(request)
      // Of two sign-ups for a new address at the same moment, the slower one finds it known.
      return repeated && response.status === 422 ? ask(repeated) : response
    }
    const [response] = await Promise.all([
      answer(),
      EVEN_PATH.test(pathname) ? wait(EVEN_MS) : null,
    ])
    return response
  }
}
