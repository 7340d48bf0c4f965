import { eq, inArray, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import {
  deliveryBookingLines,
  deliveryBookings,
  orders,
  payments,
  posReturns,
  posSales,
  refunds,
  shiftCash,
  unreadableTillEvents,
} from '../../../../app/db/tables.server.ts'
import { expireOrder, expirePosSale } from '../../../../app/modules/checkout/expire-order.ts'
import { settlePayment } from '../../../../app/modules/checkout/settle-payment.ts'
import { endOwnReserve } from '../../../../app/modules/credit/reserves/end-reserves.ts'
import { checkHealth } from '../../../../app/modules/health/check-health.ts'
import { checkLedger, checkReservations } from '../../../../app/modules/health/check-stock.ts'
import { checkRedemptions, checkTotals } from '../../../../app/modules/health/check-sums.ts'
import { pollPayout } from '../../../../app/modules/refunds/payouts/poll-payout.ts'
import { sendPayout } from '../../../../app/modules/refunds/payouts/send-payout.ts'
import { readMoney } from '../../../../app/modules/refunds/read-money.ts'
import { takeBackAsAgreed } from '../../../../app/modules/returns/take-back-as-agreed.ts'
import { readShift } from '../../../../app/modules/till/shifts/read-shift.ts'
import { decideSandboxPayment } from '../../../../app/platform/payments/sandbox-payments.server.ts'
import { type Check } from '../../../../app/rules/health/health.ts'
import { FINDINGS } from '../../../../app/rules/messages/health/findings.ts'
import type { TillEvent } from '../../../../app/rules/till/till-events.ts'
import type { Device } from './device.ts'
import type { World } from './world.ts'

/** In the middle of the day: no sum may ever be wrong, whatever is still under way. */
export async function expectSums({ shop }: World) {
  expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  expect(await checkReservations(shop.db)).toMatchObject({ code: 'reservations-agree' })
  expect(await checkRedemptions(shop)).toMatchObject({ code: 'redemptions-agree' })
  expect(await checkTotals(shop.db)).toMatchObject({ code: 'totals-agree' })
}

/** The evening: every till gets its connection back, and everything that waits is finished. */
export async function endTheDay(world: World) {
  const { shop, devices } = world
  for (const device of devices) {
    device.isOnline = true
    await device.flush()
    expect(device.unsent).toEqual([])
    const { userId, deviceId } = device
    for (const { credit } of device.carts)
      await endOwnReserve(shop.db, credit.id, { userId, deviceId })
    // Two of three waiting exchanges are paid in the end, some of them late.
    const awaited = device.rung.filter((rung) => rung.awaited || rung.isExchange)
    for (const { saleId } of awaited.filter((_, at) => at % 3 !== 2)) {
      const [page] = await shop.db.select().from(payments).where(eq(payments.posSaleId, saleId))
      if (!page) continue
      await decideSandboxPayment(shop.db, page.reference, 'pay')
      await settlePayment(shop, page.reference)
    }
    for (const rung of device.rung) {
      if (await expirePosSale(shop, rung.saleId)) rung.isHandedBack = true
    }
  }
  const open = await shop.db.select().from(payments).where(eq(payments.status, 'open'))
  for (const { reference } of open) await settlePayment(shop, reference)
  await endExchanges(world)
  const late = { ...shop, now: () => new Date(Date.now() + 3_600_000) }
  const waiting = await shop.db.select().from(orders).where(eq(orders.status, 'pending'))
  for (const { id } of waiting) await expireOrder(late, id)
  const { rows } = await shop.db.execute<{ id: string; isSent: boolean }>(
    sql`select charge_id as id, sent_at is not null as "isSent" from payouts where status = 'open'`,
  )
  for (const { id, isSent } of rows) {
    if (!isSent) await sendPayout(shop, id)
    await pollPayout(shop, id)
  }
}

/**
 * Runs the jobs of paid exchanges of orders. According to the sale, the cash for the returned piece left the drawer and
 * entered it again; otherwise the sale is only partly paid, and the till takes none of its cash.
 */
async function endExchanges({ shop, devices, cashOut }: World) {
  const paid = await shop.db.select().from(payments).where(eq(payments.status, 'paid'))
  for (const { posSaleId, reference } of paid)
    if (posSaleId) await takeBackAsAgreed(shop, { posSaleId, reference })
  for (const { rung } of devices)
    for (const one of rung) {
      const { saleId, shiftId, awaited } = one
      const [sale] = await shop.db.select().from(posSales).where(eq(posSales.id, saleId))
      if (!awaited || sale?.paymentStatus !== 'completed') continue
      const { id, amount } = awaited
      if (sale.cashAmount >= amount) {
        cashOut.set(id, { shiftId, amount })
        rung.push({ saleId, shiftId, cash: amount, isHandedBack: false })
      } else one.isHandedBack = true
    }
}

/**
 * The stock that each article must have according to the documents alone: orders, receipts, deliveries, stock-takes.
 * The ledger is not read.
 */
async function readPieces({ shop, articles, received }: World) {
  const { rows } = await shop.db.execute<Record<string, number> & { id: string }>(sql`
    with counted as (
      select l.variant_id, c.id, sum(l.counted) - (array_agg(l.ledger + l.in_orders order by l.id desc))[1] as units
      from stock_count_lines l join stock_counts c on c.id = l.count_id where c.state = 'booked' group by l.variant_id, c.id),
    back as (
      select i.variant_id, o.status = 'cancelled' as is_gone, r.inspected_at, o.cancelled_at, b.restocked, b.faulty
      from return_items b join returns r on r.id = b.return_id join orders o on o.id = r.order_id
      join order_items i on i.id = b.order_item_id where r.status in ('inspected', 'settled')),
    taken_back as (
      select i.variant_id, least(i.quantity, sum(b.quantity)) as units
      from pos_return_items b join pos_sale_items i on i.id = b.pos_sale_item_id join pos_sales s on s.id = i.pos_sale_id
      where b.is_restocked and s.payment_status = 'completed' group by i.id)
    select v.id, v.inventory as level,
      coalesce((select sum(units) from counted where variant_id = v.id), 0)::int as counted,
      coalesce((select sum(i.quantity) from order_items i join orders o on o.id = i.order_id
        where i.variant_id = v.id and o.status <> 'cancelled'), 0)::int as ordered,
      coalesce((select sum(restocked + faulty) from back where variant_id = v.id and not is_gone), 0)::int as back,
      coalesce((select sum(faulty) from back where variant_id = v.id), 0)::int as faulty,
      coalesce((select -sum(quantity) from stock_movements where variant_id = v.id and cause = 'damaged'), 0)::int as written_off,
      coalesce((select sum(faulty) from back where variant_id = v.id and is_gone and cancelled_at <= inspected_at), 0)::int as late_faulty,
      coalesce((select sum(b.reserved) from return_items b join returns r on r.id = b.return_id join orders o on o.id = r.order_id
        where b.wanted_variant_id = v.id and o.status <> 'cancelled'), 0)::int as kept,
      coalesce((select sum(i.quantity - i.missing) from pos_sale_items i join pos_sales s on s.id = i.pos_sale_id
        where i.variant_id = v.id and s.payment_status in ('completed', 'pending')), 0)::int as sold,
      coalesce((select sum(units) from taken_back where variant_id = v.id), 0)::int as taken_back
    from variants v`)
  for (const { variantId, opening } of articles) {
    const one = rows.find(({ id }) => id === variantId)
    const of = (name: string) => one?.[name] ?? 0
    expect(of('written_off')).toBeLessThanOrEqual(of('faulty'))
    expect(of('written_off')).toBeGreaterThanOrEqual(of('faulty') - of('late_faulty'))
    const arrived = received.get(variantId) ?? 0
    const left = of('ordered') - of('back') + of('kept') + of('sold') - of('taken_back')
    expect(of('level'), JSON.stringify({ opening, arrived, ...one })).toBe(
      opening + arrived + of('counted') - left - of('written_off'),
    )
    expect(of('level')).toBeGreaterThanOrEqual(0)
  }
}

/** Every acknowledged delivery is booked, and no other. */
async function expectDeliveries({ shop, received }: World) {
  const booked = await shop.db
    .select({
      variantId: deliveryBookingLines.variantId,
      units: sql<number>`sum(${deliveryBookingLines.quantity})`.mapWith(Number),
    })
    .from(deliveryBookingLines)
    .innerJoin(deliveryBookings, eq(deliveryBookings.id, deliveryBookingLines.bookingId))
    .where(sql`${deliveryBookings.reversedAt} is null`)
    .groupBy(deliveryBookingLines.variantId)
  const differing = [...received].filter(([, units]) => units !== 0)
  expect(new Map(booked.map(({ variantId, units }) => [variantId, units]))).toEqual(
    new Map(differing),
  )
}

/** Refunds never exceed the payments, in money and in total, and cash and payouts left once. */
async function expectOrders({ shop, cashOut }: World) {
  const all = await shop.db.select().from(orders)
  for (const { id, orderNumber, refundedAmount } of all) {
    const money = await readMoney(shop.db, id)
    expect(money.refunded, orderNumber).toBeLessThanOrEqual(money.paid)
    expect(money.refundedMoney, orderNumber).toBeLessThanOrEqual(Math.max(0, money.money))
    const [{ sum } = { sum: -1 }] = (
      await shop.db.execute<{ sum: number }>(
        sql`select coalesce(sum(amount - surplus), 0)::int as sum from refunds where order_id = ${id} and status = 'done'`,
      )
    ).rows
    expect(refundedAmount, orderNumber).toBeGreaterThanOrEqual(sum)
  }
  const { rows } = await shop.db.execute<Record<string, number>>(sql`select
    (select coalesce(sum(amount), 0)::int from sandbox_payments where status = 'paid') as taken,
    (select coalesce(sum(paid_amount), 0)::int from payments where status in ('paid', 'mismatch')) as known,
    (select coalesce(sum(amount), 0)::int from sandbox_payouts where status = 'paid') as paid_out,
    (select count(*)::int from (select p.refund_id from sandbox_payouts s join payouts p on p.charge_id = s.charge_id
      where s.status = 'paid' group by p.refund_id having count(*) > 1) twice) as paid_out_twice,
    (select coalesce(sum(amount), 0)::int from refunds where way = 'wallet' and status = 'done') as by_wallet,
    (select coalesce(sum(m.amount), 0)::int from credits c join credit_movements m on m.credit_id = c.id and m.kind = 'issued'
      where c.kind = 'return' and not exists (select from pos_returns r where r.id = c.id)) as on_credit,
    (select coalesce(sum(amount), 0)::int from refunds where way = 'credit' and status = 'done') as by_credit,
    (select count(*)::int from returns r join return_items b on b.return_id = r.id and b.exchanged > 0
      join order_items o on o.id = b.order_item_id where not exists (select from order_items n
        where n.order_id = r.exchange_order_id and n.variant_id = b.wanted_variant_id and n.price = o.price)) as at_other_prices`)
  const [sums] = rows
  expect(sums).toMatchObject({
    known: sums?.['taken'],
    by_wallet: sums?.['paid_out'],
    paid_out_twice: 0,
    by_credit: sums?.['on_credit'],
    at_other_prices: 0,
  })
  const byCash = await shop.db.select().from(refunds).where(eq(refunds.way, 'cash'))
  const done = byCash.filter(({ status }) => status === 'done')
  expect(
    new Map(done.map(({ id, shiftId, amount }) => [id, { shiftId: shiftId ?? '', amount }])),
  ).toEqual(cashOut)
  const takenOut = await shop.db
    .select()
    .from(shiftCash)
    .where(inArray(shiftCash.id, [...cashOut.keys()]))
  expect(
    new Map(takenOut.map(({ id, shiftId, amount }) => [id, { shiftId, amount: -amount }])),
  ).toEqual(cashOut)
}

/** Amounts put on codes are still on them or were spent, by valid orders and by sales, to the kwacha. */
async function expectCredit({ shop }: World) {
  const { rows } = await shop.db.execute<Record<string, number>>(sql`select
    (select count(*)::int from credits c where c.balance < 0 or c.balance <> (
      select coalesce(sum(m.amount), 0) from credit_movements m where m.credit_id = c.id)) as drifted,
    (select coalesce(sum(amount), 0)::int from credit_movements where kind = 'issued') as issued,
    (select coalesce(sum(balance), 0)::int from credits) as left_over,
    (select coalesce(-sum(amount), 0)::int from credit_movements where order_id is not null and kind <> 'issued') as web,
    (select coalesce(-sum(amount), 0)::int from credit_movements where reserve_id is not null) as till,
    (select count(*)::int from credit_reserves where status = 'held') as held,
    (select coalesce(sum(credit_amount), 0)::int from pos_sales where payment_status = 'completed') as paid_by_codes,
    (select coalesce(sum((note ->> 'amount')::int - (note ->> 'taken')::int), 0)::int
      from pos_sales, jsonb_array_elements(review_notes) note where note ->> 'code' = 'credit-short' and payment_method = 'cash') as short,
    (select coalesce(sum(r.credit_amount), 0)::int from pos_returns r) as back_on_codes,
    (select coalesce(sum(c.amount), 0)::int from credits c join pos_returns r on r.id = c.id) as back_on_new`)
  const sums = rows[0] ?? {}
  const of = (name: string) => sums[name] ?? 0
  expect(sums).toMatchObject({ drifted: 0, held: 0 })
  expect(of('issued'), JSON.stringify(sums)).toBe(of('left_over') + of('web') + of('till'))
  return sums
}

/**
 * Every event of a till is in the books once, or stored once for a person; the till’s drawer holds the sum of its
 * events.
 */
async function expectDrawers({ shop, cashOut }: World, device: Device) {
  const { all, drawers, rung, till } = device
  const unread = await shop.db
    .select()
    .from(unreadableTillEvents)
    .where(eq(unreadableTillEvents.deviceId, till.deviceId))
  const [sales, returns, cash] = await Promise.all([
    shop.db.select().from(posSales).where(eq(posSales.tillId, till.till.id)),
    shop.db.select().from(posReturns).where(eq(posReturns.deviceId, till.deviceId)),
    shop.db.select().from(shiftCash).where(eq(shiftCash.deviceId, till.deviceId)),
  ])
  /** The cash that events put into the drawer and that the shop counts nowhere, because they are under review. */
  const uncounted = new Map<string, number>()
  const isElsewhere = (event: TillEvent) => {
    const isUnread = unread.filter(({ id }) => id === event.id).length
    const sale = sales.filter(
      ({ idempotencyKey }) => idempotencyKey.replace(/:cash$/, '') === event.id,
    )
    const back = returns.filter(({ id }) => id === event.id)
    const moved = cash.filter(({ id }) => id === event.id)
    if (event.kind === 'sale' || event.kind === 'return' || event.kind === 'cash-moved')
      expect(isUnread + sale.length + back.length + moved.length, JSON.stringify(event)).toBe(1)
    return isUnread > 0 || [...sale, ...back].some(({ shiftId }) => shiftId === null)
  }
  for (const event of all) {
    const isOut = isElsewhere(event)
    if (!isOut || !('shiftId' in event)) continue
    const amount =
      event.kind === 'sale'
        ? event.cashGiven
        : event.kind === 'cash-moved'
          ? event.amount
          : event.kind === 'return' && !event.creditCode
            ? (event.creditBack ?? 0) - event.refund
            : 0
    uncounted.set(event.shiftId, (uncounted.get(event.shiftId) ?? 0) + amount)
  }
  const reasons = [...sales, ...returns].flatMap(({ reviewReasons }) => reviewReasons)
  if (!device.isShuffled) {
    const known = ['short-stock', 'returned-twice', 'sum-differs', 'paid-late', 'refund-unapproved']
    expect(reasons.filter((reason) => !known.includes(reason))).toEqual([])
  }
  for (const [shiftId, kept] of drawers) {
    const shift = await readShift(shop.db, shiftId)
    if (!shift) {
      expect(device.isShuffled || unread.some(({ id }) => id === shiftId)).toBe(true)
      continue
    }
    const out = [...cashOut.values()].filter((one) => one.shiftId === shiftId)
    const byPhone = rung.filter((one) => one.shiftId === shiftId && !one.isHandedBack)
    const there =
      kept -
      out.reduce((sum, { amount }) => sum + amount, 0) +
      byPhone.reduce((sum, one) => sum + one.cash, 0)
    expect(shift.figures.expected, JSON.stringify({ shiftId, kept, there })).toBe(
      there - (uncounted.get(shiftId) ?? 0),
    )
  }
}

/** Everything has arrived, and all books agree. */
export async function expectBooks(world: World) {
  const { shop, devices } = world
  await expectSums(world)
  await readPieces(world)
  await expectDeliveries(world)
  await expectOrders(world)
  const sums = await expectCredit(world)
  for (const device of devices) await expectDrawers(world, device)
  const isPlain = devices.every(({ isShuffled }) => !isShuffled)
  const odd =
    (await shop.db.$count(unreadableTillEvents)) +
    (await shop.db.$count(posReturns, sql`${posReturns.reviewReasons} <> '{}'`))
  // Without reviews, sales and codes agree about what codes paid.
  if (isPlain && odd === 0) {
    const of = (name: string) => sums[name] ?? 0
    expect(of('till'), JSON.stringify(sums)).toBe(
      of('paid_by_codes') - of('short') - (of('back_on_codes') - of('back_on_new')),
    )
  }
  const findings = await checkHealth(shop)
  const wrong = findings.filter(
    ({ check, finding }) => OF_BOOKS.includes(check) && FINDINGS[finding.code].state !== 'good',
  )
  // A payout that a wallet refused waits for a person, as it should.
  expect(wrong.filter(({ finding }) => finding.code !== 'payouts-failed')).toEqual([])
}
/** The other checks are about the machine: disk, backup, certificate. */
const OF_BOOKS: Check[] = ['ledger', 'reservations', 'redemptions', 'totals', 'payments', 'payouts']
