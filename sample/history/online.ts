import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { orders, returns } from '../../app/db/tables.server.ts'
import type { Actor } from '../../app/modules/audit/record-audit.ts'
import { makeOrder } from '../../app/modules/checkout/drafts/make-order.ts'
import { expireOrder } from '../../app/modules/checkout/expire-order.ts'
import { giveUpOrder } from '../../app/modules/checkout/give-up-order.ts'
import { placeOrder } from '../../app/modules/checkout/place-order.ts'
import { settlePayment } from '../../app/modules/checkout/settle-payment.ts'
import { payOrder } from '../../app/modules/checkout/start-payment.ts'
import { type Move, moveOrder } from '../../app/modules/orders/move-order.ts'
import { packOrder } from '../../app/modules/orders/parcels/pack-order.ts'
import { listItems } from '../../app/modules/orders/read-order.ts'
import { sendShipment } from '../../app/modules/orders/shipments/send-shipment.ts'
import { inspectReturn, settleReturn } from '../../app/modules/returns/inspect-return.ts'
import { decideReturn } from '../../app/modules/returns/move-return.ts'
import { askForReturn } from '../../app/modules/returns/request-return.ts'
import { decideSandboxPayment } from '../../app/platform/payments/sandbox-payments.server.ts'
import type { Shop } from '../../app/platform/shop.server.ts'
import { cartSubtotal, findCourier, quote } from '../../app/rules/checkout/quote.ts'
import { PAY_WITHIN_HOURS } from '../../app/rules/orders/order-draft.ts'
import { questionSteps, reviewSteps } from './afterwards.ts'
import { CUSTOMERS, emailOf } from './customers.ts'
import type { PlannedOrder } from './plan.ts'
import { done, type Step } from './steps.ts'

const MINUTE = 60_000
/** The sample's own code, ten percent. */
const CODE = 'WELCOME10'
const TERMS = { type: 'percentage', value: 10 } as const

/** The steps of one order. */
export function stepsOf(
  order: PlannedOrder,
  userId: string,
  staff: Actor,
  timeOf: (daysAgo: number, minute: number) => Date,
): Step[] {
  const began = timeOf(order.daysAgo, order.minute)
  const later = (ms: number) => new Date(began.getTime() + ms)
  /** Staff work on the order on the next morning and later. */
  const morning = (days: number, minute: number) => timeOf(order.daysAgo - days, minute)
  if (order.end === 'waiting') return [madeByStaff(order, staff, began)]
  let id = ''
  let reference = ''
  const place: Step = {
    at: began,
    act: async (shop) => {
      const placed = done(await placeOrder(shop, userId, requestOf(order)))
      id = placed.order.id
      reference = placed.payment?.reference ?? ''
      done(await payOrder(shop, placed))
    },
  }
  if (order.end === 'unpaid')
    return [
      place,
      { at: later(31 * MINUTE), act: async (shop) => void (await expireOrder(shop, id)) },
    ]
  if (order.end === 'cancelled')
    return [
      place,
      { at: later(6 * MINUTE), act: async (shop) => void (await giveUpOrder(shop, id)) },
    ]
  const asks =
    order.question === null ? [] : questionSteps(order.question, () => id, userId, staff, morning)
  const steps: Step[] = [
    place,
    {
      at: later(3 * MINUTE),
      act: async (shop) => {
        await decideSandboxPayment(shop.db, reference, 'pay')
        done(await settlePayment(shop, reference))
      },
    },
    ...asks,
  ]
  const [packed, shipped, delivered] = fulfilSteps(() => id, staff, [
    order.end === 'packed' ? later(20 * MINUTE) : morning(1, 9 * 60 + (order.minute % 90)),
    morning(1, 11 * 60 + (order.minute % 60)),
    morning(2, 15 * 60 + (order.minute % 120)),
  ])
  if (order.end === 'paid') return steps
  if (order.end === 'part') return [...steps, firstParcel(() => id, staff, morning(1, 11 * 60))]
  steps.push(packed)
  if (order.end === 'packed') return steps
  steps.push(shipped)
  if (order.end === 'shipped') return steps
  steps.push(delivered)
  if (order.back) steps.push(...backSteps(order, () => id, userId, staff, morning))
  if (order.review !== null)
    steps.push(...reviewSteps({ ...order, nth: order.review }, userId, staff, morning))
  return steps
}

/** Staff make the order for a caller: it waits for its payment as long as staff may allow. */
const madeByStaff = ({ customer, lines, courierId }: PlannedOrder, by: Actor, at: Date): Step => ({
  at,
  act: async (shop) => {
    const address = customerOf(customer)
    const email = emailOf(address)
    const whose = { address, email, courierId, collectAt: null, notes: null, code: null }
    done(
      await makeOrder(shop, by, {
        customer: whose,
        lines,
        hours: Math.max(...PAY_WITHIN_HOURS),
        key: randomUUID(),
      }),
    )
  },
})

