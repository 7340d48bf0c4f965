import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { orders, returns } from '../../app/db/tables.server.ts'
import type { Actor } from '../../app/modules/audit/record-audit.ts'
import { expireOrder } from '../../app/modules/checkout/expire-order.ts'
import { giveUpOrder } from '../../app/modules/checkout/give-up-order.ts'
import { placeOrder } from '../../app/modules/checkout/place-order.ts'
import { settlePayment } from '../../app/modules/checkout/settle-payment.ts'
import { payOrder } from '../../app/modules/checkout/start-payment.ts'
import { listItems } from '../../app/modules/orders/change-order.ts'
import { type Move, moveOrder } from '../../app/modules/orders/move-order.ts'
import { packOrder } from '../../app/modules/orders/parcels/pack-order.ts'
import { inspectReturn, settleReturn } from '../../app/modules/returns/inspect-return.ts'
import { decideReturn } from '../../app/modules/returns/move-return.ts'
import { askForReturn } from '../../app/modules/returns/request-return.ts'
import { decideSandboxPayment } from '../../app/platform/payments/sandbox-payments.server.ts'
import type { Shop } from '../../app/platform/shop.server.ts'
import { cartSubtotal, findCourier, quote } from '../../app/rules/checkout/quote.ts'
import { CUSTOMERS, emailOf } from './customers.ts'
import type { PlannedOrder } from './plan.ts'

const MINUTE = 60_000
/** The sample's own code, ten in a hundred. */
const CODE = 'WELCOME10'
const TERMS = { type: 'percentage', value: 10 } as const

type Step = { at: Date; act: (shop: Shop) => Promise<void> }
/** An act that the shop refused would leave a hole in the history. */
export function done<T extends { ok: boolean }>(result: T): Extract<T, { ok: true }> {
  if (!result.ok) throw new Error(`The history of the sample shop: ${JSON.stringify(result)}`)
  return result as Extract<T, { ok: true }>
}

/** The life of one order, act by act. */
export function stepsOf(
  order: PlannedOrder,
  userId: string,
  staff: Actor,
  timeOf: (daysAgo: number, minute: number) => Date,
): Step[] {
  const began = timeOf(order.daysAgo, order.minute)
  const later = (ms: number) => new Date(began.getTime() + ms)
  /** Staff work on it the next morning and after. */
  const morning = (days: number, minute: number) => timeOf(order.daysAgo - days, minute)
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
  const move = (to: Move['to']) => async (shop: Shop) => {
    const version = await versionOf(shop, id)
    done(await moveOrder(shop, staff, { orderId: id, version, to }))
  }
  const steps: Step[] = [
    place,
    {
      at: later(3 * MINUTE),
      act: async (shop) => {
        await decideSandboxPayment(shop.db, reference, 'pay')
        done(await settlePayment(shop, reference))
      },
    },
  ]
  if (order.end === 'paid') return steps
  steps.push({
    at: order.end === 'packed' ? later(20 * MINUTE) : morning(1, 9 * 60 + (order.minute % 90)),
    act: async (shop) => {
      const lines = (await listItems(shop.db, id)).map((line) => line.id)
      const version = await versionOf(shop, id)
      done(await packOrder(shop, staff, { orderId: id, version, isPacked: true, lines }))
    },
  })
  if (order.end === 'packed') return steps
  steps.push({ at: morning(1, 11 * 60 + (order.minute % 60)), act: move('shipped') })
  if (order.end === 'shipped') return steps
  steps.push({ at: morning(2, 15 * 60 + (order.minute % 120)), act: move('delivered') })
  return order.back ? [...steps, ...backSteps(order, () => id, userId, staff, morning)] : steps
}

/** One piece of the first line comes back: asked for on the order's page, agreed to, arrived, looked at, paid back. */
function backSteps(
  { back, minute }: PlannedOrder,
  idOf: () => string,
  userId: string,
  staff: Actor,
  morning: (days: number, minute: number) => Date,
): Step[] {
  const returnId = randomUUID()
  let lineId = ''
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
      const lines = [{ lineId, units: 1 }]
      const reason = back === 'faulty' ? 'faulty' : 'other-size'
      const asked = { id: returnId, orderId: idOf(), reason, note: null, lines } as const
      done(await askForReturn(shop, userId, asked))
    },
  }
  if (back === 'asked') return [asked]
  return [
    asked,
    { at: morning(4, 9 * 60), act: decide('approved') },
    { at: morning(6, 10 * 60), act: decide('received') },
    {
      at: morning(6, 10 * 60 + 20),
      act: async (shop) => {
        const restocked = back === 'restocked' ? 1 : 0
        const lines = [{ lineId, restocked, faulty: 1 - restocked }]
        done(await inspectReturn(shop, staff, { ...(await seen(shop)), lines }))
      },
    },
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

/** What the browser of this customer would send. */
function requestOf({ customer: n, lines, courierId, hasCode }: PlannedOrder) {
  const customer = CUSTOMERS[n] ?? CUSTOMERS[0]
  if (!customer) throw new Error('nobody buys')
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
