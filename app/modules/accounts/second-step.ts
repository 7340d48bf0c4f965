import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Tx } from '../../db/open.server.ts'
import {
  passkeys,
  profiles,
  recoveryCodes,
  secondFactors,
  sessions,
  users,
} from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { type Device, recordAccountEvent } from '../../platform/auth/account-events.server.ts'
import {
  hasSecondStep,
  isSetUpOver,
  makeFirstRecoveryCodes,
  makeRecoveryCodes,
} from '../../platform/auth/second-step.server.ts'
import { makeTotpSecret, totpUri } from '../../platform/auth/totp.server.ts'
import { refuseTooMany } from '../../platform/rate-limiter.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Role } from '../../rules/accounts/roles.ts'
import { mustHaveSecondStep, type SecondStepFor } from '../../rules/accounts/second-step.ts'
import { SECOND_STEP_DEMAND } from '../../rules/audit/audit.ts'
import { LIMITS } from '../../rules/limits.ts'
import { secondStepEmail } from '../../rules/messages/emails/second-step.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { settings } from '../../rules/settings/settings.ts'
import { listDone } from '../audit/list-done.ts'
import { type Actor, COMMAND, recordAudit } from '../audit/record-audit.ts'
import { PERSON, personInLog } from './change-role.ts'
import { lockForSuperAdmin, lockPerson } from './lock-person.ts'
import { countPasskeys, type Self } from './passkeys.ts'
import { readSecondStepFor, writeSecondStepFor } from './second-step-setting.ts'

type StepShop = Pick<Shop, 'db' | 'auth' | 'jobs' | 'rateLimiter'>

/** The second step on the account's page: whether it is on, or the secret of one that is being set up. */
export async function readSecondStep(
  { db, auth }: StepShop,
  { userId, email }: Self,
): Promise<{
  isOn: boolean
  codesLeft: number
  settingUp: { secret: string; uri: string } | null
}> {
  const unused = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))
  const [[factor], codesLeft] = await Promise.all([
    db
      .select({ ...columnsOf(secondFactors, 'secret', 'confirmedAt'), isSetUpOver })
      .from(secondFactors)
      .where(eq(secondFactors.userId, userId)),
    db.$count(recoveryCodes, unused),
  ])
  const isOn = factor?.confirmedAt != null
  const secret =
    factor && !isOn && !factor.isSetUpOver ? auth.sealing.open(factor.secret, userId) : null
  const settingUp = secret ? { secret, uri: totpUri(secret, settings().name, email) } : null
  return { isOn, codesLeft, settingUp }
}

/** Starts to set up the second step with a new secret; a second step that is on stays. */
export async function beginSecondStep({ db, auth }: StepShop, { userId }: Self): Promise<void> {
  const secret = auth.sealing.seal(makeTotpSecret(), userId)
  await db
    .insert(secondFactors)
    .values({ userId, secret })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret, lastStep: 0, createdAt: sql`now()` },
      setWhere: isNull(secondFactors.confirmedAt),
    })
}

type ConfirmResult =
  | { ok: true; codes: string[] }
  | Refusal<'second-step-code' | 'second-step-late' | 'too-many-attempts'>

/**
 * Turns the second step on with the first code of the app. Returns ten recovery codes, shown only this once, unless
 * passkeys have brought some. Ends the person's other sessions, because they began without it. Refuses a set-up that
 * was started long ago: it must be started again, with a proof of identity.
 */
export async function confirmSecondStep(
  shop: StepShop,
  self: Self,
  code: string,
  device: Device,
): Promise<ConfirmResult> {
  const { db, auth, rateLimiter } = shop
  const { userId, email, name, sessionId } = self
  const key = `second-step-setup ${userId}`
  const { allowed, retryAfter } = await rateLimiter.take(key, LIMITS.secondSteps)
  if (!allowed) return refuseTooMany({ retryAfter })
  const confirmed = await transact(db, async (db): Promise<ConfirmResult> => {
    // Before the code is checked: a reset in between would leave recovery codes of a second step that was removed.
    await lockPerson(db, userId)
    if (!(await auth.takeNewSecondProof(db, userId, code))) {
      // This same form turned it on before, and its answer was lost with the recovery codes: the page says so, and
      // makes new ones.
      const on = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt))
      if ((await db.$count(secondFactors, on)) > 0) return { ok: true, codes: [] }
      const late = and(eq(secondFactors.userId, userId), isSetUpOver)
      const isLate = (await db.$count(secondFactors, late)) > 0
      return { ok: false, reason: isLate ? 'second-step-late' : 'second-step-code' }
    }
    // The correct code has locked this row.
    const turnedOn = await db
      .update(secondFactors)
      .set({ confirmedAt: sql`now()` })
      .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt)))
      .returning({ userId: secondFactors.userId })
    if (turnedOn.length === 0) return { ok: false, reason: 'second-step-code' }
    const codes = await makeFirstRecoveryCodes(db, userId)
    await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
    await shop.jobs.enqueue(db, 'send-email', secondStepEmail(email, name, 'on'))
    await recordAccountEvent(db, userId, 'second-step-on', device)
    return { ok: true, codes }
  })
  if (confirmed.ok) await rateLimiter.forget(key)
  return confirmed
}

type CodesResult = { ok: true; codes: string[] } | Refusal<'second-step-none'>

