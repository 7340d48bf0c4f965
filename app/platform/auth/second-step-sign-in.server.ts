import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { Db } from '../../db/open.server.ts'
import { authErrors } from '../../rules/messages/accounts.ts'
import { recordAccountEvent } from './account-events.server.ts'
import { ipOf, readCookie } from './auth-fields.server.ts'
import type { AccountLimits } from './auth-limits.server.ts'
import type { Links } from './auth-links.server.ts'
import { type SecondProof, takeSecondProof } from './second-step.server.ts'
import type { sealSecrets } from './totp.server.ts'

/** How long somebody with the right password has for the second step. */
export const SECOND_STEP_MINUTES = 10

type Options = {
  db: Db
  links: Links
  limits: AccountLimits
  sealing: ReturnType<typeof sealSecrets>
  /** The cookie that says whose password was right; it opens nothing by itself. */
  cookie: string
  findDevice(headers: Headers | undefined, email: string): string | null
  emails: { recoveryCodeUsed(to: string, name: string, left: number): Promise<void> }
}

const over = () =>
  new APIError('BAD_REQUEST', {
    code: 'SECOND_STEP_OVER',
    message: authErrors.SECOND_STEP_OVER,
  })

/**
 * The second step of signing in: a code for whoever has just given the right password. There is no session before
 * it. The step is over with its first right code, with a new password, or after some minutes.
 */
export const secondStepSignIn = (options: Options) =>
  ({
    id: 'second-step',
    endpoints: {
      secondStep: createAuthEndpoint(
        '/second-step',
        { method: 'POST', body: z.object({ code: z.string().max(40) }) },
        async (ctx) => {
          const { db, links, limits, sealing, cookie, emails } = options
          const { internalAdapter } = ctx.context
          const link = await links.find('second-step', readCookie(ctx.headers, cookie) ?? '')
          if (!link) throw over()
          const { userId, email, name } = link
          const device = { ip: ipOf(ctx), userAgent: ctx.headers?.get('user-agent') ?? null }
          const known = options.findDevice(ctx.headers, email)
          await limits.guessSecondStep(userId, known)
          const proof: SecondProof | null = await takeSecondProof(
            db,
            sealing,
            userId,
            ctx.body.code,
          )
          if (!proof) {
            await recordAccountEvent(db, userId, 'wrong-code', device)
            throw new APIError('UNAUTHORIZED', {
              code: 'WRONG_CODE',
              message: authErrors.WRONG_CODE,
            })
          }
          if (!(await links.use(link))) throw over()
          await limits.forgiveSecondStep(userId, known)
          if (proof.kind === 'recovery-code') {
            await recordAccountEvent(db, userId, 'recovery-code-used', device)
            await emails.recoveryCodeUsed(email, name, proof.left)
          }
          const user = await internalAdapter.findUserById(userId)
          const session = await internalAdapter.createSession(userId)
          if (!user || !session) throw over()
          await setSessionCookie(ctx, { session, user })
          ctx.setCookie(cookie, '', { path: '/', maxAge: 0 })
          return ctx.json({ token: session.token, user })
        },
      ),
    },
  }) satisfies BetterAuthPlugin

/**
 * The password was right, and a second step is to come: the session that the library has made is taken back, so that
 * whoever stops here reaches nothing, and the cookie says who goes on.
 */
export async function holdSignIn(
  ctx: GenericEndpointContext,
  links: Links,
  cookie: string,
  attributes: { path: string; httpOnly: boolean; sameSite: 'lax'; secure: boolean },
) {
  const { newSession, internalAdapter } = ctx.context
  if (!newSession) return undefined
  deleteSessionCookie(ctx, true)
  await internalAdapter.deleteSession(newSession.session.token)
  ctx.context.setNewSession(null)
  const token = await links.make('second-step', newSession.user.id, SECOND_STEP_MINUTES / 60)
  ctx.setCookie(cookie, token, { ...attributes, maxAge: SECOND_STEP_MINUTES * 60 })
  return ctx.json({ secondStep: true })
}
