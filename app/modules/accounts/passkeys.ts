import { and, desc, eq, isNotNull, ne } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import {
  passkeys,
  profiles,
  recoveryCodes,
  secondFactors,
  sessions,
} from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { type Device, recordAccountEvent } from '../../platform/auth/account-events.server.ts'
import { readPasskeyId } from '../../platform/auth/passkeys/read-answer.server.ts'
import { hasSecondStep, makeFirstRecoveryCodes } from '../../platform/auth/second-step.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { LONGEST_PASSKEY_NAME, MOST_PASSKEYS } from '../../rules/accounts/passkeys.ts'
import type { Role } from '../../rules/accounts/roles.ts'
import { mustHaveSecondStep } from '../../rules/accounts/second-step.ts'
import { deviceWords } from '../../rules/messages/accounts/devices.ts'
import { passkeyEmail, passkeysEndedEmail } from '../../rules/messages/emails/second-step.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { lockPerson } from './lock-person.ts'
import { readSecondStepFor } from './second-step-setting.ts'

type PasskeyShop = Pick<Shop, 'db' | 'auth' | 'jobs'>
/** A person who changes their own ways to sign in. */
export type Self = { userId: string; email: string; name: string; sessionId: string; role: Role }

/** A person's passkeys, the newest first: at most 10. */
export const listPasskeys = (db: Db, userId: string) =>
  db
    .select(columnsOf(passkeys, 'id', 'name', 'createdAt', 'usedAt'))
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .limit(MOST_PASSKEYS)
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id))
export type ListedPasskey = Awaited<ReturnType<typeof listPasskeys>>[number]

/** How many passkeys an account has. */
export const countPasskeys = (db: Db | Tx, userId: string) =>
  db.$count(passkeys, eq(passkeys.userId, userId))

const askerOf = ({ sessionId }: Pick<Self, 'sessionId'>) => `new-passkey ${sessionId}` as const

type Creation = Awaited<ReturnType<Shop['auth']['passkeys']['begin']>>

/** What the person's browser needs to create a passkey, in this session and within some minutes. */
export async function beginPasskey(
  { db, auth }: PasskeyShop,
  self: Self,
): Promise<{ ok: true; creation: Creation } | Refusal<'passkeys-full'>> {
  if ((await countPasskeys(db, self.userId)) >= MOST_PASSKEYS)
    return { ok: false, reason: 'passkeys-full', most: MOST_PASSKEYS }
  return { ok: true, creation: await auth.passkeys.begin(askerOf(self), self) }
}

type AddResult =
  // Null: the recovery codes were made before and cannot be shown again.
  | { ok: true; name: string; codes: string[] | null }
  | Refusal<'passkey-refused' | 'passkey-known' | 'passkeys-full'>

/**
 * Saves a passkey that the person's browser has created. A staff member's first passkey is a second step from now on:
 * it gives recovery codes, shown only this once, and ends the person's other sessions, because they began without it.
 */
export async function addPasskey(
  shop: PasskeyShop,
  self: Self,
  { made, name: typed }: { made: string; name: string },
  device: Device,
): Promise<AddResult> {
  const { userId, sessionId, email, role } = self
  const passkey = await shop.auth.passkeys.readNew(askerOf(self), made)
  if (!passkey) {
    // This same form saved it before, and its answer was lost, perhaps with recovery codes: the challenge works
    // only once.
    const [kept] = await shop.db
      .select({ name: passkeys.name })
      .from(passkeys)
      .where(and(eq(passkeys.userId, userId), eq(passkeys.credentialId, readPasskeyId(made) ?? '')))
    return kept
      ? { ok: true, name: kept.name, codes: role === 'customer' ? null : [] }
      : { ok: false, reason: 'passkey-refused' }
  }
  const name = typed.slice(0, LONGEST_PASSKEY_NAME).trim() || deviceWords(device.userAgent)
  return transact(shop.db, async (db): Promise<AddResult> => {
    await lockPerson(db, userId)
    // A person whose role changed after this request began must sign in again first, and has lost the former passkeys.
    const hasRole = and(eq(profiles.userId, userId), eq(profiles.role, role))
    if ((await db.$count(profiles, hasRole)) === 0) return { ok: false, reason: 'passkey-refused' }
    if ((await countPasskeys(db, userId)) >= MOST_PASSKEYS)
      return { ok: false, reason: 'passkeys-full', most: MOST_PASSKEYS }
    const isFirst = role !== 'customer' && !(await hasSecondStep(db, userId))
    const added = await db
      .insert(passkeys)
      .values({ ...passkey, userId, name })
      .onConflictDoNothing()
      .returning({ id: passkeys.id })
    if (added.length === 0) return { ok: false, reason: 'passkey-known' }
    const codes = role === 'customer' ? [] : await makeFirstRecoveryCodes(db, userId)
    if (isFirst)
      await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
    await recordAccountEvent(db, userId, 'passkey-added', device, name)
    const change = isFirst ? 'added-first' : 'added'
    await shop.jobs.enqueue(db, 'send-email', passkeyEmail(email, self.name, name, change))
    return { ok: true, name, codes: codes.length > 0 ? codes : null }
  })
}

type RemoveResult = { ok: true; name: string } | Refusal<'passkey-gone' | 'second-step-demanded'>

/** Removes one of the person's own passkeys; refuses to remove their last second step where the shop demands one. */
export const removePasskey = (
  shop: PasskeyShop,
  { userId, email, name: person, role }: Self,
  id: string,
  device: Device,
): Promise<RemoveResult> =>
  transact(shop.db, async (db): Promise<RemoveResult> => {
    await lockPerson(db, userId)
    const [removed] = await db
      .delete(passkeys)
      .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
      .returning({ name: passkeys.name })
    if (!removed) return { ok: false, reason: 'passkey-gone' }
    const app = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt))
    const left = (await countPasskeys(db, userId)) + (await db.$count(secondFactors, app))
    if (left === 0) {
      if (mustHaveSecondStep(role, await readSecondStepFor(db)))
        return { ok: false, reason: 'second-step-demanded' }
      await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    }
    await recordAccountEvent(db, userId, 'passkey-removed', device, removed.name)
    const change = left === 0 && role !== 'customer' ? 'removed-last' : 'removed'
    await shop.jobs.enqueue(db, 'send-email', passkeyEmail(email, person, removed.name, change))
    return { ok: true, name: removed.name }
  })

/**
 * Removes the passkeys of a customer who becomes staff: whoever had got into the account while it opened little would
 * now have a way into the back office. Their sessions end as well (find-visitor.ts).
 */
export async function endPasskeys(
  { jobs }: Pick<Shop, 'jobs'>,
  db: Tx,
  { userId, email, name: person }: Pick<Self, 'userId' | 'email' | 'name'>,
): Promise<void> {
  const ended = await db
    .delete(passkeys)
    .where(eq(passkeys.userId, userId))
    .returning({ name: passkeys.name })
  if (ended.length === 0) return
  const nowhere = { ip: null, userAgent: null }
  for (const { name } of ended)
    await recordAccountEvent(db, userId, 'passkey-removed', nowhere, name)
  const names = ended.map(({ name }) => name)
  await jobs.enqueue(db, 'send-email', passkeysEndedEmail(email, person, names))
}
