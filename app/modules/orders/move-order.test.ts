import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aDiscount,
  anAdmin,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  endUndoTime,
  payAtProvider,
  readOrder,
  readOrderEvents,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { auditLog, discounts, products } from '../../db/tables.server.ts'
import { ORDER_STATUSES, type OrderStatus } from '../../rules/orders/orders.ts'
import { expireOrder } from '../checkout/expire-order.ts'
import { settlePayment } from '../checkout/settle-payment.ts'
import { checkLedger } from '../health/check-stock.ts'
import { adjustStock } from '../stock/move-stock.ts'
import { changeStatus } from './change-order.ts'
import { handleOrderReview } from './handle-review.ts'
import { moveOrder } from './move-order.ts'

const shop = useShop()
let dress: TestProduct
let userId: string
let admin: { userId: string; ip: string }

beforeEach(async () => {
  shop.now = () => new Date()
  dress = await aProduct(shop, { name: 'Chitenje Dress', price: 20_000, stock: 5 })
  ;({ userId } = await aUser(shop))
  admin = await anAdmin(shop)
})

const read = (id: string) => readOrder(shop, id)
const move = async (orderId: string, to: OrderStatus) =>
  moveOrder(shop, admin, { orderId, to, version: (await read(orderId)).version })
const stock = async () =>
  (await shop.db.select().from(products).where(eq(products.id, dress.productId)))[0]
    ?.inventoryQuantity
const later = (minutes: number) => {
  const then = new Date(Date.now() + minutes * 60_000)
  shop.now = () => then
}
const usesOf = async (code: string) =>
  (await shop.db.select().from(discounts).where(eq(discounts.code, code)))[0]?.usedCount
async function emails() {
  await endUndoTime(shop)
  const subjects: string[] = []
  const nothing = async () => {}
  await shop.jobs.runDue(
    {
      'send-email': async ({ subject }) => void subjects.push(subject),
      'poll-payment': nothing,
      'send-payout': nothing,
      'poll-payout': nothing,
      'expire-order': nothing,
      'expire-voucher-purchase': nothing,
      'expire-pos-sale': nothing,
      'take-back-order': nothing,
      'end-credit-reserve': nothing,
      'notify-moved': nothing,
      'check-payment': nothing,
      'send-letter': nothing,
      'make-backup': async () => {},
      'render-avif': nothing,
      'add-small-renditions': nothing,
      'move-photos': nothing,
      'remove-files': nothing,
      'ask-for-reviews': nothing,
      'tidy-up': nothing,
      'count-pairs': nothing,
      'notify-waiting': nothing,
      'notify-arrived': nothing,
      'tell-waiting': nothing,
      'tell-arrived': nothing,
      'change-prices': nothing,
      'watch-troubles': nothing,
      'watch-payments': nothing,
      'check-import': nothing,
      'run-import': nothing,
    },
    ['send-email'],
  )
  return subjects.filter((subject) => !subject.endsWith('is paid'))
}

