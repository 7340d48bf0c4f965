import { setTimeout as wait } from 'node:timers/promises'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { bearer } from 'better-auth/plugins/bearer'
import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../db/open.server.ts'
import * as tables from '../db/tables.server.ts'
import type { AttemptRule, Attempts } from './attempts.server.ts'
import {
  cutValues,
  IP_HEADER,
  ipOf,
  readEmail,
  readFields,
  readName,
  refuseBrokenText,
  refuseWayOut,
} from './auth-fields.server.ts'

export const SHORTEST_PASSWORD = 6
export const LONGEST_PASSWORD = 128
const RESET_SECONDS = 3600

export type AuthLetters = {
  confirmAddress(to: string, name: string, url: string): Promise<void>
  alreadyHasAccount(to: string, name: string): Promise<void>
  resetPassword(to: string, name: string, url: string): Promise<void>
}

// Guesses at one account: few from one network, or a stranger could lock its owner out; more from all
// networks together. The right password forgets them.
const GUESSES_HERE: AttemptRule = { max: 10, windowSeconds: 900 }
const GUESSES: AttemptRule = { max: 100, windowSeconds: 900 }
// Letters that strangers can have sent to one address, whether it has an account or not.
const LETTERS: AttemptRule = { max: 5, windowSeconds: 3600 }
// An answer about an address with an account takes a few database steps more: nobody shall time them.
const EVEN_MS = 150
const EVEN_PATH = /\/(request-password-reset|sign-up\/email)$/

// What the shop uses; everything else of the library stays shut.
const OPEN_PATH =
  /^\/api\/auth\/(sign-up\/email|sign-in\/email|sign-out|get-session|verify-email|send-verification-email|request-password-reset|reset-password(\/[\w-]+)?|revoke-sessions|change-password)$/

const guessesAt = (email: string) => `sign-in ${email}`
// The network comes first: it has no blank in it, so no typed address makes another one's key.
const guessesFrom = (ip: string | null, email: string) => `guess ${ip} ${email}`
const SIGN_UP_FIELDS = new Set(['name', 'email', 'password', 'callbackURL'])
const newPasswordUrl = (baseUrl: string, token: string) => `${baseUrl}/auth?token=${token}`

