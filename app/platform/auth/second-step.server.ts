import { createHash, randomInt } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { recoveryCodes, secondFactors } from '../../db/tables.server.ts'
import { findTotpStep, type sealSecrets } from './totp.server.ts'

type Sealing = ReturnType<typeof sealSecrets>

const CODES = 10
// Without signs that are taken for one another; ten of these 32 are 50 bits.
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

const plain = (code: string) => code.toUpperCase().replace(/[^A-Z0-9]/g, '')
const hashCode = (userId: string, code: string) =>
  createHash('sha256')
    .update(`${userId} ${plain(code)}`)
    .digest('base64url')

/** Whether a person has a second step that is set up. */
export async function hasSecondStep(db: Db | Tx, userId: string): Promise<boolean> {
  const factor = and(
    eq(secondFactors.userId, userId),
    sql`${secondFactors.confirmedAt} is not null`,
  )
  return (await db.$count(secondFactors, factor)) > 0
}

/** Ten new recovery codes in place of the old ones; only their hashes are kept. */
export async function makeRecoveryCodes(db: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => {
    const signs = Array.from({ length: 10 }, () => SIGNS[randomInt(SIGNS.length)]).join('')
    return `${signs.slice(0, 5)}-${signs.slice(5)}`
  })
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await db
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, hash: hashCode(userId, code) })))
  return codes
}

export type SecondProof = { kind: 'code' } | { kind: 'recovery-code'; left: number }

/**
 * Takes a code of the app, or a recovery code: each counts once, also for two requests at the same moment. Null for
 * any other. `isNew` takes the first code of an app that is being set up, and nothing else.
 */
export const takeSecondProof = (
  db: Db,
  sealing: Sealing,
  userId: string,
  typed: string,
  { isNew = false } = {},
): Promise<SecondProof | null> =>
  db.transaction(async (db) => {
    const [factor] = await db
      .select()
      .from(secondFactors)
      .where(eq(secondFactors.userId, userId))
      .for('update')
    if (!factor || (factor.confirmedAt === null) !== isNew) return null
    const code = plain(typed)
    if (/^\d{6}$/.test(code)) {
      const secret = sealing.open(factor.secret, userId)
      const [clock] = (
        await db.execute<{ now: number }>(
          sql`select extract(epoch from now())::float8 * 1000 as now`,
        )
      ).rows
      const at = new Date(Number(clock?.now))
      const step = secret && findTotpStep(secret, code, at, factor.lastStep)
      if (!step) return null
      await db.update(secondFactors).set({ lastStep: step }).where(eq(secondFactors.userId, userId))
      return { kind: 'code' }
    }
    if (isNew) return null
    const unused = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))
    const used = await db
      .update(recoveryCodes)
      .set({ usedAt: sql`now()` })
      .where(and(unused, eq(recoveryCodes.hash, hashCode(userId, code))))
      .returning({ hash: recoveryCodes.hash })
    if (used.length === 0) return null
    return { kind: 'recovery-code', left: await db.$count(recoveryCodes, unused) }
  })