describe('staff set a status', () => {
  for (const from of ORDER_STATUSES)
    test(`every status can follow ${from}, and the stock matches what the order reserves`, {
      tags: 'slow',
    }, async () => {
      for (const to of ORDER_STATUSES) {
        const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
        await move(order.id, from)
        expect(await move(order.id, to)).toMatchObject({ ok: true, from, to })
        expect((await read(order.id)).status).toBe(to)
        await move(order.id, 'cancelled')
      }
      expect(await stock()).toBe(5)
      expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
    })

  test('the timestamp, the history, the log and one email are written with it', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
    const at = new Date('2026-11-20T09:00:00Z')
    shop.now = () => at
    await move(order.id, 'shipped')
    expect(await read(order.id)).toMatchObject({ status: 'shipped', shippedAt: at })
    expect(await emails()).toEqual([`Your order ${order.orderNumber} is on the way`])
    await move(order.id, 'delivered')
    expect(await read(order.id)).toMatchObject({ shippedAt: at, deliveredAt: at })
    expect(await emails()).toEqual([`Your order ${order.orderNumber} was delivered`])
    const history = await readOrderEvents(shop, order.id)
    expect(history.at(-1)).toMatchObject({
      fromStatus: 'shipped',
      toStatus: 'delivered',
      byUser: admin.userId,
    })
    const log = await shop.db.select().from(auditLog).orderBy(auditLog.id)
    expect(log.at(-1)).toMatchObject({
      action: 'status changed',
      label: order.orderNumber,
      before: { status: 'shipped' },
      after: { status: 'delivered' },
      byUser: admin.userId,
      ip: '10.0.0.1',
    })
  })

  test('a status set by mistake is reverted with its timestamp', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
    await move(order.id, 'delivered')
    await move(order.id, 'processing')
    expect(await read(order.id)).toMatchObject({ shippedAt: null, deliveredAt: null })
  })

  test('ten people who press at once send one email', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
    const { version } = await read(order.id)
    const all = await Promise.all(
      Array.from({ length: 10 }, () =>
        moveOrder(shop, admin, { orderId: order.id, to: 'shipped', version }),
      ),
    )
    expect(all.every(({ ok }) => ok)).toBe(true)
    expect(await emails()).toHaveLength(1)
    expect(await shop.db.select().from(auditLog)).toHaveLength(1)
  })

  test('the later of two different status changes is refused with the current status and who set it', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
    const { version } = await read(order.id)
    await move(order.id, 'cancelled')
    expect(
      await moveOrder(shop, admin, { orderId: order.id, to: 'shipped', version }),
    ).toMatchObject({
      reason: 'edited-meanwhile',
      standing: { version: version + 1, status: 'cancelled', by: expect.stringMatching('Chisomo') },
    })
    expect((await read(order.id)).status).toBe('cancelled')
  })

  test('a waybill typed after somebody has just set the same status is stored all the same', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
    const { version } = await read(order.id)
    await move(order.id, 'shipped')
    const late = { orderId: order.id, version, to: 'shipped', waybill: ' CTS  4471 ' } as const
    expect(await moveOrder(shop, await anAdmin(shop), late)).toMatchObject({ ok: true })
    expect(await read(order.id)).toMatchObject({ status: 'shipped', waybill: 'CTS 4471' })
    const other = { ...late, waybill: 'CTS 9999' }
    expect(await moveOrder(shop, await anAdmin(shop), other)).toMatchObject({ ok: true })
    expect(await read(order.id)).toMatchObject({ waybill: 'CTS 4471' })
  })

  test('a refusal also reports a payment that arrived meanwhile', async () => {
    const { order, payment } = await aPendingOrder(shop, userId, [{ product: dress }])
    await payAtProvider(shop, payment.reference)
    await settlePayment(shop, payment.reference)
    expect(
      await moveOrder(shop, admin, { orderId: order.id, to: 'cancelled', version: 1 }),
    ).toMatchObject({ standing: { status: 'processing', by: null, note: { code: 'paid' } } })
  })

  test('an unknown order is refused as not found', async () => {
    const orderId = crypto.randomUUID()
    expect(await moveOrder(shop, admin, { orderId, to: 'shipped', version: 1 })).toMatchObject({
      reason: 'not-found',
    })
  })
})

