import type pg from 'pg'
import { expect } from 'vitest'
import { until } from '../product.ts'

type Read = <Row extends pg.QueryResultRow>(text: string, values: unknown[]) => Promise<Row[]>
/** The requests that were acknowledged. */
type Pressed = {
  orders: readonly string[]
  /** `amount`: null when the shop computes it. */
  refunds: ReadonlyMap<string, { way: string; amount: number | null }>
  /** `refundId`: null when another piece was sent in exchange. */
  returns: ReadonlyMap<string, { refundId: string | null }>
  /** Codes that staff issued by hand. */
  credits: readonly string[]
}

/**
 * Expects every acknowledged request exactly once, and nothing else: no order refunds more than was paid, each return
 * is settled once, by its refund or by one other order, and each code holds the amount that was put on it. Returns the
 * number of payouts that a person has to end.
 */
export async function expectGivenOnce(
  read: Read,
  { orders, refunds, returns, credits }: Pressed,
): Promise<{ unasked: number }> {
  const of = [orders]
  type Refund = { id: string; way: string; amount: number; status: string; asked: boolean }
  const listRefunds = () =>
    read<Refund>(
      `select r.id, r.way, r.amount, r.status, exists (select from payouts p join sandbox_payouts s
         on s.charge_id = p.charge_id where p.refund_id = r.id) as asked
       from refunds r where r.order_id = any($1)`,
      of,
    )
  // A process that died between its note and its request leaves a payout that only a person can end (send-payout.ts).
  const waiting = async () =>
    (await listRefunds()).filter((one) => one.status !== 'done' && one.asked)
  await until(async () => (await waiting()).length === 0, 'every payout is known')
  const rows = await listRefunds()
  expect(rows.map(({ id }) => id).toSorted()).toEqual([...refunds.keys()].toSorted())
  for (const { id, way, amount, status } of rows) {
    const asked = refunds.get(id)
    expect({ way, amount }).toEqual({ way: asked?.way, amount: asked?.amount ?? amount })
    expect(status, way).toBe(way === 'wallet' && status === 'sent' ? 'sent' : 'done')
  }
  expect(
    await read(
      `select o.order_number, p.amount, g.amount as given from orders o
       join (select order_id, sum(paid_amount) as amount from payments where status = 'paid' group by 1) p on p.order_id = o.id
       join (select order_id, sum(amount) as amount from refunds where status <> 'cancelled' group by 1) g on g.order_id = o.id
       where o.id = any($1) and (g.amount > p.amount
         or o.refunded_amount <> (select coalesce(sum(amount), 0) from refunds r where r.order_id = o.id and r.status = 'done'))`,
      of,
    ),
  ).toEqual([])
  expect(
    await read(
      `select p.refund_id from payouts p join sandbox_payouts s on s.charge_id = p.charge_id
       join refunds r on r.id = p.refund_id where r.order_id = any($1)
       group by 1, r.amount having count(*) > 1 or sum(s.amount) <> r.amount`,
      of,
    ),
  ).toEqual([])
  const back = await read<{ id: string; status: string; refund: string; sent: number }>(
    `select r.id, r.status, r.refund_id as refund, (select count(*)::int from orders o where o.id = r.exchange_order_id) as sent,
       (select sum(restocked) from return_items b where b.return_id = r.id)::int as units
     from returns r where r.order_id = any($1)`,
    of,
  )
  const settled = [...returns].map(([id, { refundId: refund }]) => ({
    id,
    status: 'settled',
    refund,
    sent: refund === null ? 1 : 0,
    units: 1,
  }))
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)
  expect(back.toSorted(byId)).toEqual(settled.toSorted(byId))
  // The returns match the units that came into stock, and those that left by their own orders.
  const [pieces] = await read(
    `select (select coalesce(sum(quantity), 0)::int from stock_movements where order_id = any($1) and kind = 'return') as back,
       (select count(*)::int from order_events where order_id = any($1) and note ->> 'code' = 'exchanged') as sent`,
    of,
  )
  expect(pieces).toEqual({
    back: settled.length,
    sent: settled.filter(({ sent }) => sent === 1).length,
  })
  const byCredit = rows.filter(({ way }) => way === 'credit')
  expect(
    (
      await read<{ key: string }>(
        `select refund_id as key from credit_movements where kind = 'issued' and refund_id = any($1)`,
        [byCredit.map(({ id }) => id)],
      )
    )
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual(byCredit.map(({ id }) => id).toSorted())
  const issued = await read<{ id: string; balance: number }>(
    `select c.id, c.balance from credits c where c.reason = 'load' and c.balance = c.amount and c.balance =
       (select sum(amount) from credit_movements m where m.credit_id = c.id)`,
    [],
  )
  expect(issued.map(({ id }) => id).toSorted()).toEqual(credits.toSorted())
  return { unasked: rows.filter(({ status }) => status === 'sent').length }
}
