import { randomUUID } from 'node:crypto'
import { ingestEvents } from '../../../app/modules/till/events/ingest-events.ts'
import { type Shop } from '../../../app/platform/shop.server.ts'
import { aUser, type TestProduct } from '../factories.ts'
import { aShift, aTill } from '../till/counter.ts'
import { aSoldLine } from '../till/till.ts'

export const aSaleRequest = (product: TestProduct) => ({
  lines: [{ ...product, quantity: 1 }],
  totalAmount: product.price,
  customerName: null,
  customerPhone: null,
  notes: null,
  idempotencyKey: randomUUID(),
})

export async function aCounter(shop: Shop, role: 'admin' | 'cashier' = 'admin') {
  const { userId } = await aUser(shop, role)
  const till = await aTill(shop, `Till ${randomUUID().slice(0, 8)}`)
  const shift = await aShift(shop, { tillId: till.id, openedBy: userId })
  const made = () => ({
    id: randomUUID(),
    cashierId: userId,
    at: shop.now().toISOString(),
    shiftId: shift.id,
  })
  const send = (event: object) =>
    ingestEvents(shop, { userId, ip: '10.0.0.1', role, deviceId: randomUUID() }, [event])
  const sale = (product: TestProduct) => ({
    ...made(),
    kind: 'sale',
    tillId: till.id,
    number: null,
    pricesAsOf: shop.now().toISOString(),
    lines: [aSoldLine(product)],
    discount: 0,
    approval: null,
    customerName: null,
    customerPhone: null,
    notes: null,
    subtotal: product.price,
    totalAmount: product.price,
    cashGiven: product.price,
  })
  return { userId, till, shift, made, send, sale }
}