/** Makes ten new recovery codes; the old ones stop working. */
export const renewRecoveryCodes = ({ db }: StepShop, { userId }: Self): Promise<CodesResult> =>
  transact(db, async (db): Promise<CodesResult> => {
    if (!(await hasSecondStep(db, userId))) return { ok: false, reason: 'second-step-none' }
    return { ok: true, codes: await makeRecoveryCodes(db, userId) }
  })

type EndResult = { ok: true; isOff: boolean } | Refusal<'second-step-demanded'>

/**
 * Removes the app from the person's own second step. For staff the second step stays on while they have passkeys;
 * without any it is off, which is refused where the shop demands it.
 */
export const endSecondStep = (
  shop: StepShop,
  { userId, role, email, name }: Self,
  device: Device,
): Promise<EndResult> =>
  transact(shop.db, async (db): Promise<EndResult> => {
    await lockPerson(db, userId)
    const isOff = role === 'customer' || (await countPasskeys(db, userId)) === 0
    if (isOff && mustHaveSecondStep(role, await readSecondStepFor(db)))
      return { ok: false, reason: 'second-step-demanded' }
    const ended = await db
      .delete(secondFactors)
      .where(eq(secondFactors.userId, userId))
      .returning({ userId: secondFactors.userId })
    // This same form removed it before, and its answer was lost: the email and the account event exist already.
    if (ended.length === 0) return { ok: true, isOff }
    if (isOff) await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    await recordAccountEvent(db, userId, 'second-step-off', device)
    const change = isOff ? 'off' : 'app-off'
    await shop.jobs.enqueue(db, 'send-email', secondStepEmail(email, name, change))
    return { ok: true, isOff }
  })

/** Removes app, passkeys and recovery codes; false when there was neither app nor passkey. */
async function removeFactors(db: Tx, userId: string): Promise<boolean> {
  await lockPerson(db, userId)
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  const keys = await db
    .delete(passkeys)
    .where(eq(passkeys.userId, userId))
    .returning({ id: passkeys.id })
  const apps = await db
    .delete(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .returning({ confirmedAt: secondFactors.confirmedAt })
  return keys.length > 0 || apps.some(({ confirmedAt }) => confirmedAt !== null)
}

type ResetResult =
  | { ok: true; name: string }
  | Refusal<'person-not-found' | 'second-step-none' | 'role-not-allowed'>

/**
 * Lets a super_admin remove the second step, with passkeys, of a person who has lost phone and codes; ends all
 * their sessions.
 */
export async function resetSecondStep(
  shop: Pick<Shop, 'db' | 'jobs'>,
  actor: Actor & { role: Role },
  userId: string,
): Promise<ResetResult> {
  const who = eq(users.id, userId)
  return reset(shop, actor, who, (db) => lockForSuperAdmin(db, actor, who))
}

/** Resets a second step by command, for an owner who has lost everything but the server. */
export const resetSecondStepByCommand = (shop: Pick<Shop, 'db' | 'jobs'>, email: string) =>
  reset(shop, COMMAND, eq(users.email, email.trim().toLowerCase()))

const reset = (
  shop: Pick<Shop, 'db' | 'jobs'>,
  actor: Actor | typeof COMMAND,
  who: ReturnType<typeof eq>,
  mayAct: (db: Tx) => Promise<boolean> = async () => true,
): Promise<ResetResult> =>
  transact(shop.db, async (db): Promise<ResetResult> => {
    if (!(await mayAct(db))) return { ok: false, reason: 'role-not-allowed' }
    const [person] = await db
      .select(PERSON)
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.userId))
      .where(who)
    if (!person) return { ok: false, reason: 'person-not-found' }
    if (actor.userId !== null && (await isReset(db, actor, person.userId)))
      return { ok: true, name: person.name }
    if (!(await removeFactors(db, person.userId))) return { ok: false, reason: 'second-step-none' }
    await db.delete(sessions).where(eq(sessions.userId, person.userId))
    await recordAudit(db, actor, { ...personInLog(person), action: 'second-step reset' })
    await shop.jobs.enqueue(db, 'send-email', secondStepEmail(person.email, person.name, 'reset'))
    return { ok: true, name: person.name }
  })

/** Whether this same press, whose answer was lost, has reset it. */
const isReset = async (db: Tx, actor: Actor, userId: string) =>
  (await listDone(db, actor, 'person', userId)).some(({ action }) => action === 'second-step reset')

/** Sets of whom the shop demands a second step; only a super_admin who has one may demand it. */
export const demandSecondStep = (
  { db }: Pick<Shop, 'db'>,
  actor: Actor & { role: Role },
  demanded: SecondStepFor,
): Promise<{ ok: true } | Refusal<'role-not-allowed' | 'second-step-own-first'>> =>
  transact(
    db,
    async (db): Promise<{ ok: true } | Refusal<'role-not-allowed' | 'second-step-own-first'>> => {
      if (!(await lockForSuperAdmin(db, actor))) return { ok: false, reason: 'role-not-allowed' }
      if (demanded !== 'nobody' && !(await hasSecondStep(db, actor.userId)))
        return { ok: false, reason: 'second-step-own-first' }
      const before = await readSecondStepFor(db)
      await writeSecondStepFor(db, demanded)
      await recordAudit(db, actor, {
        action: 'edited',
        entity: 'sign_in',
        entityId: 'second-step',
        label: SECOND_STEP_DEMAND,
        before: { demandedOf: before },
        after: { demandedOf: demanded },
      })
      return { ok: true }
    },
  )
