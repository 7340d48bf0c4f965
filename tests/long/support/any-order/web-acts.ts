import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import {
  orderItems,
  orders,
  payments,
  payouts,
  refunds,
  returnItems,
  returns,
  undoableMoves,
} from '../../../../app/db/tables.server.ts'
import { cancelOwnOrder } from '../../../../app/modules/checkout/cancel-own-order.ts'
import { expireOrder } from '../../../../app/modules/checkout/expire-order.ts'
import { type CheckoutRequest, placeOrder } from '../../../../app/modules/checkout/place-order.ts'
import { settlePayment } from '../../../../app/modules/checkout/settle-payment.ts'
import { payOrder } from '../../../../app/modules/checkout/start-payment.ts'
import { moveOrder } from '../../../../app/modules/orders/move-order.ts'
import { undoMove } from '../../../../app/modules/orders/undo/undo-move.ts'
import {
  approveRefund,
  cancelRefund,
  giveRefund,
} from '../../../../app/modules/refunds/move-refund.ts'
import { pollPayout } from '../../../../app/modules/refunds/payouts/poll-payout.ts'
import { sendPayout } from '../../../../app/modules/refunds/payouts/send-payout.ts'
import { payOutRefund } from '../../../../app/modules/refunds/payouts/start-payout.ts'
import { requestRefund } from '../../../../app/modules/refunds/request-refund.ts'
import { findOrderAtTill } from '../../../../app/modules/returns/find-order-at-till.ts'
import { inspectReturn, settleReturn } from '../../../../app/modules/returns/inspect-return.ts'
import { callOffReturn, decideReturn } from '../../../../app/modules/returns/move-return.ts'
import { askForReturn, noteReturn } from '../../../../app/modules/returns/request-return.ts'
import { takeBackAtTill } from '../../../../app/modules/returns/take-back-at-till.ts'
import { decideSandboxPayment } from '../../../../app/platform/payments/sandbox-payments.server.ts'
import type { RefundWay } from '../../../../app/rules/refunds/refunds.ts'
import { ADDRESS, aCheckoutRequest, aUser, readOrder } from '../../../support/factories.ts'
import { type Act, type Numbers, nextNumber, pick, pressOf, type World } from './world.ts'

/** A new customer, or whoever runs the shop, orders one or two articles, sometimes with a code of either kind. */
const place: Act = async (world, { a, b, c }) => {
  const { shop, articles, admin, discount } = world
  const [one, other] = [pick(articles, a), pick(articles, a + 1 + (b % 3))]
  if (!one || !other) return undefined
  const items = [{ product: one, quantity: 1 + (b % 3) }]
  if (b % 4 === 3 && other !== one) items.push({ product: other, quantity: 1 })
  const number = nextNumber()
  const phone = `+26599${1_000_000 + number}`
  const userId = c % 7 === 6 ? admin.userId : (await aUser(shop)).userId
  const change: Partial<CheckoutRequest> & {
    terms?: { type: typeof discount.type; value: number }
  } = {
    phone,
    shippingAddress: { ...ADDRESS, phone, address: `Plot ${number}` },
  }
  const code = c % 3 === 1 ? pick(world.codes, b) : undefined
  if (code) change.credit = { code }
  if (c % 5 === 2) {
    change.discount = { code: discount.code }
    change.terms = { type: discount.type, value: discount.value }
  }
  const request = aCheckoutRequest(items, change)
  return {
    press: async () => {
      const placed = await placeOrder(shop, userId, request)
      if (placed.ok && placed.payment) await payOrder(shop, placed)
      return placed
    },
    after: (placed: Awaited<ReturnType<typeof placeOrder>>) => {
      if (placed.ok) world.orders.push({ ...placed.order, userId })
    },
  }
}

/** The next act on an order, depending on its state. */
const orderOn: Act = async (world, { a, b, c }) => {
  const { shop, admin } = world
  const known = pick(world.orders, a)
  if (!known) return undefined
  const order = await readOrder(shop, known.id)
  const { id: orderId, version, orderNumber } = order
  const actor = pressOf(admin)
  const move = (to: typeof order.status) => ({
    press: () => moveOrder(shop, actor, { orderId, version, to }),
  })
  const pages = await shop.db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(payments.createdAt))
  const reference = pick(pages, c)?.reference
  const pay = {
    press: async () => {
      if (!reference) return
      await decideSandboxPayment(shop.db, reference, 'pay')
      await settlePayment(shop, reference)
    },
  }
  switch (order.status) {
    case 'pending':
      if (b % 6 === 1) return { press: () => cancelOwnOrder(shop, known.userId, orderNumber) }
      if (b % 6 === 2) return { press: () => expireOrder(inAnHour(world), orderId) }
      if (b % 6 === 3) return move('cancelled')
      return pay
    case 'processing':
      return move(
        (['delivered', 'shipped', 'delivered', 'cancelled'] as const)[b % 4] ?? 'delivered',
      )
    case 'shipped':
      return move(b % 3 === 2 ? 'cancelled' : 'delivered')
    case 'delivered':
      return b % 4 === 3 ? move('cancelled') : noted(world, orderId, { a, b, c })
    default:
      // A late payment, or staff who reopen the order.
      return b % 3 === 2 ? move('processing') : pay
  }
}
const inAnHour = ({ shop }: World) => ({ ...shop, now: () => new Date(Date.now() + 3_600_000) })

