import { describe, expect, test } from 'vitest'
import { findTransition, ORDER_ACTORS, type OrderActor } from './order-transitions.ts'
import { ORDER_STATUSES, type OrderStatus } from './orders.ts'

const PAID_AT = new Date('2026-11-01T08:00:00Z')
const order = (status: OrderStatus, more: { paidAt?: Date; reviewReason?: string } = {}) => ({
  status,
  paidAt: null,
  ...more,
})
/** Every step of this actor with an unpaid order, as `from > to`. */
const stepsOf = (by: OrderActor, more = {}) =>
  ORDER_STATUSES.flatMap((from) =>
    ORDER_STATUSES.filter((to) => findTransition(by, order(from, more), to)).map(
      (to) => `${from} > ${to}`,
    ),
  )

const ANY_TO_ANY = ORDER_STATUSES.flatMap((from) =>
  ORDER_STATUSES.filter((to) => to !== from).map((to) => `${from} > ${to}`),
)
const TO_CANCELLED = ['pending > cancelled']
const HANDED_OVER = ['processing > delivered', 'shipped > delivered']

test.each<[OrderActor, string[]]>([
  ['staff', ANY_TO_ANY],
  [
    'payment',
    [
      'pending > processing',
      'processing > processing',
      'shipped > shipped',
      'delivered > delivered',
      'cancelled > processing',
    ],
  ],
  ['rider', []],
  ['timer', TO_CANCELLED],
  ['buyer', TO_CANCELLED],
  ['failed-payment', TO_CANCELLED],
])(
  'only these steps of an unpaid order are allowed to %s, of every pair of statuses',
  (by, steps) => {
    expect(stepsOf(by)).toEqual(steps)
  },
)

test('a paid order is moved only by staff, and handed over by a rider', () => {
  for (const by of ORDER_ACTORS)
    expect(stepsOf(by, { paidAt: PAID_AT }), by).toEqual(
      { staff: ANY_TO_ANY, rider: HANDED_OVER }[by as string] ?? [],
    )
})

test('an order under review cannot be cancelled by its buyer, and other steps stay allowed', () => {
  for (const by of ORDER_ACTORS)
    expect(stepsOf(by, { reviewReason: 'underpaid' }), by).toEqual(
      by === 'buyer' ? [] : stepsOf(by),
    )
})

describe('a step of an order by anybody, to and from cancelled', () => {
  const all = ORDER_ACTORS.flatMap((by) =>
    ORDER_STATUSES.flatMap((from) =>
      ORDER_STATUSES.flatMap((to) => {
        const step = findTransition(by, order(from, by === 'rider' ? { paidAt: PAID_AT } : {}), to)
        return step ? [{ name: `${by}: ${from} > ${to}`, from, to, step }] : []
      }),
    ),
  )
  test.each(all)('$name moves stock and code together', ({ from, to, step }) => {
    const [stock, code] =
      to === 'cancelled'
        ? ['give-back', 'release']
        : from === 'cancelled'
          ? ['take', 'redeem']
          : [step.by === 'payment' ? 'sell' : 'keep', 'keep']
    expect(step).toMatchObject({ stock, code })
  })

  test.each(all)('$name sets its own timestamp and clears later ones', (one) => {
    const { from, to, step } = one
    const order = ['shippedAt', 'deliveredAt', 'cancelledAt']
    const stamps = { shipped: 'shippedAt', delivered: 'deliveredAt', cancelled: 'cancelledAt' }
    const stamp = to in stamps ? stamps[to as keyof typeof stamps] : null
    if (from === to) return expect(step).toMatchObject({ stamp: null, clears: [] })
    const later = to === 'cancelled' ? [] : order.slice(stamp ? order.indexOf(stamp) + 1 : 0)
    // An ended order no longer has a packed parcel.
    const packed = to === 'pending' || to === 'cancelled' ? ['packedAt'] : []
    expect(step).toMatchObject({ stamp, clears: [...packed, ...later] })
  })

  test.each(all)('$name emails the customer about what matters', ({ to, step }) => {
    const notifiedByStaff = to === 'pending' || to === 'processing' ? null : to
    const { by } = step
    const emails = { payment: 'paid', staff: notifiedByStaff, rider: 'delivered', timer: 'expired' }
    expect(step.email).toBe(emails[by as keyof typeof emails] ?? null)
  })
})
