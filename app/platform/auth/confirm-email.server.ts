import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { authErrors, authFieldErrors } from '../../rules/messages/accounts/accounts.ts'
import type { AccountLimits } from './auth-limits.server.ts'
import type { Links } from './auth-links.server.ts'

const dead = () =>
  new APIError('BAD_REQUEST', {
    code: 'INVALID_TOKEN',
    message: authErrors.INVALID_TOKEN,
  })

/**
 * Confirms an address and signs in, for whoever has the email's link and the password that was set with it.
 * The link alone proves the mailbox, but not that its owner set the password: a stranger may have signed up
 * with her address, and would keep a way in.
 */
export const confirmEmail = (links: Links, limits: AccountLimits) =>
  ({
    id: 'confirm-email',
    endpoints: {
      confirmEmail: createAuthEndpoint(
        '/confirm-email',
        { method: 'POST', body: z.object({ token: z.string(), password: z.string() }) },
        async (ctx) => {
          const { internalAdapter, password } = ctx.context
          const link = await links.find('confirm-email', ctx.body.token)
          if (!link) throw dead()
          await limits.guessInside(link.userId)
          const hash = (await internalAdapter.findCredentialAccount(link.userId))?.password
          if (!hash || !(await password.verify({ hash, password: ctx.body.password })))
            throw new APIError('UNAUTHORIZED', {
              code: 'INVALID_PASSWORD',
              message: authFieldErrors['other-password'],
            })
          if (!(await links.confirm(link))) throw dead()
          await limits.forgiveInside(link.userId)
          const user = await internalAdapter.findUserById(link.userId)
          const session = await internalAdapter.createSession(link.userId)
          if (!user || !session) throw dead()
          await setSessionCookie(ctx, { session, user })
          return ctx.json({ token: session.token, user })
        },
      ),
    },
  }) satisfies BetterAuthPlugin
