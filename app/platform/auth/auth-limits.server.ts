import type { BetterAuthOptions } from 'better-auth'
import { APIError } from 'better-auth/api'
import { AUTH_REQUESTS, LIMITS, type RateLimit, SIGN_UP_MARKS } from '../../rules/limits.ts'
import { authFieldErrors } from '../../rules/messages/accounts/accounts.ts'
import type { RateLimiter } from '../rate-limiter.server.ts'

const guessesAt = (email: string) => `sign-in ${email}`
// The network or device id comes first and contains no blank, so no typed address can form another address's key.
const guessesFrom = (network: string | null, email: string) => `guess ${network} ${email}`
const guessesBy = (deviceId: string, email: string) => `guess-device ${deviceId} ${email}`
const guessesInside = (userId: string) => `guess-inside ${userId}`
const secondStepsBy = (device: string | null, userId: string) => `second step ${device} ${userId}`
const passkeysBy = (device: string | null, userId: string) => `passkey ${device} ${userId}`
const signUpOf = (userId: string, mark: string) => `${SIGN_UP_MARKS}${userId} ${mark}`
const emailsTo = (email: string) => `letters to ${email}`

/** Where a sign-in comes from; `knownDevice` has signed in to this account before. */
export type Origin = { network: string | null; knownDevice: string | null }

/** The limits on guesses and emails at one account; each refuses with 429 and when to come back. */
export function limitAccounts(rateLimiter: RateLimiter) {
  async function limit(key: string, rule: RateLimit) {
    const taken = await rateLimiter.take(key, rule)
    if (taken.allowed) return
    throw new APIError(
      'TOO_MANY_REQUESTS',
      { message: authFieldErrors['too-many'] },
      { 'X-Retry-After': String(taken.retryAfter) },
    )
  }
  return {
    /** A known device has a counter of its own, so that strangers, even on the same network, cannot lock it out. */
    async guess(email: string, { network, knownDevice }: Origin) {
      if (knownDevice) return limit(guessesBy(knownDevice, email), LIMITS.passwordsHere)
      await limit(guessesFrom(network, email), LIMITS.passwordsHere)
      await limit(guessesAt(email), LIMITS.passwords)
    },
    async forgiveGuesses(email: string, { network, knownDevice }: Origin) {
      if (knownDevice) return rateLimiter.forget(guessesBy(knownDevice, email))
      await rateLimiter.forget(guessesFrom(network, email))
      await rateLimiter.forget(guessesAt(email))
    },
    /** Limits password guesses by somebody who is signed in, or who holds a link that asks for the password. */
    guessInside: (userId: string) => limit(guessesInside(userId), LIMITS.passwordsHere),
    forgiveInside: (userId: string) => rateLimiter.forget(guessesInside(userId)),
    /** As for passwords, a known device has a counter of its own. */
    async guessSecondStep(userId: string, knownDevice: string | null) {
      const key = secondStepsBy(knownDevice, userId)
      await limit(key, LIMITS.secondSteps)
      await limit(`${key} day`, LIMITS.secondStepsOfDay)
    },
    forgiveSecondStep: (userId: string, knownDevice: string | null) =>
      rateLimiter.forget(secondStepsBy(knownDevice, userId)),
    /** Limits passkey answers that name this person, sent by somebody who has given no password. */
    guessPasskey: (userId: string, knownDevice: string | null) =>
      limit(passkeysBy(knownDevice, userId), LIMITS.passwordsHere),
    forgivePasskey: (userId: string, knownDevice: string | null) =>
      rateLimiter.forget(passkeysBy(knownDevice, userId)),
    email: (email: string) => limit(emailsTo(email), LIMITS.accountEmails),
    mayEmailNewDevice: async (userId: string) =>
      (await rateLimiter.take(`new devices of ${userId}`, LIMITS.newDeviceEmails)).allowed,
    /** The same limit, for an email that is skipped without an error. */
    mayEmail: async (email: string) =>
      (await rateLimiter.take(emailsTo(email), LIMITS.accountEmails)).allowed,
    /** False when the link of this sign-up has just been sent; `mark` tells it from other sign-ups for the address. */
    maySignUpAgain: async (userId: string, mark: string) =>
      (await rateLimiter.take(signUpOf(userId, mark), LIMITS.sameEmail)).allowed,
    /** This sign-up has replaced earlier ones, which therefore count as new when they are repeated. */
    forgetOtherSignUps: (userId: string, mark: string) =>
      rateLimiter.forgetBeside(signUpOf(userId, mark), signUpOf(userId, '')),
    /** False when the link to choose a password has just been sent to this person. */
    mayEmailLinkAgain: async (userId: string) =>
      (await rateLimiter.take(`same-email reset ${userId}`, LIMITS.sameEmail)).allowed,
  }
}

export type AccountLimits = ReturnType<typeof limitAccounts>

/** How often one network may ask the library's endpoints, counted by our own limiter. */
export const libraryLimits = (
  rateLimiter: RateLimiter,
): NonNullable<BetterAuthOptions['rateLimit']> => ({
  enabled: true,
  ...ruleOf(AUTH_REQUESTS.all),
  customRules: Object.fromEntries(
    Object.entries(AUTH_REQUESTS.to).map(([path, limit]) => [path, limit && ruleOf(limit)]),
  ),
  customStorage: {
    async consume(key, rule) {
      const taken = await rateLimiter.take(`auth ${key}`, {
        max: rule.max,
        windowSeconds: rule.window,
      })
      return { allowed: taken.allowed, retryAfter: taken.allowed ? null : taken.retryAfter }
    },
  },
})
const ruleOf = ({ max, windowSeconds }: RateLimit) => ({ max, window: windowSeconds })