const undo: Act = async (world, { a }) => {
  const moves = await world.shop.db.select().from(undoableMoves).orderBy(asc(undoableMoves.eventId))
  const move = pick(moves, a)
  return move && { press: () => undoMove(world.shop, pressOf(world.admin), move.eventId) }
}

/** A line of an order is returned, requested by the customer or entered by staff, sometimes for another size. */
async function noted(world: World, orderId: string, { b, c }: Numbers) {
  const { shop, admin, second, articles } = world
  const lines = await shop.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position))
  const line = pick(lines, c)
  if (!line) return undefined
  const sizes = articles.filter(({ productId }) => productId === line.productId)
  const chosen = b % 2 === 0 && sizes.length > 1 ? (pick(sizes, c)?.variantId ?? null) : null
  const units = 1 + (c % line.quantity)
  const reason = chosen ? ('other-size' as const) : ('faulty' as const)
  const asked = {
    id: randomUUID(),
    orderId,
    reason,
    note: null,
    lines: [{ lineId: line.id, units, chosen }],
  }
  const { userId } = await readOrder(shop, orderId)
  if (userId && c % 3 === 0) return { press: () => askForReturn(shop, userId, asked) }
  const by = userId === admin.userId ? second : admin
  return { press: () => noteReturn(shop, pressOf(by), asked) }
}

const WAYS: RefundWay[] = ['bank', 'cash', 'credit', 'wallet', 'dashboard']

/** The way of a refund, and its effect on a drawer. */
function wayOf(world: World, { b, c }: Pick<Numbers, 'b' | 'c'>) {
  const way = WAYS[b % WAYS.length] ?? 'bank'
  const device = pick(world.devices, c)
  const shiftId = device?.shiftId ?? ''
  const given =
    way === 'cash'
      ? { shiftId }
      : way === 'credit'
        ? { asCredit: true as const }
        : way === 'wallet'
          ? null
          : { reference: `NB ${c}` }
  // The sandbox’s first wallet accepts no money.
  const phone = c % 3 === 0 ? '0990000001' : '0991234567'
  const wallet = way === 'wallet' ? { operator: 'airtel', phone } : null
  return { way, given, wallet, shiftId }
}

/** Whoever gets the confirmation takes the cash out of that drawer; the shop’s record is compared with it. */
export async function noteCash(
  world: World,
  refundId: string,
  shiftId: string,
  { ok }: { ok: boolean },
) {
  if (!ok) return
  const [refund] = await world.shop.db.select().from(refunds).where(eq(refunds.id, refundId))
  if (refund?.way === 'cash' && refund.status === 'done')
    world.cashOut.set(refundId, { shiftId, amount: refund.amount })
}

/** The next act on a return. */
const returnOn: Act = async (world, { a, b, c }) => {
  const { shop, admin, second } = world
  const all = await shop.db
    .select()
    .from(returns)
    .where(inArray(returns.status, ['requested', 'approved', 'received', 'inspected']))
    .orderBy(asc(returns.createdAt), asc(returns.id))
  const one = pick(all, a)
  if (!one) return undefined
  const { userId } = await readOrder(shop, one.orderId)
  const actor = pressOf(userId === admin.userId ? second : admin)
  const seen = { returnId: one.id, version: one.version }
  const decide = (to: 'approved' | 'refused' | 'received' | 'cancelled', forMoney = false) => ({
    press: () => decideReturn(shop, actor, { ...seen, to, answer: 'It was worn', forMoney }),
  })
  switch (one.status) {
    case 'requested':
      return decide(b % 5 === 4 ? 'refused' : 'approved', b % 5 === 3)
    case 'approved':
      if (b % 6 === 5) return decide('cancelled')
      if (b % 6 === 4 && userId)
        return { press: () => callOffReturn(shop, userId, '10.0.0.1', seen) }
      return decide('received')
    case 'received': {
      const lines = await shop.db
        .select()
        .from(returnItems)
        .where(eq(returnItems.returnId, one.id))
        .orderBy(asc(returnItems.orderItemId))
      const found = lines.map(({ orderItemId, quantity }) => {
        const faulty = b % 3 === 0 ? 0 : Math.min(b % 3, quantity)
        return { lineId: orderItemId, restocked: Math.max(0, quantity - faulty - (c % 2)), faulty }
      })
      return { press: () => inspectReturn(shop, actor, { ...seen, lines: found }) }
    }
    default: {
      const { way, given, wallet, shiftId } = wayOf(world, { b, c })
      const refundId = randomUUID()
      const by = { refundId, withDelivery: c % 2 === 0, way, given, wallet }
      return {
        press: () => settleReturn(shop, actor, { ...seen, by: b % 9 === 8 ? null : by }),
        after: (done: { ok: boolean }) => noteCash(world, refundId, shiftId, done),
      }
    }
  }
}

