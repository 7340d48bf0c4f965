import { and, desc, eq } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { addresses, users } from '../../db/tables.server.ts'
import type { SavedAddress } from '../../rules/checkout/checkout.ts'
import { isDelivered } from '../../rules/checkout/delivery.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import type { PostalAddress } from '../../rules/orders/orders.ts'

/** The most addresses that a customer can save. */
const MOST = 20

const mine = (userId: string) => and(eq(addresses.userId, userId), eq(addresses.type, 'shipping'))

/** A customer's shipping addresses, the default one first, then the newest (docs/product.md, Customers); at most 20. */
export async function listAddresses(db: Db | Tx, userId: string): Promise<SavedAddress[]> {
  const saved = await db
    .select({
      ...columnsOf(addresses, 'id', 'isDefault', 'firstName', 'lastName', 'phone'),
      address: addresses.addressLine1,
      city: addresses.city,
      district: addresses.district,
    })
    .from(addresses)
    .where(mine(userId))
    .orderBy(desc(addresses.isDefault), desc(addresses.createdAt), desc(addresses.id))
    .limit(MOST)
  return saved.map((one) => ({ ...one, isDelivered: isDelivered(one.district) }))
}

/** Changes to one customer's addresses take turns: otherwise two at once would both find no default and make one. */
const changeAddresses = <T>(db: Db, userId: string, work: (db: Tx) => Promise<T>) =>
  db.transaction(async (db) => {
    await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    return work(db)
  })

const isSame = (a: PostalAddress, b: PostalAddress) =>
  (['firstName', 'lastName', 'phone', 'address', 'city', 'district'] as const).every(
    (field) => a[field] === b[field],
  )

/**
 * Saves an address for the next order; the first one is the default. An address that is saved already is not saved
 * twice; refuses a twenty-first.
 */
export async function saveAddress(
  db: Db,
  userId: string,
  address: PostalAddress,
): Promise<{ ok: true; id: string } | Refusal<'addresses-full' | 'address-failed'>> {
  return changeAddresses(db, userId, async (db) => {
    const saved = await listAddresses(db, userId)
    const same = saved.find((one) => isSame(one, address))
    if (same) return { ok: true, id: same.id }
    if (saved.length >= MOST)
      return {
        ok: false,
        reason: 'addresses-full',
        most: MOST,
      }
    const { address: addressLine1, firstName, lastName, phone, city, district } = address
    const [row] = await db
      .insert(addresses)
      .values({
        userId,
        firstName,
        lastName,
        phone,
        addressLine1,
        city,
        district,
        isDefault: saved.length === 0,
      })
      .returning({ id: addresses.id })
    return row ? { ok: true, id: row.id } : { ok: false, reason: 'address-failed' }
  })
}

type ChangeResult = { ok: true } | Refusal<'address-gone'>
const gone = { ok: false, reason: 'address-gone' } as const

/** Makes one address the default, and the former default an ordinary one, in one step. */
export const setDefaultAddress = (db: Db, userId: string, id: string) =>
  changeAddresses(db, userId, async (db): Promise<ChangeResult> => {
    const one = and(mine(userId), eq(addresses.id, id))
    const [found] = await db.select({ id: addresses.id }).from(addresses).where(one)
    if (!found) return gone
    const isDefault = and(mine(userId), eq(addresses.isDefault, true))
    await db.update(addresses).set({ isDefault: false }).where(isDefault)
    await db.update(addresses).set({ isDefault: true }).where(one)
    return { ok: true }
  })

/** Deletes an address; when it was the default, the newest of the others becomes the default. */
export const removeAddress = (db: Db, userId: string, id: string) =>
  changeAddresses(db, userId, async (db): Promise<ChangeResult> => {
    const [removed] = await db
      .delete(addresses)
      .where(and(mine(userId), eq(addresses.id, id)))
      .returning({ wasDefault: addresses.isDefault })
    if (!removed) return gone
    const [newest] = removed.wasDefault ? await listAddresses(db, userId) : []
    if (newest)
      await db.update(addresses).set({ isDefault: true }).where(eq(addresses.id, newest.id))
    return { ok: true }
  })
