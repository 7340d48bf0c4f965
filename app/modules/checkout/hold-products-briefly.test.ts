import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aPendingOrder, aProduct, aUser } from '../../../tests/support/factories.ts'
import { recordQueries } from '../../../tests/support/queries.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { stockMovements } from '../../db/tables.server.ts'
import { decideSandboxPayment } from '../../platform/payments/sandbox-payments.server.ts'
import { checkLedger } from '../health/check-stock.ts'
import { settlePayment } from './settle-payment.ts'

const shop = useShop()

// Whoever orders or pays for the same product waits for each of these, and for the commit.
test('a payment locks its products late: only two round trips to the database follow', async () => {
  const [dress, shoes] = [await aProduct(shop), await aProduct(shop)]
  const { userId } = await aUser(shop)
  const items = [
    { product: dress, quantity: 2 },
    { product: shoes, quantity: 1 },
  ]
  const { order, payment } = await aPendingOrder(shop, userId, items)
  await decideSandboxPayment(shop.db, payment.reference, 'pay')

  const { result, sent: all } = await recordQueries(() => settlePayment(shop, payment.reference))
  // The job queue reads its own settings every five seconds, on another connection.
  const sent = all.filter(({ text }) => !/ from pgboss\.queue/i.test(text.replace(/\s+/g, ' ')))
  expect(result).toMatchObject({ state: 'paid', order: { status: 'processing' } })
  const locked = sent.find(({ text }) => / from "products" .*for no key update/s.test(text))?.turn
  const after = sent.filter(({ turn }) => locked === undefined || turn > locked)
  expect(new Set(after.map(({ turn }) => turn)).size).toBe(2)
  expect(new Set(sent.map(({ turn }) => turn)).size).toBeLessThanOrEqual(8)

  const rows = await shop.db
    .select()
    .from(stockMovements)
    .where(eq(stockMovements.orderId, order.id))
    .orderBy(stockMovements.id)
  // What is sold was released before, line by line: between the two no quantity falls below zero.
  expect(rows.map(({ kind }) => kind).join(', ')).toBe(
    'reservation, reservation, release, sale, release, sale',
  )
  const sold = Object.fromEntries(
    rows.slice(-4).map((row) => [`${row.kind} ${row.variantId}`, row.quantity]),
  )
  expect(sold).toEqual({
    [`release ${dress.variantId}`]: 2,
    [`sale ${dress.variantId}`]: -2,
    [`release ${shoes.variantId}`]: 1,
    [`sale ${shoes.variantId}`]: -1,
  })
  expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
})
