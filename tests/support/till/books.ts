import { expect } from 'vitest'
import { checkLedger, checkReservations } from '../../../app/modules/health/check-stock.ts'
import { checkTotals } from '../../../app/modules/health/check-sums.ts'
import type { Shop } from '../../../app/platform/shop.server.ts'

/**
 * Expects that stock, reservations and the sums of orders and sales match their lines, by the shop's own health checks.
 */
export async function booksAgree({ db }: Pick<Shop, 'db'>) {
  expect(await checkLedger(db)).toMatchObject({ code: 'ledger-agrees' })
  expect(await checkReservations(db)).toMatchObject({ code: 'reservations-agree' })
  expect(await checkTotals(db)).toMatchObject({ code: 'totals-agree' })
}
