import { randomUUID } from 'node:crypto'
import type { CashSale, SoldLine } from '../../../app/rules/till/till-events.ts'
import { makeDeviceKeys, publicKeyOf, signContent } from '../../../app/rules/till/till-signature.ts'
import type { SignedIn } from '../app.ts'
import type { TestProduct } from '../factories.ts'

/** A line of a sale as a till makes it. */
export const aSoldLine = (product: TestProduct, change: Partial<SoldLine> = {}): SoldLine => ({
  id: randomUUID(),
  productId: product.productId,
  variantId: product.variantId,
  name: product.name,
  sku: 'SKU',
  size: null,
  color: null,
  quantity: 1,
  unitPrice: product.price,
  discount: 0,
  ...change,
})

/**
 * A till of its own at the built shop: a device with a name, a key, a price list and an open shift. Its session sends
 * its events; `sign` signs them with its key.
 */
export async function aTill(
  cashier: SignedIn,
  { name = `Till ${randomUUID().slice(0, 8)}`, hasKey = false } = {},
) {
  const deviceId = randomUUID()
  const keys = await makeDeviceKeys()
  const publicKey = await publicKeyOf(keys)
  const sign = async <T extends object>(event: T) => ({
    ...event,
    signature: { deviceId, value: await signContent(event, keys.privateKey) },
  })
  const headers = { 'X-Till-Device': deviceId, 'Content-Type': 'application/json' }
  const get = (path: string, more: Record<string, string> = {}) =>
    cashier.fetch(`/admin/pos/${path}`, { headers: { ...headers, ...more } })
  const post = (path: string, body: unknown) =>
    cashier.fetch(`/admin/pos/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const claimed = (await (
    await post('tills', { name, deviceId, ...(hasKey && { publicKey }) })
  ).json()) as {
    till: { id: string; name: string }
  }
  const { till } = claimed
  const { numbers } = (await (await post('numbers', { tillId: till.id, count: 20 })).json()) as {
    numbers: string[]
  }
  const { asOf } = (await (await get('goods')).json()) as { asOf: string }
  const shiftId = randomUUID()
  const made = () => ({ id: randomUUID(), cashierId: cashier.userId, at: new Date().toISOString() })
  const upload = (...events: unknown[]) => post('upload', { deviceId, things: events })
  const send = async (...events: unknown[]) => {
    const answer = await upload(...events)
    return (await answer.json()) as {
      received: { id: string; number: string | null; reviewReasons: string[] }[]
    }
  }
  const openShift = { ...made(), id: shiftId, kind: 'shift-opened', tillId: till.id, float: 5000 }
  /** A cash sale of these lines, as the till makes it. */
  const sale = (lines: SoldLine[], change: Partial<CashSale> = {}): CashSale => {
    const subtotal = lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0)
    const off = lines.reduce((sum, line) => sum + line.discount, change.discount ?? 0)
    return {
      ...made(),
      kind: 'sale',
      shiftId,
      tillId: till.id,
      number: numbers.shift() ?? null,
      pricesAsOf: asOf,
      lines,
      discount: 0,
      approval: null,
      customerName: null,
      customerPhone: null,
      notes: null,
      subtotal,
      totalAmount: subtotal - off,
      cashGiven: subtotal,
      ...change,
    }
  }
  /** Returns the sale's first line for cash, back into stock. */
  const back = (sold: CashSale, change: object = {}) => ({
    ...made(),
    kind: 'return' as const,
    shiftId,
    saleNumber: sold.number,
    lines: [{ lineId: sold.lines[0]?.id, quantity: 1, amount: 40_000, isRestocked: true }],
    refund: 40_000,
    reason: 'Faulty',
    approval: null,
    exchangeSaleId: null,
    ...change,
  })
  return {
    till,
    back,
    deviceId,
    publicKey,
    shiftId,
    asOf,
    openShift,
    get,
    post,
    upload,
    send,
    sale,
    made,
    sign,
  }
}