/** Of an order with several lines the first is sent; the rest is still to be sent. */
const firstParcel = (idOf: () => string, staff: Actor, at: Date): Step => ({
  at,
  act: async (shop) => {
    const orderId = idOf()
    const [first] = await listItems(shop.db, orderId)
    const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId))
    if (!first || !order) throw new Error('an order of the history is gone')
    const { version, courierName } = order
    const parcel = { id: randomUUID(), courierName, waybill: 'SC 40217', units: { [first.id]: 1 } }
    done(await sendShipment(shop, staff, { ...parcel, orderId, version }))
  },
})

/** An order is packed, leaves with the courier, and arrives. */
function fulfilSteps(
  idOf: () => string,
  staff: Actor,
  [packed, shipped, delivered]: readonly [Date, Date, Date],
): [Step, Step, Step] {
  const move = (to: Move['to']) => async (shop: Shop) => {
    const version = await versionOf(shop, idOf())
    done(await moveOrder(shop, staff, { orderId: idOf(), version, to }))
  }
  const pack = async (shop: Shop) => {
    const lines = (await listItems(shop.db, idOf())).map((line) => line.id)
    const version = await versionOf(shop, idOf())
    done(await packOrder(shop, staff, { orderId: idOf(), version, isPacked: true, lines }))
  }
  return [
    { at: packed, act: pack },
    { at: shipped, act: move('shipped') },
    { at: delivered, act: move('delivered') },
  ]
}

/**
 * One unit of the first line is returned: requested on the order's page, approved, received, inspected, and refunded or
 * exchanged by an order of its own.
 */
function backSteps(
  { back, minute, exchangeFor }: PlannedOrder,
  idOf: () => string,
  userId: string,
  staff: Actor,
  morning: (days: number, minute: number) => Date,
): Step[] {
  const returnId = randomUUID()
  let lineId = ''
  let exchangeId = ''
  const seen = async ({ db }: Shop) => {
    const [one] = await db.select().from(returns).where(eq(returns.id, returnId))
    return { returnId, version: one?.version ?? 0 }
  }
  const decide = (to: 'approved' | 'received') => async (shop: Shop) =>
    void done(await decideReturn(shop, staff, { ...(await seen(shop)), to, answer: null }))
  const asked: Step = {
    at: morning(3, 8 * 60 + (minute % 300)),
    act: async (shop) => {
      lineId = (await listItems(shop.db, idOf()))[0]?.id ?? ''
      const reason = back === 'faulty' ? 'faulty' : exchangeFor ? 'other-size' : 'not-as-described'
      const lines = [{ lineId, units: 1, chosen: exchangeFor?.variantId ?? null }]
      const asked = { id: returnId, orderId: idOf(), reason, note: null, lines } as const
      done(await askForReturn(shop, userId, asked))
    },
  }
  if (back === 'asked') return [asked]
  const looked: Step[] = [
    asked,
    { at: morning(4, 9 * 60), act: decide('approved') },
    { at: morning(6, 10 * 60), act: decide('received') },
    {
      at: morning(6, 10 * 60 + 20),
      act: async (shop) => {
        const restocked = back === 'faulty' ? 0 : 1
        const lines = [{ lineId, restocked, faulty: 1 - restocked }]
        done(await inspectReturn(shop, staff, { ...(await seen(shop)), lines }))
        const [one] = await shop.db.select().from(returns).where(eq(returns.id, returnId))
        exchangeId = one?.exchangeOrderId ?? ''
      },
    },
  ]
  if (back === 'exchanged')
    return [
      ...looked,
      ...fulfilSteps(() => exchangeId, staff, [
        morning(6, 10 * 60 + 30),
        morning(6, 15 * 60),
        morning(7, 14 * 60),
      ]),
    ]
  return [
    ...looked,
    {
      at: morning(6, 10 * 60 + 30),
      act: async (shop) => {
        const given = { reference: `NB-${returnId.slice(0, 8)}` }
        const by = { refundId: randomUUID(), way: 'bank', given, withDelivery: false } as const
        done(await settleReturn(shop, staff, { ...(await seen(shop)), by }))
      },
    },
  ]
}

async function versionOf({ db }: Shop, id: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  return order?.version ?? 0
}

function customerOf(n: number) {
  const customer = CUSTOMERS[n] ?? CUSTOMERS[0]
  if (!customer) throw new Error('nobody buys')
  return customer
}

/** The checkout request that this customer's browser would send. */
function requestOf({ customer: n, lines, courierId, hasCode }: PlannedOrder) {
  const customer = customerOf(n)
  const { firstName, lastName, phone } = customer
  const courier = findCourier(courierId)
  if (!courier) throw new Error(`no courier ${courierId}`)
  const terms = hasCode ? TERMS : null
  const discountAmount = Math.floor((cartSubtotal(lines) * TERMS.value + 50) / 100)
  return {
    lines,
    email: emailOf(customer),
    firstName,
    lastName,
    phone,
    shippingAddress: customer,
    billingAddress: customer,
    courierId,
    notes: null,
    discount: hasCode ? { code: CODE, ...TERMS, discountAmount } : null,
    totalAmount: quote(lines, terms, courier).total,
    idempotencyKey: randomUUID(),
  }
}