describe('a cancelled order', () => {
  test('returns its units and its code, and takes both again when it is revived', async () => {
    await aDiscount(shop, { code: 'TEN', maximumUses: 1 })
    const terms = { type: 'percentage', value: 10 } as const
    const { order } = await aPaidOrder(shop, userId, [{ product: dress, quantity: 2 }], {
      terms,
      discount: { code: 'TEN' },
    })
    await move(order.id, 'cancelled')
    expect([await stock(), await usesOf('TEN')]).toEqual([5, 0])
    expect(await emails()).toEqual([`Your order ${order.orderNumber} was cancelled`])
    await move(order.id, 'shipped')
    expect([await stock(), await usesOf('TEN')]).toEqual([3, 1])
    expect(await read(order.id)).toMatchObject({ cancelledAt: null, discountRedeemed: true })
    await move(order.id, 'cancelled')
    expect([await stock(), await usesOf('TEN')]).toEqual([5, 0])
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })

  test('stays cancelled when its products are sold out: the refusal names them and how many are left', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress, quantity: 4 }])
    await move(order.id, 'cancelled')
    await shop.db.transaction((db) => adjustStock(db, dress.variantId, -3, 'adjustment', {}))
    expect(await move(order.id, 'shipped')).toEqual({
      ok: false,
      reason: 'order-stock-gone',
      product: 'Chitenje Dress',
      available: 2,
      orderNumber: order.orderNumber,
    })
    expect(await read(order.id)).toMatchObject({ status: 'cancelled', reviewReason: 'paid-late' })
    expect(await stock()).toBe(2)
    expect(await emails()).toHaveLength(1)
  })

  test('that was paid waits for its refund until a person marks it as done', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
    await move(order.id, 'cancelled')
    const { reviewReason, version } = await read(order.id)
    expect(reviewReason).toBe('paid-late')
    const late = { orderId: order.id, version: version - 1 }
    expect(await handleOrderReview(shop.db, admin, late)).toMatchObject({
      reason: 'edited-meanwhile',
    })
    expect(await handleOrderReview(shop.db, admin, { orderId: order.id, version })).toEqual({
      ok: true,
    })
    expect(await read(order.id)).toMatchObject({ status: 'cancelled', reviewReason: null })
    expect((await shop.db.select().from(auditLog).orderBy(auditLog.id)).at(-1)).toMatchObject({
      action: 'marked as handled',
      before: { reviewReason: 'paid-late' },
    })
    const history = await readOrderEvents(shop, order.id)
    expect(history.at(-1)).toMatchObject({
      note: { code: 'handled', reason: 'paid-late' },
      byUser: admin.userId,
    })
  })

  test('that is revived needs no refund any more', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
    await move(order.id, 'cancelled')
    await move(order.id, 'processing')
    expect((await read(order.id)).reviewReason).toBeNull()
  })

  test('by staff is not revived by a late payment', async () => {
    const { order, payment } = await aPendingOrder(shop, userId, [{ product: dress }])
    await move(order.id, 'cancelled')
    expect((await read(order.id)).reviewReason).toBeNull()
    await payAtProvider(shop, payment.reference)
    await settlePayment(shop, payment.reference)
    expect(await read(order.id)).toMatchObject({ status: 'cancelled', reviewReason: 'paid-late' })
    expect(await stock()).toBe(5)
  })
})

describe('an unpaid order that staff moved', () => {
  test('is reported as unpaid, and setting the same status again changes nothing', async () => {
    const { order } = await aPendingOrder(shop, userId, [{ product: dress }])
    expect(await move(order.id, 'shipped')).toMatchObject({ ok: true, isPaid: false })
    const before = await read(order.id)
    const again = await shop.db.transaction((db) =>
      changeStatus(db, before, 'shipped', shop.now(), admin.userId),
    )
    expect(again).toEqual({ ok: true, step: null })
    expect(await read(order.id)).toEqual(before)
  })

  test('keeps its units when its window is over, and a later payment pays it', async () => {
    const { order, payment } = await aPendingOrder(shop, userId, [{ product: dress }])
    await move(order.id, 'shipped')
    later(31)
    expect(await expireOrder(shop, order.id)).toBe(false)
    expect(await stock()).toBe(4)
    await payAtProvider(shop, payment.reference)
    await settlePayment(shop, payment.reference)
    const paid = await read(order.id)
    expect(paid).toMatchObject({ status: 'shipped', reviewReason: null })
    expect(paid.paidAt).not.toBeNull()
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })

  test('waits for payment anew when it is set back to pending, and expires again', async () => {
    const { order } = await aPendingOrder(shop, userId, [{ product: dress }])
    later(31)
    await expireOrder(shop, order.id)
    await move(order.id, 'pending')
    expect(await stock()).toBe(4)
    expect(await expireOrder(shop, order.id)).toBe(false)
    later(62)
    expect(await expireOrder(shop, order.id)).toBe(true)
    expect(await stock()).toBe(5)
  })

  test('that is paid never expires, even as pending', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
    await move(order.id, 'pending')
    later(60)
    expect(await expireOrder(shop, order.id)).toBe(false)
  })
})
