import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { bearer } from 'better-auth/plugins/bearer'
import type { Db, Tx } from '../../db/open.server.ts'
import * as tables from '../../db/tables.server.ts'
import { LONGEST_SESSION_SECONDS } from '../../rules/accounts/session-ends.ts'
import { cookieName, isHttps } from '../../rules/cookies.ts'
import type { RateLimiter } from '../rate-limiter.server.ts'
import { recordWrongPassword, welcomeDevices } from './account-events.server.ts'
import { guardDoor, RESET_HOURS } from './auth-doors.server.ts'
import type { AuthEmails } from './auth-emails.server.ts'
import {
  type CookieAttributes,
  cutValues,
  IP_HEADER,
  ipOf,
  keepInside,
  readCookie,
  readEmail,
  readFields,
  readName,
  refuseBrokenText,
} from './auth-fields.server.ts'
import { libraryLimits, limitAccounts } from './auth-limits.server.ts'
import { hashLink, type LinkKind, openLinks } from './auth-links.server.ts'
import { keepPasswords, readPassword } from './auth-new-password.server.ts'
import { authRequest } from './auth-request.server.ts'
import { openSignUps, type Person } from './auth-sign-up.server.ts'
import { confirmEmail } from './confirm-email.server.ts'
import { DEVICE_COOKIE, DEVICE_SECONDS, knowDevices } from './known-devices.server.ts'
import { passkeySignIn } from './passkeys/passkey-sign-in.server.ts'
import { openPasskeys } from './passkeys/passkeys.server.ts'
import { hashPassword, verifyPassword } from './passwords.server.ts'
import { needsSecondStep, takeSecondProof } from './second-step.server.ts'
import { askSecondStepPasskey, holdSignIn, secondStepSignIn } from './second-step-sign-in.server.ts'
import { endFormerSession } from './session-life.server.ts'
import { sealSecrets } from './totp.server.ts'
import { LONGEST_PASSWORD, refuseWeakPassword, SHORTEST_PASSWORD } from './weak-passwords.server.ts'

const SIGN_UP_FIELDS = new Set(['name', 'email', 'password', 'callbackURL'])

