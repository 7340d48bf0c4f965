import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { posSales, profiles, shiftCash, shifts } from '../../../app/db/tables.server.ts'
import { changeRole } from '../../../app/modules/accounts/change-role.ts'
import { ringUpProviderSale } from '../../../app/modules/till/sales/ring-up-sale.ts'
import { type Shop } from '../../../app/platform/shop.server.ts'
import { aProduct, aUser } from '../factories.ts'
import { aCounter, aSaleRequest } from './counter.ts'
import { isOk, onHand, type Rivals } from './rivals.ts'

/** Two super_admins take each other's role at the same moment: one of them must keep it, to give it back. */
export const lastOwner = async (shop: Shop): Promise<Rivals> => {
  await shop.db.execute(sql`set session_replication_role = replica`)
  await shop.db.update(profiles).set({ role: 'customer' }).where(eq(profiles.role, 'super_admin'))
  await shop.db.execute(sql`set session_replication_role = origin`)
  const [one, other] = [await aUser(shop, 'super_admin'), await aUser(shop, 'super_admin')]
  return {
    acts: [
      () => changeRole(shop, one.email, 'customer'),
      () => changeRole(shop, other.email, 'customer'),
    ],
    check: async (results) => {
      expect(results.filter(isOk)).toHaveLength(1)
      expect(await shop.db.$count(profiles, eq(profiles.role, 'super_admin'))).toBe(1)
    },
  }
}

/** A cashier gives a discount while their role is taken away: it is within a cashier's limit, or refused. */
export const roleAndSale = async (shop: Shop): Promise<Rivals> => {
  const product = await aProduct(shop, { stock: 2 })
  const cashier = await aUser(shop, 'cashier')
  const off = product.price / 10
  const request = { ...aSaleRequest(product), discount: off, totalAmount: product.price - off }
  return {
    acts: [
      () => ringUpProviderSale(shop, cashier.userId, request),
      () => changeRole(shop, cashier.email, 'customer'),
    ],
    check: async ([sold, revoked]) => {
      expect(isOk(revoked)).toBe(true)
      expect(await onHand(shop, product)).toBe(isOk(sold) ? 1 : 2)
    },
  }
}

export const closeAndUpload =
  (upload: 'sale' | 'cash' | 'close') =>
  async (shop: Shop): Promise<Rivals> => {
    const product = await aProduct(shop, { stock: 4 })
    const { userId, shift, made, send, sale } = await aCounter(shop)
    const close = () => ({ ...made(), kind: 'shift-closed', counted: { 5000: 2 }, note: null })
    const cash = { ...made(), kind: 'cash-moved', amount: 700, reason: 'Coins' }
    const sent = upload === 'sale' ? sale(product) : upload === 'cash' ? cash : close()
    return {
      acts: [() => send(close()), () => send(sent)],
      check: async (results) => {
        for (const result of results) expect(result).toHaveLength(1)
        const [after] = await shop.db.select().from(shifts).where(eq(shifts.id, shift.id))
        expect([after?.closedAt !== null, after?.countedTotal]).toEqual([true, 10_000])
        const sold = await shop.db.select().from(posSales).where(eq(posSales.sentBy, userId))
        const moved = await shop.db.$count(shiftCash, eq(shiftCash.shiftId, shift.id))
        expect(sold).toHaveLength(upload === 'sale' ? 1 : 0)
        expect(await onHand(shop, product)).toBe(4 - sold.length)
        // A sale that arrives is in the count or goes under review; it never changes a count afterwards.
        const counted = sold.filter((one) => one.shiftId === shift.id).length * product.price
        expect(after?.expectedTotal).toBe(10_000 + moved * 700 + counted)
        if (sold.length > 0)
          expect(sold[0]?.reviewReasons.includes('shift-unknown')).toBe(counted === 0)
      },
    }
  }
