import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../tests/support/till/till-store.ts'
import type { CashSale } from '../../../rules/till/till-events.ts'
import type { TillSale } from '../../../rules/till/till-payment.ts'
import { db } from '../store/db.ts'
import { ownOf } from '../store/sales/approval.ts'
import { record } from '../store/sync/record.ts'
import { findReturnable } from './find-sale.ts'

beforeEach(async () => {
  stubBrowser()
  await db.open()
})
afterEach(async () => {
  await db.events.clear()
  vi.unstubAllGlobals()
})

async function find(known: Partial<TillSale>) {
  const sale = { saleNumber: 'POS-2026-000001', discountAmount: 0, lines: [], ...known }
  vi.stubGlobal('fetch', async () => Response.json({ sale }))
  return findReturnable('POS-2026-000001', true)
}

test('a paid sale is found for a return; an unpaid or partly paid one is refused', async () => {
  expect(await find({ state: 'paid' })).toMatchObject({ ok: true })
  expect(await find({ state: 'waiting' })).toMatchObject({
    message: expect.stringMatching(/not paid/),
  })
  expect(await find({ state: 'held', unpaidAmount: 8000 })).toEqual({
    ok: false,
    message: expect.stringMatching(/Only a part/),
    short: 'POS-2026-000001',
  })
})

test('a sale belongs to its cashier and its buyer; an admin needs no approval when nobody else could give one', async () => {
  const found = await find({ state: 'paid', cashierId: 'me', customerPhone: '0991 234 567' })
  if (!found.ok) throw new Error(found.message)
  const me = { id: 'me', name: 'Me', hasPin: false, skipsPin: false, phone: '+265991234567' }
  const at = (role: 'cashier' | 'admin', ...ids: string[]) =>
    ownOf(found.sale, {
      person: { ...me, role },
      approvers: ids.map((id) => ({ id, name: id })),
    })
  expect(at('cashier')).toEqual({ isMade: true, isBought: true })
  expect(at('admin', 'me')).toEqual({ isMade: true, isBought: false })
  expect(at('admin', 'me', 'you')).toEqual({ isMade: true, isBought: true })
  const you = { ...me, id: 'you', role: 'cashier' as const, phone: null }
  expect(ownOf(found.sale, { person: you, approvers: [] })).toEqual({
    isMade: false,
    isBought: false,
  })
})

test('without the network any sale that the device still has is found, and not only the newest', async () => {
  const sell = (number: string, more: Partial<CashSale> = {}) => {
    const sale = { kind: 'sale', id: crypto.randomUUID(), number, lines: [], discount: 0, ...more }
    return record(sale as unknown as CashSale, 'Chisomo')
  }
  await sell('POS-2026-000001')
  for (let n = 2; n <= 250; n += 1) await sell(`POS-2026-${String(n).padStart(6, '0')}`)
  const voucher = { amount: 5000, code: 'ABCD2345EFGH' }
  await sell('POS-2026-000900', { voucher })
  const find = (number: string) => findReturnable(number, false)
  expect(await find('POS-2026-000001')).toMatchObject({
    ok: true,
    sale: { number: 'POS-2026-000001' },
  })
  expect(await find('POS-2026-000900')).toMatchObject({ message: expect.stringMatching(/voucher/) })
  expect(await find('POS-2026-000901')).toMatchObject({
    message: expect.stringMatching(/none of them/),
  })
})