/** E-mail and password with confirmation, reset, sessions in an HttpOnly cookie or as bearer token. */
export function openAuth(options: {
  db: Db
  baseUrl: string
  origins: string[]
  secret: string
  attempts: Attempts
  letters: AuthLetters
  onError: (message: string) => void
}) {
  const { db, letters, attempts, baseUrl } = options

  async function limit(key: string, rule: AttemptRule) {
    const taken = await attempts.take(key, rule)
    if (taken.allowed) return
    throw new APIError(
      'TOO_MANY_REQUESTS',
      { message: 'Too many attempts. Please try again later.' },
      { 'X-Retry-After': String(taken.retryAfter) },
    )
  }

  const forgiveGuesses = (ip: string | null, email: string) =>
    db
      .delete(tables.rateLimits)
      .where(inArray(tables.rateLimits.key, [guessesFrom(ip, email), guessesAt(email)]))

  const report = (error: unknown) =>
    options.onError(cutValues(error instanceof Error ? error.message : String(error)))

  const auth = betterAuth({
    appName: 'Zovala',
    baseURL: baseUrl,
    basePath: '/api/auth',
    secret: options.secret,
    trustedOrigins: options.origins,
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: {
        user: tables.users,
        session: tables.sessions,
        account: tables.accounts,
        verification: tables.verifications,
      },
    }),
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      sendResetPassword: ({ user, token }) =>
        letters.resetPassword(user.email, user.name, newPasswordUrl(baseUrl, token)),
      // The link came by e-mail: whoever used it reads that address.
      onPasswordReset: async ({ user }) => {
        await db
          .update(tables.users)
          .set({ emailVerified: true })
          .where(eq(tables.users.id, user.id))
      },
      // Nobody is told on the screen whether an address has an account: its owner is told by letter.
      onExistingUserSignUp: ({ user }) => letters.alreadyHasAccount(user.email, user.name),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      autoSignInAfterVerification: true,
      expiresIn: 24 * 3600,
      sendVerificationEmail: ({ user, url }) => letters.confirmAddress(user.email, user.name, url),
    },
    // A stolen copy of the database opens no account by its reset links.
    verification: { storeIdentifier: 'hashed' },
    session: { expiresIn: 30 * 24 * 3600, updateAge: 24 * 3600 },
    rateLimit: {
      enabled: true,
      window: 60,
      max: 300,
      customRules: {
        '/sign-in/*': { window: 60, max: 20 },
        '/sign-up/*': { window: 60, max: 20 },
        '/request-password-reset': { window: 60, max: 10 },
        '/send-verification-email': { window: 60, max: 10 },
        '/reset-password': { window: 60, max: 10 },
        '/change-password': { window: 60, max: 10 },
        '/get-session': false,
      },
      customStorage: {
        async consume(key, rule) {
          const taken = await attempts.take(`auth ${key}`, {
            max: rule.max,
            windowSeconds: rule.window,
          })
          return { allowed: taken.allowed, retryAfter: taken.allowed ? null : taken.retryAfter }
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        // Changed in place: a returned body is laid over the sent one, and dropped fields would be back.
        const body = readFields(ctx.body)
        for (const fields of [readFields(ctx.query), body]) {
          refuseBrokenText(fields)
          refuseWayOut(fields, baseUrl, options.origins)
        }
        if (!body) return
        if (ctx.path === '/sign-up/email') {
          for (const name of Object.keys(body)) if (!SIGN_UP_FIELDS.has(name)) delete body[name]
          body['name'] = readName(body['name'])
          await limit(`letters to ${readEmail(body)}`, LETTERS)
        } else if (ctx.path === '/sign-in/email') {
          const email = readEmail(body)
          await limit(guessesFrom(ipOf(ctx), email), GUESSES_HERE)
          await limit(guessesAt(email), GUESSES)
        } else if (ctx.path === '/change-password') {
          // Whoever changes it because somebody else knows it wants that one out.
          body['revokeOtherSessions'] = true
        } else if (/^\/(request-password-reset|send-verification-email)$/.test(ctx.path)) {
          await limit(`letters to ${readEmail(body)}`, LETTERS)
        }
      }),
      after: createAuthMiddleware(async (ctx) => {
        if (ctx.path === '/sign-in/email' && ctx.context.newSession)
          await forgiveGuesses(ipOf(ctx), ctx.context.newSession.user.email)
      }),
    },
    advanced: {
      cookiePrefix: 'zovala',
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [IP_HEADER] },
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true },
    },
    plugins: [bearer()],
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message) => options.onError(cutValues(message)) },
    onAPIError: {
      // Thrown on to the handler below: the library would print a failed query with its values.
      onError: (error) => {
        if (!(error instanceof APIError)) throw error
        if (error.statusCode >= 500) report(error)
      },
    },
  })

  return {
    ...auth,
    /** Answers a request under /api/auth, with the limits on attempts; 404 for what the shop does not use. */
    async handler(request: Request): Promise<Response> {
      const { pathname } = new URL(request.url)
      if (!OPEN_PATH.test(pathname)) return Response.json({ message: 'Not found' }, { status: 404 })
      const [response] = await Promise.all([
        auth.handler(request).catch((error: unknown) => {
          report(error)
          return Response.json({ message: 'Something went wrong on our side' }, { status: 500 })
        }),
        EVEN_PATH.test(pathname) ? wait(EVEN_MS) : null,
      ])
      return response
    },
    /** Whether a link to choose a new password still works (one hour, once). */
    async isResetTokenGood(token: string) {
      const { internalAdapter } = await auth.$context
      const found = await internalAdapter.findVerificationValue(`reset-password:${token}`)
      return found !== null && found.expiresAt > new Date()
    },
    /** A link with which this person chooses a password, once, within `hours`. */
    async makePasswordLink(userId: string, hours: number) {
      const { internalAdapter, generateId } = await auth.$context
      const token = `${generateId({ model: 'verification' })}`.replaceAll('-', '')
      await internalAdapter.createVerificationValue({
        value: userId,
        identifier: `reset-password:${token}`,
        expiresAt: new Date(Date.now() + hours * 3_600_000),
      })
      return newPasswordUrl(baseUrl, token)
    },
  }
}

export type Auth = ReturnType<typeof openAuth>
