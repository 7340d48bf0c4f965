import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.server.ts'
import { verifications } from '../../../db/tables.server.ts'

/** How long a person has to answer; also how long a browser waits for its device. */
export const CHALLENGE_MINUTES = 10

/** Who was asked: nobody else's answer counts. The first word tells the kinds apart, so that no token is another's. */
export type Asker = `session ${string}` | `second-step ${string}` | `browser ${string}`
/**
 * A session that has just proven who it is, and makes a passkey. A kind of its own: "Is it you?" hands a challenge to
 * sessions that have proven nothing, and a passkey made over that one would be a thief's.
 */
export type MakingAsker = `new-passkey ${string}`

const identify = (asker: Asker | MakingAsker, challenge: string) =>
  createHash('sha256').update(`passkey ${asker} ${challenge}`).digest('base64url')

/**
 * Random numbers to be signed, each for one answer of whoever asked. Kept as hashes among the links, and
 * tidied with them.
 */
export const openChallenges = (db: Db) => ({
  async make(asker: Asker | MakingAsker): Promise<string> {
    const challenge = randomBytes(32).toString('base64url')
    await db.insert(verifications).values({
      identifier: identify(asker, challenge),
      value: 'passkey',
      expiresAt: sql`now() + make_interval(mins => ${CHALLENGE_MINUTES})`,
    })
    return challenge
  },
  /** Uses a challenge up; false for one that was answered, is too old, or was another's. */
  async take(asker: Asker | MakingAsker, challenge: string): Promise<boolean> {
    const taken = await db
      .delete(verifications)
      .where(
        and(
          eq(verifications.identifier, identify(asker, challenge)),
          gt(verifications.expiresAt, sql`now()`),
        ),
      )
      .returning({ id: verifications.id })
    return taken.length > 0
  },
})
