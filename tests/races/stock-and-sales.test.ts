import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog, stockMovements } from '../../app/db/tables.server.ts'
import { placeOrder } from '../../app/modules/checkout/place-order.ts'
import { checkLedger } from '../../app/modules/health/check-stock.ts'
import { adjustStockLevel, receiveStock } from '../../app/modules/stock/change-stock.ts'
import { findStock } from '../../app/modules/stock/read-stock-levels.ts'
import { ringUpProviderSale } from '../../app/modules/till/sales/ring-up-sale.ts'
import { checkAdjustment } from '../../app/rules/stock/stock-changes.ts'
import { aCheckoutRequest, aProduct, aUser } from '../support/factories.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()

test('twenty sales and five corrections of one size at once: the ledger adds up, nothing is sold twice', async () => {
  const dress = await aProduct(shop, { stock: 12 })
  const buyers = await Promise.all(Array.from({ length: 20 }, () => aUser(shop)))
  const staff = await Promise.all(Array.from({ length: 5 }, () => aUser(shop, 'admin')))
  const version = (await findStock(shop, dress.variantId))?.version ?? 0
  const { productId, variantId } = dress

  const sales = buyers.map(async ({ userId }, n) => {
    const request = aCheckoutRequest([{ product: dress }])
    const sold =
      n % 2
        ? await placeOrder(shop, userId, request)
        : await ringUpProviderSale(shop, userId, {
            lines: request.lines,
            totalAmount: dress.price,
            customerName: null,
            customerPhone: null,
            notes: null,
            idempotencyKey: `race-${n}`,
          })
    return sold.ok ? -1 : 0
  })
  const corrections = staff.map(async ({ userId }, n) => {
    const actor = { userId, ip: '10.0.0.1' }
    if (n === 0) {
      const lines = [{ variantId, quantity: 4 }]
      const items = { productId, version, lines, note: null }
      // The button was tapped twice.
      const taps = await Promise.all([
        receiveStock(shop.db, actor, items),
        receiveStock(shop.db, actor, items),
      ])
      return taps.every((tap) => tap.ok) ? 4 : NaN
    }
    const [reason = '', units = ''] =
      ['', 'lost 3', 'found 2', 'damaged 2', 'counted 11'][n]?.split(' ') ?? []
    const checked = checkAdjustment({ reason, units, note: '', seen: '12' })
    if (!checked.ok) throw new Error(reason)
    const { adjustment } = checked
    const done = await adjustStockLevel(shop.db, actor, {
      productId,
      variantId,
      version,
      adjustment,
    })
    return done.ok ? adjustment.difference : 0
  })
  const moved = await Promise.all([...sales, ...corrections])

  const left = (await findStock(shop, variantId))?.onHand ?? NaN
  expect(left).toBe(moved.reduce((sum, units) => sum + units, 12))
  const ledger = await shop.db.select().from(stockMovements).orderBy(asc(stockMovements.id))
  let balance = 0
  for (const { quantity } of ledger) {
    balance += quantity
    expect(balance).toBeGreaterThanOrEqual(0)
  }
  expect(balance).toBe(left)
  expect(ledger.filter((line) => line.kind === 'received')).toHaveLength(1)
  const byStaff = ledger.filter((line) => line.kind === 'received' || line.kind === 'adjustment')
  expect(await shop.db.$count(auditLog)).toBe(byStaff.length)
  expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
})
