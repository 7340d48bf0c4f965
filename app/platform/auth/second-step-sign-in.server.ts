import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { Db } from '../../db/open.server.ts'
import { LONGEST_PASSKEY_ANSWER } from '../../rules/accounts/passkeys.ts'
import { LONGEST_CODE } from '../../rules/accounts/second-step.ts'
import { authErrors } from '../../rules/messages/accounts/accounts.ts'
import { recordAccountEvent } from './account-events.server.ts'
import type { AuthEmails } from './auth-emails.server.ts'
import { type CookieAttributes, ipOf, readCookie } from './auth-fields.server.ts'
import type { AccountLimits } from './auth-limits.server.ts'
import type { LinkOwner, Links } from './auth-links.server.ts'
import { secondStepOver } from './auth-new-password.server.ts'
import { authRequest } from './auth-request.server.ts'
import { refusePasskey } from './passkeys/passkey-sign-in.server.ts'
import type { Passkeys } from './passkeys/passkeys.server.ts'
import { type SecondProof, takeSecondProof } from './second-step.server.ts'
import type { sealSecrets } from './totp.server.ts'

/** How long somebody with the right password has for the second step. */
export const SECOND_STEP_MINUTES = 10

type Options = {
  db: Db
  links: Links
  limits: AccountLimits
  sealing: ReturnType<typeof sealSecrets>
  /** The cookie that names the person whose password was right; it opens nothing by itself. */
  cookie: string
  findDevice(headers: Headers | undefined, email: string): string | null
  attributes: CookieAttributes
  passkeys: Passkeys
  emails: Pick<AuthEmails, 'recoveryCodeUsed'>
}

const askerOf = ({ linkId }: LinkOwner) => `second-step ${linkId}` as const

/**
 * What the second step asks a browser to sign with a passkey; null for a person without a passkey, or who has not
 * just given a right password.
 */
export const askSecondStepPasskey =
  ({ links, passkeys, cookie }: Pick<Options, 'links' | 'passkeys' | 'cookie'>) =>
  async (headers: Headers) => {
    const link = await links.find('second-step', readCookie(headers, cookie) ?? '')
    return link ? passkeys.ask(askerOf(link), link.userId) : null
  }

/**
 * The second step of signing in: a code or a passkey, after the right password. There is no session before it. The
 * step ends with its first right proof, with a new password, or after some minutes.
 */
export const secondStepSignIn = (options: Options) =>
  ({
    id: 'second-step',
    endpoints: {
      secondStep: createAuthEndpoint(
        '/second-step',
        {
          method: 'POST',
          body: z.union([
            z.object({ code: z.string().max(LONGEST_CODE) }),
            z.object({ passkey: z.string().max(LONGEST_PASSKEY_ANSWER) }),
          ]),
        },
        async (ctx) => {
          const { db, links, limits, sealing, passkeys, cookie, attributes, emails } = options
          const { internalAdapter } = ctx.context
          const link = await links.find('second-step', readCookie(ctx.headers, cookie) ?? '')
          if (!link) throw secondStepOver()
          const { userId, email, name } = link
          const device = { ip: ipOf(ctx), userAgent: ctx.headers?.get('user-agent') ?? null }
          const known = options.findDevice(ctx.headers, email)
          await limits.guessSecondStep(userId, known)
          let proof: SecondProof | null = null
          if ('passkey' in ctx.body) {
            const asker = askerOf(link)
            const taken = await passkeys.take(asker, ctx.body.passkey, { owner: userId })
            if (!taken.ok) throw await refusePasskey(db, { ...taken, userId }, device)
            Object.assign(authRequest(), { provenPasskey: taken.passkeyId })
          } else {
            proof = await takeSecondProof(db, sealing, userId, ctx.body.code)
            if (!proof) {
              await recordAccountEvent(db, userId, 'wrong-code', device)
              throw new APIError('UNAUTHORIZED', {
                code: 'WRONG_CODE',
                message: authErrors.WRONG_CODE,
              })
            }
          }
          Object.assign(authRequest(), {
            secondStep: proof?.kind ?? 'passkey',
            secondStepLink: link,
          })
          const user = await internalAdapter.findUserById(userId)
          // Uses the link up, or refuses (auth-new-password.server.ts).
          const session = user && (await internalAdapter.createSession(userId))
          if (!session) throw secondStepOver()
          await limits.forgiveSecondStep(userId, known)
          if (proof?.kind === 'recovery-code') {
            await recordAccountEvent(db, userId, 'recovery-code-used', device)
            await emails.recoveryCodeUsed(email, name, proof.left)
          }
          await setSessionCookie(ctx, { session, user })
          ctx.setCookie(cookie, '', { ...attributes, maxAge: 0 })
          return ctx.json({ token: session.token, user })
        },
      ),
    },
  }) satisfies BetterAuthPlugin

/**
 * The password was right, and a second step follows: deletes the session that the library has made, so that it
 * opens nothing without the second step, and sets the cookie that names the person.
 */
export async function holdSignIn(
  ctx: GenericEndpointContext,
  links: Links,
  cookie: string,
  attributes: CookieAttributes,
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
