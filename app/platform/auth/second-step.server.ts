import { createHash, randomInt } from 'node:crypto'
import { and, eq, isNull, not, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { passkeys, profiles, recoveryCodes, secondFactors, users } from '../../db/tables.server.ts'
import { SET_UP_MINUTES } from '../../rules/accounts/second-step.ts'
import { findTotpStep, type sealSecrets } from './totp.server.ts'

type Sealing = ReturnType<typeof sealSecrets>

const CODES = 10
// Contains no characters that look alike. 28 of these 32 characters are 140 bits, which nobody with a copy of the
// database can guess, so a quick hash is enough.
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const GROUPS = 7
const GROUP = 4

const plain = (code: string) => code.toUpperCase().replace(/[^A-Z0-9]/g, '')
const hashCode = (userId: string, code: string) =>
  createHash('sha256')
    .update(`${userId} ${plain(code)}`)
    .digest('base64url')

const hasApp = (userId: SQLWrapper) => sql<boolean>`exists (select from ${secondFactors}
  where ${secondFactors.userId} = ${userId} and ${secondFactors.confirmedAt} is not null)`
/** Whether a staff member has an app that is set up, or a passkey; both are looked up by keys. */
export const hasStaffFactor = (userId: SQLWrapper) => sql<boolean>`(${hasApp(userId)}
  or exists (select from ${passkeys} where ${passkeys.userId} = ${userId}))`

/**
 * Whether a sign-in by password asks this person for a second step. A customer's passkey only replaces the
 * password; a staff member's passkey is also a second step.
 */
export async function hasSecondStep(db: Db | Tx, userId: string): Promise<boolean> {
  // A value, because Drizzle writes a column without its table here, which would mean the inner query's column.
  const person = sql`${userId}::uuid`
  const [found] = await db
    .select({
      has: sql<boolean>`case when ${profiles.role} = 'customer' then ${hasApp(person)}
        else ${hasStaffFactor(person)} end`,
    })
    .from(profiles)
    .where(eq(profiles.userId, userId))
  return found?.has === true
}

/**
 * The same for a sign-in whose session exists already. Turning a second step on locks the person and ends the
 * sessions without one: either it finds this session, or this check waits for it.
 */
export const needsSecondStep = (db: Db, userId: string): Promise<boolean> =>
  db.transaction(async (db) => {
    await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('share')
    return hasSecondStep(db, userId)
  })

const unusedCodes = (userId: string) =>
  and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))

/** Ten new recovery codes in place of the old ones; only their hashes are kept. */
export async function makeRecoveryCodes(db: Tx, userId: string): Promise<string[]> {
  const makeGroup = () =>
    Array.from({ length: GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  const codes = Array.from({ length: CODES }, () =>
    Array.from({ length: GROUPS }, makeGroup).join('-'),
  )
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await db
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, hash: hashCode(userId, code) })))
  return codes
}

/** The first recovery codes; none for a person who has some, so that the codes on their paper keep working. */
export const makeFirstRecoveryCodes = async (db: Tx, userId: string): Promise<string[]> =>
  (await db.$count(recoveryCodes, unusedCodes(userId))) > 0 ? [] : makeRecoveryCodes(db, userId)

/**
 * Whether the set-up of an app was not confirmed in time: somebody who finds the session later sees no secret, and
 * cannot finish the set-up.
 */
export const isSetUpOver = sql<boolean>`(${secondFactors.confirmedAt} is null
  and ${secondFactors.createdAt} <= now() - make_interval(mins => ${SET_UP_MINUTES}))`

export type SecondProof = { kind: 'code' } | { kind: 'recovery-code'; left: number }

/**
 * Accepts a code of the app, or a recovery code; each counts once, also for two requests at the same moment. Null for
 * any other. `isNew` accepts only the first code of an app that is being set up.
 */
export async function takeSecondProof(
  db: Db | Tx,
  sealing: Sealing,
  userId: string,
  typed: string,
  { isNew = false } = {},
): Promise<SecondProof | null> {
  const code = plain(typed)
  if (/^\d{6}$/.test(code)) return takeAppCode(db, sealing, userId, code, isNew)
  return isNew ? null : takeRecoveryCode(db, userId, code)
}

const takeAppCode = (
  db: Db | Tx,
  sealing: Sealing,
  userId: string,
  code: string,
  isNew: boolean,
): Promise<SecondProof | null> =>
  db.transaction(async (db) => {
    const [factor] = await db
      .select()
      .from(secondFactors)
      .where(and(eq(secondFactors.userId, userId), not(isSetUpOver)))
      .for('update')
    if (!factor || (factor.confirmedAt === null) !== isNew) return null
    const secret = sealing.open(factor.secret, userId)
    const [clock] = (
      await db.execute<{ now: number }>(sql`select extract(epoch from now())::float8 * 1000 as now`)
    ).rows
    const at = new Date(Number(clock?.now))
    const step = secret && findTotpStep(secret, code, at, factor.lastStep)
    if (!step) return null
    await db.update(secondFactors).set({ lastStep: step }).where(eq(secondFactors.userId, userId))
    return { kind: 'code' }
  })

async function takeRecoveryCode(
  db: Db | Tx,
  userId: string,
  code: string,
): Promise<SecondProof | null> {
  const unused = unusedCodes(userId)
  const used = await db
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(and(unused, eq(recoveryCodes.hash, hashCode(userId, code))))
    .returning({ hash: recoveryCodes.hash })
  if (used.length === 0) return null
  return { kind: 'recovery-code', left: await db.$count(recoveryCodes, unused) }
}
