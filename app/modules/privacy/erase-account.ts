import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { users } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { forgetCountsOf } from '../../platform/rate-limiter.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Role } from '../../rules/accounts/roles.ts'
import { ERASED_PERSON } from '../../rules/audit/audit.ts'
import { accountErasedEmail } from '../../rules/messages/emails/accounts.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { lockAccount } from '../accounts/forget-account.ts'
import { lockForSuperAdmin } from '../accounts/lock-person.ts'
import { listDone } from '../audit/list-done.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { isOver, lockOrdersOf } from '../orders/anonymize-orders.ts'
import { forgetPerson } from './forget-everywhere.ts'

type ErasureShop = Pick<Shop, 'db' | 'jobs' | 'mail' | 'log'>
export type ErasureRefusal = Refusal<
  'person-not-found' | 'erase-staff' | 'erase-open-orders' | 'role-not-allowed'
>
type ErasureResult = { ok: true; name: string } | ErasureRefusal

/** Erases the person's own account (docs/privacy.md, Erasure). Refuses staff, and while an order is open. */
export const eraseOwnAccount = (shop: ErasureShop, actor: Actor): Promise<ErasureResult> =>
  eraseAccount(shop, actor, actor.userId)

/** Lets a super_admin erase the account of a person who asked for it. */
export async function eraseCustomer(
  shop: ErasureShop,
  actor: Actor & { role: Role },
  userId: string,
): Promise<ErasureResult> {
  return eraseAccount(shop, actor, userId, (db) =>
    lockForSuperAdmin(db, actor, eq(users.id, userId)),
  )
}

/**
 * Erases everything in one transaction, or nothing. The last email is enqueued with it: the queue has the address until
 * the email is sent.
 */
async function eraseAccount(
  shop: ErasureShop,
  actor: Actor,
  userId: string,
  mayAct: (db: Tx) => Promise<boolean> = async () => true,
): Promise<ErasureResult> {
  let address = ''
  const done = await transact(shop.db, async (db): Promise<ErasureResult> => {
    // Deletes the rate-limit counts first, in the same order as a checkout takes them; the opposite order
    // could deadlock.
    await forgetCountsOf(db, [userId])
    if (!(await mayAct(db))) return { ok: false, reason: 'role-not-allowed' }
    const account = await lockAccount(db, userId)
    if (!account)
      return (await isErased(db, actor, userId))
        ? { ok: true, name: ERASED_PERSON }
        : { ok: false, reason: 'person-not-found' }
    if (account.role !== 'customer') return { ok: false, reason: 'erase-staff' }
    const held = await lockOrdersOf(db, userId)
    const open = held.find((order) => !isOver(order))
    if (open) return { ok: false, reason: 'erase-open-orders', orderNumber: open.orderNumber }
    address = account.email
    // Before the audit log is cleaned: this entry has the network address of a customer who erases their own account.
    await recordAudit(db, actor, {
      action: 'erased',
      entity: 'person',
      entityId: userId,
      label: ERASED_PERSON,
    })
    await forgetPerson(db, { ...account, orders: held })
    await shop.jobs.enqueue(db, 'send-email', accountErasedEmail(address, account.name))
    return { ok: true, name: account.name }
  })
  if (done.ok) {
    shop.log.info({ userId }, 'account erased')
    if (address) await shop.mail.forget?.(address)
  }
  return done
}

/** Whether this same press, whose answer was lost, has erased it. */
export const isErased = async (db: Tx, actor: Actor, id: string) =>
  (await listDone(db, actor, 'person', id)).some(({ action }) => action === 'erased')

/** Erases an account again after a restore, without an email; false where it does not exist. */
export async function eraseAccountAgain(db: Tx, userId: string): Promise<boolean> {
  await forgetCountsOf(db, [userId])
  const account = await lockAccount(db, userId)
  if (!account) return false
  await forgetPerson(db, { ...account, orders: await lockOrdersOf(db, userId) })
  return true
}
