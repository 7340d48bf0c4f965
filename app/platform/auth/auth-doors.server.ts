import { setTimeout as wait } from 'node:timers/promises'
import { BASE_ERROR_CODES } from 'better-auth'
import { isForeignKeyViolation } from '../../db/violations.server.ts'
import { authFieldErrors } from '../../rules/messages/accounts/accounts.ts'
import { formatRefusal } from '../../rules/messages/refusals.ts'
import { isUnavailable } from '../unavailable.server.ts'
import { inAuthRequest } from './auth-request.server.ts'

// An address with an account takes a few more database steps. Equal answer times hide which addresses have one.
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
      // The account was erased a moment ago, so this address or passkey belongs to nobody.
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
    // The confirmation link of earlier versions no longer works: the page asks the person for a new one.
    if (pathname === '/api/auth/verify-email')
      return Response.redirect(`${baseUrl}/auth?error=old-link`, 302)
    if (!OPEN_PATH.test(pathname))
      return Response.json({ message: authFieldErrors['not-found'] }, { status: 404 })
    const isSignUp = pathname.endsWith('/sign-up/email')
    const repeated = isSignUp ? request.clone() : null
    const answer = async () => {
      const response = await ask(request)
      // When two requests sign up with a new address at once, the slower one fails; asked again, it finds the account.
      return repeated && response.status === 422 ? ask(repeated) : response
    }
    const [response] = await Promise.all([
      answer(),
      EVEN_PATH.test(pathname) ? wait(EVEN_MS) : null,
    ])
    return response
  }
}
