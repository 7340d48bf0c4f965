import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aProduct, aUser } from '../../../../tests/support/ladder.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { aSale, aShift, aTill } from '../../../../tests/support/till/counter.ts'
import type { Role } from '../../../rules/accounts/roles.ts'
import { recordReturn } from './record-return.ts'

const shop = useShop()

test('from the sum of a second person on, what an admin gives back alone waits for somebody else to look', async () => {
  const product = await aProduct(shop, { price: 150_000 })
  const give = async (
    role: Role,
    userId: string,
    refund: number,
    approvedBy: string | null = null,
  ) => {
    const till = await aTill(shop)
    const sale = await aSale(shop, { cashierId: userId, product })
    const shift = await aShift(shop, { tillId: till.id, openedBy: userId })
    const sender = { userId, role, deviceId: randomUUID(), ip: '10.0.0.1' }
    const origin = {
      sender,
      userId,
      role,
      name: 'Mary',
      unproven: null,
      signer: null,
      tillId: till.id,
    }
    const lines = [{ lineId: sale.lineId, quantity: 1, amount: refund, isRestocked: true }]
    const event = {
      kind: 'return' as const,
      id: randomUUID(),
      cashierId: userId,
      shiftId: shift.id,
      at: shop.now().toISOString(),
      saleNumber: sale.saleNumber,
      lines,
      refund,
      reason: 'Too small',
      approval: null,
      exchangeSaleId: null,
    }
    const approved = approvedBy ? { by: approvedBy, isLive: true } : null
    return shop.db.transaction(async (db) => {
      const done = await recordReturn(db, { ...origin, doubts: [] }, event, approved, shop.now())
      return 'reviewReasons' in done ? done.reviewReasons : done
    })
  }
  const alone = (await aUser(shop, 'super_admin')).userId
  expect(await give('super_admin', alone, 150_000)).toEqual([])
  const { userId } = await aUser(shop, 'admin')
  expect(await give('admin', userId, 149_999)).toEqual([])
  expect(await give('admin', userId, 150_000)).toEqual(['refund-unapproved'])
  expect(await give('admin', userId, 150_000, userId)).toEqual(['refund-unapproved'])
  expect(await give('admin', userId, 150_000, alone)).toEqual([])
})
