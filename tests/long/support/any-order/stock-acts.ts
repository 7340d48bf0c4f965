import { asc, eq, inArray } from 'drizzle-orm'
import {
  deliveries,
  deliveryBookingLines,
  deliveryBookings,
  stockCounts,
  variants,
} from '../../../../app/db/tables.server.ts'
import { bookDelivery } from '../../../../app/modules/purchasing/book-delivery.ts'
import { addToDelivery, startDelivery } from '../../../../app/modules/purchasing/change-delivery.ts'
import { closeDelivery, expectDelivery } from '../../../../app/modules/purchasing/end-delivery.ts'
import { findDelivery } from '../../../../app/modules/purchasing/read-deliveries.ts'
import { reverseBooking } from '../../../../app/modules/purchasing/reverse-booking.ts'
import { addCounted, startCount } from '../../../../app/modules/stock/counts/count-stock.ts'
import { bookCount, cancelCount } from '../../../../app/modules/stock/counts/end-count.ts'
import type { DeliveryEdit } from '../../../../app/rules/purchasing/delivery-form.ts'
import { type Act, pick, pressOf } from './world.ts'

const EMPTY: DeliveryEdit = {
  supplierId: { was: null, is: null },
  note: { was: '', is: '' },
  expectedOn: { was: null, is: null },
  units: new Map(),
  costs: new Map(),
}
type Shown = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

/** The form of a delivery as shown now, with these units typed into it. */
const typed = ({ lines }: Shown, units: (at: number) => number): DeliveryEdit => ({
  ...EMPTY,
  units: new Map(lines.map(({ id, arriving }, at) => [id, { was: arriving, is: units(at) }])),
})

/** Orders all sizes of both products from a supplier. */
const expect: Act = async (world, { a, b }) => {
  const { shop, articles, admin } = world
  const first = pressOf(admin)
  const [press, productIds] = [pressOf(admin), new Set(articles.map(({ productId }) => productId))]
  return {
    press: async () => {
      const { id } = await startDelivery(shop.db, first)
      for (const productId of productIds)
        await addToDelivery(shop.db, { ...press, request: null }, id, EMPTY, {
          productId,
          scanned: null,
        })
      const shown = await findDelivery(shop.db, id)
      if (shown?.state === 'draft')
        await expectDelivery(
          shop.db,
          press,
          id,
          typed(shown, (at) => (a + at * b) % 4),
        )
    },
  }
}

/** A part of a delivery arrives and is booked, or a booking is undone, or the delivery is closed. */
const deliveryOn: Act = async (world, { a, b, c }) => {
  const { shop, admin, received } = world
  const open = await shop.db
    .select()
    .from(deliveries)
    .where(inArray(deliveries.state, ['draft', 'open', 'partly', 'received']))
    .orderBy(asc(deliveries.number))
  const delivery = pick(open, a)
  const shown = delivery && (await findDelivery(shop.db, delivery.id))
  if (!shown) return undefined
  const { id } = delivery
  const press = pressOf(admin)
  if (b % 8 === 7) return { press: () => closeDelivery(shop.db, press, id) }
  const add = (variantId: string, units: number) =>
    received.set(variantId, (received.get(variantId) ?? 0) + units)
  if (b % 4 === 3) {
    const bookings = await shop.db
      .select()
      .from(deliveryBookings)
      .where(eq(deliveryBookings.deliveryId, id))
      .orderBy(asc(deliveryBookings.id))
    const booking = pick(bookings, c)
    if (!booking) return undefined
    const lines = await shop.db
      .select()
      .from(deliveryBookingLines)
      .where(eq(deliveryBookingLines.bookingId, booking.id))
    return {
      press: () => reverseBooking(shop.db, press, id, booking.id),
      after: (done: { ok: boolean }) => {
        if (done.ok) for (const { variantId, quantity } of lines) add(variantId, -quantity)
      },
    }
  }
  const units = (at: number) => (c + at) % 3
  return {
    press: () => bookDelivery(shop.db, press, id, typed(shown, units), false),
    after: (done: { ok: boolean }) => {
      if (done.ok)
        for (const [at, { variantId }] of shown.lines.entries()) add(variantId, units(at))
    },
  }
}

const count: Act = async ({ shop, admin }) => {
  const press = pressOf(admin)
  return { press: () => startCount(shop.db, press, { categoryId: null, location: null }) }
}

/** Somebody counts the stock, sometimes one too many or too few; finally the count is booked. */
const countOn: Act = async (world, { a, b, c }) => {
  const { shop, admin } = world
  const open = await shop.db
    .select()
    .from(stockCounts)
    .where(eq(stockCounts.state, 'open'))
    .orderBy(asc(stockCounts.number))
  const one = pick(open, a)
  if (!one) return undefined
  const press = pressOf(admin)
  if (b % 4 === 2) return { press: () => bookCount(shop.db, press, one.id) }
  if (b % 12 === 11) return { press: () => cancelCount(shop.db, press, one.id) }
  const { variantId = '' } = pick(world.articles, c) ?? {}
  const [level] = await shop.db.select().from(variants).where(eq(variants.id, variantId))
  const quantity = Math.max(0, (level?.inventory ?? 0) + ([0, 1, -1][b % 3] ?? 0))
  return { press: () => addCounted(shop.db, press, one.id, [{ variantId, quantity }]) }
}

export const STOCK_ACTS = {
  'order of a supplier': expect,
  'go on with a delivery': deliveryOn,
  'begin a stock-take': count,
  'go on with a stock-take': countOn,
} satisfies Record<string, Act>
