import { randomBytes } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { Db } from '../../../db/open.server.ts'
import { LONGEST_PASSKEY_ANSWER } from '../../../rules/accounts/passkeys.ts'
import { authErrors } from '../../../rules/messages/accounts/accounts.ts'
import { type Device, recordAccountEvent } from '../account-events.server.ts'
import { type CookieAttributes, ipOf, readCookie } from '../auth-fields.server.ts'
import type { AccountLimits } from '../auth-limits.server.ts'
import { authRequest } from '../auth-request.server.ts'
import { CHALLENGE_MINUTES } from './challenges.server.ts'
import type { PasskeyResult, Passkeys } from './passkeys.server.ts'

type Options = {
  db: Db
  limits: AccountLimits
  passkeys: Passkeys
  /** The cookie that ties a challenge to the browser that asked for it; it opens nothing by itself. */
  cookie: string
  attributes: CookieAttributes
  findDevice(headers: Headers | undefined, email: string): string | null
}

const TOKEN = /^[\w-]{32}$/

/**
 * Refuses a passkey, and records whose it was. An unknown passkey gets the same answer as a wrong signature.
 */
export async function refusePasskey(
  db: Db,
  { reason, userId }: Extract<PasskeyResult, { ok: false }>,
  device: Device,
): Promise<APIError> {
  if (userId)
    await recordAccountEvent(
      db,
      userId,
      reason === 'copied' ? 'copied-passkey' : 'wrong-passkey',
      device,
    )
  return reason === 'over'
    ? new APIError('BAD_REQUEST', { code: 'PASSKEY_OVER', message: authErrors.PASSKEY_OVER })
    : new APIError('UNAUTHORIZED', { code: 'WRONG_PASSKEY', message: authErrors.WRONG_PASSKEY })
}

/**
 * Signs in with a passkey alone. It counts for both steps: the person has the device, and the device has verified
 * them by finger, face or PIN.
 */
export const passkeySignIn = (options: Options) =>
  ({
    id: 'passkey',
    endpoints: {
      passkeyOptions: createAuthEndpoint('/passkey/options', { method: 'POST' }, async (ctx) => {
        const { passkeys, cookie, attributes } = options
        const former = readCookie(ctx.headers, cookie) ?? ''
        // Reuses the existing token, so that two open sign-in pages both work.
        const token = TOKEN.test(former) ? former : randomBytes(24).toString('base64url')
        ctx.setCookie(cookie, token, { ...attributes, maxAge: CHALLENGE_MINUTES * 60 })
        return ctx.json(await passkeys.askAnybody(`browser ${token}`))
      }),
      passkeySignIn: createAuthEndpoint(
        '/passkey/sign-in',
        { method: 'POST', body: z.object({ passkey: z.string().max(LONGEST_PASSKEY_ANSWER) }) },
        async (ctx) => {
          const { db, limits, passkeys, cookie, attributes } = options
          const { internalAdapter } = ctx.context
          const device = { ip: ipOf(ctx), userAgent: ctx.headers?.get('user-agent') ?? null }
          let knownDevice: string | null = null
          const token = readCookie(ctx.headers, cookie) ?? ''
          const taken = await passkeys.take(`browser ${token}`, ctx.body.passkey, {
            async limit(userId) {
              const owner = await internalAdapter.findUserById(userId)
              knownDevice = options.findDevice(ctx.headers, owner?.email ?? '')
              await limits.guessPasskey(userId, knownDevice)
            },
          })
          if (!taken.ok) throw await refusePasskey(db, taken, device)
          await limits.forgivePasskey(taken.userId, knownDevice)
          // Checked again when the session is created: a passkey that was removed meanwhile signs nobody in.
          Object.assign(authRequest(), { provenPasskey: taken.passkeyId })
          const user = await internalAdapter.findUserById(taken.userId)
          const session = user && (await internalAdapter.createSession(taken.userId))
          if (!session)
            throw await refusePasskey(db, { ok: false, reason: 'wrong', userId: null }, device)
          await setSessionCookie(ctx, { session, user })
          ctx.setCookie(cookie, '', { ...attributes, maxAge: 0 })
          return ctx.json({ token: session.token, user })
        },
      ),
    },
  }) satisfies BetterAuthPlugin
