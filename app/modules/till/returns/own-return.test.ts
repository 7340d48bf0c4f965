import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { profiles } from '../../../db/tables.server.ts'
import type { Role } from '../../../rules/accounts/roles.ts'
import { askSecond } from './own-return.ts'
import { checkRefundApproval } from './refund-approval.ts'

// docs/product.md, Till returns: nobody refunds to themselves without a second person

const shop = useShop()
const SMALL = 10_000
const LARGE = 300_000
const OWN_NUMBER = '0999 111 222'

let other: string
beforeEach(async () => {
  other = (await aUser(shop, 'admin')).userId
})

/** A member of staff, and the sale that is refunded: sold by them, bought with their number, or neither. */
async function refunding(role: Role, whose: 'sold' | 'bought' | 'have nothing to do with') {
  const { userId } = await aUser(shop, role)
  await shop.db.update(profiles).set({ phone: OWN_NUMBER }).where(eq(profiles.userId, userId))
  const sale = {
    cashierId: whose === 'sold' ? userId : other,
    customerPhone: whose === 'bought' ? '+265999111222' : null,
  }
  return { origin: { role, userId }, sale }
}
const inCash = (amount: number) => ({ refunded: 0, amount, inMoney: amount })

describe('a second person', () => {
  test.each([
    ['cashier', 'have nothing to do with', SMALL, 'nobody'],
    ['cashier', 'sold', SMALL, 'agrees'],
    ['cashier', 'bought', SMALL, 'agrees'],
    ['admin', 'have nothing to do with', SMALL, 'nobody'],
    ['admin', 'sold', SMALL, 'looks'],
    ['admin', 'bought', SMALL, 'agrees'],
    ['admin', 'have nothing to do with', LARGE, 'agrees'],
    ['admin', 'sold', LARGE, 'agrees'],
  ] as const)(
    'a refund by a member of staff (%s) of a sale that they %s, of MK %d: %s',
    async (role, whose, amount, second) => {
      const { origin, sale } = await refunding(role, whose)
      const asked = await shop.db.transaction((db) => askSecond(db, origin, sale, inCash(amount)))
      expect(asked).toBe(second)
    },
  )

  test('is not asked for where nobody else runs the shop', async () => {
    await shop.db.update(profiles).set({ role: 'customer' }).where(eq(profiles.userId, other))
    const { origin, sale } = await refunding('admin', 'bought')
    const asked = await shop.db.transaction((db) => askSecond(db, origin, sale, inCash(LARGE)))
    expect(asked).toBe('nobody')
  })
})

describe('the approval of a refund', () => {
  const check = async (
    role: Role,
    whose: 'sold' | 'bought' | 'have nothing to do with',
    approved: { by: string; isLive: boolean } | null,
    amount = SMALL,
  ) => {
    const { origin, sale } = await refunding(role, whose)
    const now = shop.now()
    const refund = { ...inCash(amount), at: now, openedAt: undefined, approved, now }
    return shop.db.transaction((db) => checkRefundApproval(db, origin as never, sale, refund))
  }

  test('is checked by a person later where who runs the shop only made the sale; its code can be spent before', async () => {
    expect(await check('admin', 'sold', null)).toEqual({
      by: null,
      doubt: 'refund-unapproved',
      isSeenLater: true,
    })
    expect(await check('admin', 'bought', null)).toEqual({
      by: null,
      doubt: 'refund-unapproved',
      isSeenLater: false,
    })
  })

  test('is in doubt without a person, or with one whose approval came offline', async () => {
    for (const whose of ['sold', 'bought'] as const) {
      expect(await check('cashier', whose, null)).toMatchObject({ doubt: 'refund-unapproved' })
      expect(await check('cashier', whose, { by: other, isLive: false })).toEqual({
        by: other,
        doubt: 'approved-offline',
        isSeenLater: false,
      })
      expect(await check('cashier', whose, { by: other, isLive: true })).toEqual({
        by: other,
        doubt: null,
        isSeenLater: false,
      })
    }
  })

  test('is not needed for a small refund of somebody else’s sale', async () => {
    expect(await check('cashier', 'have nothing to do with', null)).toEqual({
      by: null,
      doubt: null,
      isSeenLater: false,
    })
    // A cashier's limit holds for any sale.
    expect(await check('cashier', 'have nothing to do with', null, LARGE)).toMatchObject({
      doubt: 'refund-unapproved',
      isSeenLater: false,
    })
  })
})
