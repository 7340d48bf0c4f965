import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.server.ts'
import { verifications } from '../../../db/tables.server.ts'

/** How long a person has to answer; also how long a browser waits for its device. */
export const CHALLENGE_MINUTES = 10

/** Who was asked; only their answer counts. The first word keeps the tokens of different kinds apart. */
export type Asker = `session ${string}` | `second-step ${string}` | `browser ${string}`
/**
 * A session that has just proven who it is, and makes a passkey. It is a kind of its own, because "Is it you?" gives
 * challenges to sessions that have proven nothing: a thief could otherwise make a passkey with such a challenge.
 */
export type MakingAsker = `new-passkey ${string}`

const identify = (asker: Asker | MakingAsker, challenge: string) =>
  createHash('sha256').update(`passkey ${asker} ${challenge}`).digest('base64url')

/**
 * Random numbers to be signed, each for one answer of its asker. They are stored as hashes among the links, and
 * deleted with old ones.
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
  /** Uses a challenge up; false when it was answered before, is too old, or was given to another asker. */
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