/** E-mail and password with confirmation, reset, sessions in an HttpOnly cookie or as bearer token. */
export function openAuth(options: {
  db: Db
  baseUrl: string
  origins: string[]
  secret: string
  rateLimiter: RateLimiter
  emails: AuthEmails
  onError: (message: string) => void
}) {
  const { db, emails, rateLimiter, baseUrl } = options
  const limits = limitAccounts(rateLimiter)
  const links = openLinks(db)
  const devices = knowDevices(options.secret)
  const welcome = welcomeDevices(db, limits, emails)
  const deviceCookie = cookieName(baseUrl, DEVICE_COOKIE)
  const secondStepCookie = cookieName(baseUrl, 'zovala.second-step')
  const sealing = sealSecrets(options.secret)
  const passkeys = openPasskeys(db, baseUrl)
  const cookieAttributes: CookieAttributes = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(baseUrl),
  }
  const newPasswordUrl = (token: string) => `${baseUrl}/auth?token=${token}`

  const signUps = openSignUps({ db, links, limits, emails, baseUrl, secret: options.secret })

  const findDevice = (headers: Headers | undefined, email: string) =>
    devices.find(readCookie(headers, deviceCookie), email)
  type RequestOf = Parameters<typeof ipOf>[0]
  const originOf = (ctx: RequestOf, email: string) => ({
    network: ipOf(ctx),
    knownDevice: findDevice(ctx.headers, email),
  })
  // The library's own look-up, because it also accepts a bearer token.
  const personOf = async (headers: Headers | undefined): Promise<Person | null> =>
    headers
      ? ((await auth.api.getSession({ headers, query: { disableRefresh: true } }))?.user ?? null)
      : null

  const signIns = { db, limits, passkeys, attributes: cookieAttributes, findDevice }
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
      password: {
        async hash(password) {
          const passwordHash = await hashPassword(password)
          Object.assign(authRequest(), { password, passwordHash })
          return passwordHash
        },
        async verify(given) {
          const isRight = await verifyPassword(given)
          if (isRight)
            Object.assign(authRequest(), { provenHash: given.hash, provenPassword: given.password })
          return isRight
        },
      },
      // The library's own token is never sent: our link deletes all earlier ones, and that token with them.
      async sendResetPassword({ user }) {
        // No new link either, because it would end the one that has just been sent.
        if (!(await limits.mayEmailLinkAgain(user.id))) return
        const token = await links.make('reset-password', user.id, RESET_HOURS)
        await emails.resetPassword(user.email, user.name, newPasswordUrl(token))
      },
      onExistingUserSignUp: ({ user }) => signUps.answerKnownAddress(user),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      // Not the library's link, which signs in whoever opens it.
      async sendVerificationEmail({ user, url }, request) {
        const path = request ? new URL(request.url).pathname : ''
        if (path.endsWith('/sign-in/email') && !(await limits.mayEmail(user.email))) return
        if (path.endsWith('/sign-up/email')) {
          // A second tap, or another sign-up, may have found the account first and sent its own email.
          const isReplaced = (await readPassword(db, user.id)) !== authRequest().passwordHash
          if (isReplaced || !(await limits.maySignUpAgain(user.id, signUps.mark()))) return
        }
        await signUps.sendConfirmation(user, new URL(url).searchParams.get('callbackURL') ?? '/')
      },
    },
    // A stolen copy of the database opens no account by its reset links.
    verification: { storeIdentifier: { hash: async (identifier) => hashLink(identifier) } },
    databaseHooks: keepPasswords(db, links, emails),
    // The shop decides when a session ends (session-life.server.ts); the cookie lasts as long as the longest one.
    session: { expiresIn: LONGEST_SESSION_SECONDS, disableSessionRefresh: true },
    rateLimit: libraryLimits(rateLimiter),
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        // Changes the body in place: the library merges a returned body into the sent one, restoring dropped fields.
        const body = readFields(ctx.body)
        for (const fields of [readFields(ctx.query), body]) {
          refuseBrokenText(fields)
          keepInside(fields, baseUrl, options.origins)
        }
        if (!body) return
        if (ctx.path === '/sign-up/email') {
          for (const name of Object.keys(body)) if (!SIGN_UP_FIELDS.has(name)) delete body[name]
          const name = readName(body['name'])
          body['name'] = name
          const email = readEmail(body)
          await refuseWeakPassword(body['password'], { name, email })
          await limits.email(email)
          const callbackUrl = typeof body['callbackURL'] === 'string' ? body['callbackURL'] : '/'
          Object.assign(authRequest(), { name, callbackUrl })
        } else if (ctx.path === '/sign-in/email') {
          const email = readEmail(body)
          await limits.guess(email, originOf(ctx, email))
        } else if (ctx.path === '/change-password') {
          // A new password ends all other sessions, because somebody else may know the old one.
          body['revokeOtherSessions'] = true
          const person = await personOf(ctx.headers)
          if (!person) return
          await refuseWeakPassword(body['newPassword'], person)
          await limits.guessInside(person.id)
          Object.assign(authRequest(), { passwordOwner: person })
        } else if (ctx.path === '/reset-password') {
          const token = body['token'] ?? readFields(ctx.query)?.['token']
          const owner = await links.find('reset-password', typeof token === 'string' ? token : '')
          if (!owner) return
          await refuseWeakPassword(body['newPassword'], owner)
          Object.assign(authRequest(), { passwordOwner: { ...owner, id: owner.userId } })
        } else if (/^\/(request-password-reset|send-verification-email)$/.test(ctx.path)) {
          await limits.email(readEmail(body))
        }
      }),
      after: createAuthMiddleware(async (ctx) => {
        const device = { ip: ipOf(ctx), userAgent: ctx.headers?.get('user-agent') ?? null }
        const { newSession, returned, authCookies, secret } = ctx.context
        if (!newSession) {
          const isGuess =
            ctx.path === '/sign-in/email' && (returned as APIError)?.statusCode === 401
          const email = isGuess ? readFields(ctx.body)?.['email'] : null
          return typeof email === 'string' ? recordWrongPassword(db, email, device) : undefined
        }
        const { id, email } = newSession.user
        const byPasskey = ctx.path === '/passkey/sign-in'
        const isWhole = byPasskey || /^\/(second-step|change-password)$/.test(ctx.path)
        // Runs before a second step is asked for, because that step removes the browser's session cookie.
        const former = await ctx.getSignedCookie(authCookies.sessionToken.name, secret)
        if (former) await endFormerSession(db, former, newSession.session.id)
        if (!isWhole && (await needsSecondStep(db, id))) {
          await limits.forgiveGuesses(email, originOf(ctx, email))
          return holdSignIn(ctx, links, secondStepCookie, cookieAttributes)
        }
        if (ctx.path === '/sign-in/email') await limits.forgiveGuesses(email, originOf(ctx, email))
        if (ctx.path === '/change-password') await limits.forgiveInside(id)
        else {
          const { secondStep } = authRequest()
          const means = secondStep ? (`password-${secondStep}` as const) : 'password'
          const { knownDevice } = originOf(ctx, email)
          await welcome(newSession, device, knownDevice, byPasskey ? 'passkey' : means)
        }
        const remembered = devices.remember(readCookie(ctx.headers, deviceCookie), email)
        ctx.setCookie(deviceCookie, remembered, { ...cookieAttributes, maxAge: DEVICE_SECONDS })
        return undefined
      }),
    },
    advanced: {
      // Otherwise the library adds its own prefix `__Secure-` over https.
      useSecureCookies: false,
      cookiePrefix: cookieName(baseUrl, 'zovala'),
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [IP_HEADER] },
      defaultCookieAttributes: cookieAttributes,
    },
    plugins: [
      bearer(),
      confirmEmail(links, limits),
      secondStepSignIn({ ...signIns, links, sealing, emails, cookie: secondStepCookie }),
      passkeySignIn({ ...signIns, cookie: cookieName(baseUrl, 'zovala-passkey') }),
    ],
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message) => options.onError(cutValues(message)) },
    onAPIError: {
      // Rethrows to the handler below, because the library would print a failed query with its values.
      onError: (error) => {
        if (!(error instanceof APIError)) throw error
        if (error.statusCode >= 500) report(error)
      },
    },
  })

  return {
    ...auth,
    handler: guardDoor(auth.handler, baseUrl, report),
    /** The owner of a link to choose a password or to confirm an address; null when the link no longer works. */
    findLink: (kind: LinkKind, token: string) => links.find(kind, token),
    sealing,
    passkeys,
    askSecondStepPasskey: askSecondStepPasskey({ links, passkeys, cookie: secondStepCookie }),
    /** Accepts a code of the person's app (the first one of a new app), or an unused recovery code; null for others. */
    takeSecondProof: (userId: string, typed: string) => takeSecondProof(db, sealing, userId, typed),
    takeNewSecondProof: (within: Tx, userId: string, typed: string) =>
      takeSecondProof(within, sealing, userId, typed, { isNew: true }),
    /** A link with which this person chooses a password, once, within `hours`. */
    makePasswordLink: async (userId: string, hours: number) =>
      newPasswordUrl(await links.make('reset-password', userId, hours)),
  }
}

export type Auth = ReturnType<typeof openAuth>
