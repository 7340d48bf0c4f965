import { APIError } from 'better-auth/api'
import type { RateLimit, RateLimiter } from '../rate-limiter.server.ts'

// Guesses at one account: few from one network, or a stranger could lock its owner out; more from all
// networks together. The right password forgets them.
const GUESSES_HERE: RateLimit = { max: 10, windowSeconds: 900 }
const GUESSES: RateLimit = { max: 100, windowSeconds: 900 }
// Emails that strangers can have sent to one address, whether it has an account or not.
const EMAILS: RateLimit = { max: 5, windowSeconds: 3600 }

const guessesAt = (email: string) => `sign-in ${email}`
// What comes first has no blank in it, so no typed address makes another one's key.
const guessesFrom = (network: string | null, email: string) => `guess ${network} ${email}`
const guessesBy = (deviceId: string, email: string) => `guess-device ${deviceId} ${email}`
const guessesInside = (userId: string) => `guess-inside ${userId}`
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
      { message: 'Too many attempts. Please try again later.' },
      { 'X-Retry-After': String(taken.retryAfter) },
    )
  }
  return {
    /** A known device counts for itself: strangers, also on the same network, cannot lock it out. */
    async guess(email: string, { network, knownDevice }: Origin) {
      if (knownDevice) return limit(guessesBy(knownDevice, email), GUESSES_HERE)
      await limit(guessesFrom(network, email), GUESSES_HERE)
      await limit(guessesAt(email), GUESSES)
    },
    async forgiveGuesses(email: string, { network, knownDevice }: Origin) {
      if (knownDevice) return rateLimiter.forget(guessesBy(knownDevice, email))
      await rateLimiter.forget(guessesFrom(network, email))
      await rateLimiter.forget(guessesAt(email))
    },
    /** Guesses at the password by who is signed in already, or holds a link that asks for it. */
    guessInside: (userId: string) => limit(guessesInside(userId), GUESSES_HERE),
    forgiveInside: (userId: string) => rateLimiter.forget(guessesInside(userId)),
    email: (email: string) => limit(emailsTo(email), EMAILS),
    /** The same limit for an email that is left out unheard. */
    mayEmail: async (email: string) => (await rateLimiter.take(emailsTo(email), EMAILS)).allowed,
  }
}

export type AccountLimits = ReturnType<typeof limitAccounts>