/** Staff refund everything, a line or a sum; at once, or to be sent; mostly from what was paid. */
const refund: Act = async (world, { a, b, c }) => {
  const { shop, admin } = world
  const paid = await shop.db
    .select({ id: orders.id })
    .from(orders)
    .where(isNotNull(orders.paidAt))
    .orderBy(asc(orders.createdAt), asc(orders.id))
  const known = pick(a % 6 === 5 || paid.length === 0 ? world.orders : paid, a)
  if (!known) return undefined
  const { version, status } = await readOrder(shop, known.id)
  const [line] = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, known.id))
  const { way, given, wallet, shiftId } = wayOf(world, { b, c })
  const what =
    c % 3 === 0
      ? ({ kind: 'all', withDelivery: b % 2 === 0 } as const)
      : c % 3 === 1
        ? ({ kind: 'amount', amount: 1 + c * 811 } as const)
        : ({
            kind: 'lines',
            withDelivery: b % 2 === 0,
            lines: [{ lineId: line?.id ?? '', units: 1 }],
          } as const)
  const id = randomUUID()
  const reason =
    c % 4 === 3 && (status === 'pending' || status === 'processing') ? 'not-sent' : 'goodwill'
  const asked = {
    id,
    orderId: known.id,
    version,
    what,
    way,
    reason,
    note: null,
    given: c % 2 === 0 ? given : null,
    wallet,
  } as const
  return {
    press: () => requestRefund(shop, pressOf(admin), asked),
    after: (done: { ok: boolean }) => noteCash(world, id, shiftId, done),
  }
}

/** The next act on a refund: the approval, its money, its payout, or its cancellation. */
const refundOn: Act = async (world, { a, b, c }) => {
  const { shop, admin, second } = world
  const all = await shop.db
    .select()
    .from(refunds)
    .where(inArray(refunds.status, ['awaiting', 'requested', 'sent', 'failed']))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
  const one = pick(all, a)
  if (!one) return undefined
  const seen = { refundId: one.id, version: one.version }
  const cancel = { press: () => cancelRefund(shop, pressOf(admin), seen) }
  if (one.status === 'awaiting')
    return b % 4 === 3 ? cancel : { press: () => approveRefund(shop, pressOf(second), seen) }
  if (one.status === 'sent') {
    const [payout] = await shop.db
      .select()
      .from(payouts)
      .where(and(eq(payouts.refundId, one.id), eq(payouts.status, 'open')))
    if (!payout) return undefined
    const { chargeId, sentAt } = payout
    return { press: () => (sentAt ? pollPayout(shop, chargeId) : sendPayout(shop, chargeId)) }
  }
  if (b % 4 === 3) return cancel
  if (one.way === 'wallet') return { press: () => payOutRefund(shop, pressOf(admin), seen) }
  const { given, shiftId } = wayOf(world, { b: WAYS.indexOf(one.way), c })
  if (!given) return undefined
  return {
    press: () => giveRefund(shop, pressOf(admin), { ...seen, given }),
    after: (done: { ok: boolean }) => noteCash(world, one.id, shiftId, done),
  }
}

/** Pieces of a sent order for a till with a connection, and the cashier who asks for them. */
export async function findSentOrder(world: World, { a, b }: Numbers) {
  const { shop } = world
  const sent = await shop.db
    .select()
    .from(orders)
    .where(inArray(orders.status, ['shipped', 'delivered']))
    .orderBy(asc(orders.createdAt), asc(orders.id))
  const order = pick(sent, a)
  const device = pick(world.devices, b)
  if (!order || !device?.isOnline) return undefined
  const found = await findOrderAtTill(shop.db, order.orderNumber)
  const line = found.ok ? found.order.lines.find(({ worth }) => worth.length > 0) : undefined
  if (!line) return undefined
  const { tillId, deviceId, userId } = device
  const actor = { userId, ip: '10.0.0.1', role: 'cashier' as const, deviceId, tillId }
  return { order, device, line, actor }
}

/** Items ordered online are returned at the counter. */
const overTheCounter: Act = async (world, numbers) => {
  const { shop } = world
  const { b, c } = numbers
  const found = await findSentOrder(world, numbers)
  if (!found) return undefined
  const { order, line, actor } = found
  const { shiftId } = found.device
  const quantity = 1 + (c % line.worth.length)
  const id = randomUUID()
  const asked = {
    id,
    orderId: order.id,
    shiftId,
    reason: 'faulty' as const,
    lines: [{ lineId: line.id, quantity, isRestocked: c % 3 !== 0 }],
    refund: line.worth.slice(0, quantity).reduce((sum, each) => sum + each, 0),
    approval: null,
    way: b % 2 === 0 ? ('cash' as const) : ('credit' as const),
  }
  return {
    press: () => takeBackAtTill(shop, actor, asked),
    after: (done: { ok: boolean }) => noteCash(world, id, shiftId, done),
  }
}

export const WEB_ACTS = {
  'place an order': place,
  'go on with an order': orderOn,
  'undo a move': undo,
  'go on with a return': returnOn,
  refund,
  'go on with a refund': refundOn,
  'take an order back at the till': overTheCounter,
} satisfies Record<string, Act>
