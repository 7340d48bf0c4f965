import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../tests/support/till/till-store.ts'
import type { TillSale } from '../../../rules/till/till-payment.ts'
import { db } from '../store/db.ts'
import { findReturnable } from './find-sale.ts'

beforeEach(async () => {
  stubBrowser()
  await db.open()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function find(known: Partial<TillSale>) {
  const sale = { saleNumber: 'POS-2026-000001', discountAmount: 0, lines: [], ...known }
  vi.stubGlobal('fetch', async () => Response.json({ sale }))
  return findReturnable('POS-2026-000001', [], true)
}

test('a paid sale is found for a return; one that is not paid, or in part alone, is refused', async () => {
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
