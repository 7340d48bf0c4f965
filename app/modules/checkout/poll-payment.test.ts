import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aPendingOrder, aProduct, aUser, payAtProvider } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { orders } from '../../db/tables.server.ts'
import { pollForgotten, pollPayment } from './poll-payment.ts'

const shop = useShop()
let reference: string
let opened: Date

beforeEach(async () => {
  const { userId } = await aUser(shop)
  const { payment } = await aPendingOrder(shop, userId, [{ product: await aProduct(shop) }])
  ;({ reference } = payment)
  const { rows } = await shop.db.execute<{ at: string }>(sql`select created_at as at from payments`)
  opened = new Date(rows[0]?.at ?? '')
})

/** After how many seconds it is asked about again, when it is asked about so many seconds after it was opened. */
async function pollAt(seconds: number, config = shop.config) {
  const now = () => new Date(opened.getTime() + seconds * 1000)
  await shop.db.execute(sql`delete from pgboss.job`)
  await pollPayment({ ...shop, config, now }, reference)
  const { rows } = await shop.db.execute<{ reference: string; after: number }>(
    sql`select data ->> 'reference' as reference, round(extract(epoch from start_after - created_on))::int as after
        from pgboss.job where name = 'poll-payment'`,
  )
  return rows.map(({ reference, after }) => [reference, after])
}

test('an open payment is polled at the shop’s pace while it can be paid, then more and more rarely, for a week', async () => {
  const { paymentPollSeconds: pace, paymentWindowMinutes } = shop.config
  const window = paymentWindowMinutes * 60
  expect(await pollAt(1)).toEqual([[reference, pace]])
  expect(await pollAt(window - 1)).toEqual([[reference, pace]])
  expect(await pollAt(window)).toEqual([[reference, Math.max(pace, window / 10)]])
  expect(await pollAt(20_000)).toEqual([[reference, 2000]])
  expect(await pollAt(36_000)).toEqual([[reference, 3600]])
  expect(await pollAt(7 * 86_400)).toEqual([[reference, 3600]])
  expect(await pollAt(7 * 86_400 + 1)).toEqual([])
})

test('the provider is never polled more often than the shop’s setting, however slow that is', async () => {
  const slow = { ...shop.config, paymentPollSeconds: 500 }
  expect(await pollAt(slow.paymentWindowMinutes * 60, slow)).toEqual([[reference, 500]])
})

test('a payment with a known outcome is not polled any more, nor is an unknown one', async () => {
  await payAtProvider(shop, reference)
  expect(await pollAt(60)).toEqual([])
  expect(await shop.db.select().from(orders)).toMatchObject([{ status: 'processing' }])
  reference = 'zv-nothing'
  expect(await pollAt(60)).toEqual([])
})

test('an open payment without a polling job gets one again, for a week', async () => {
  const jobs = async () => {
    await pollForgotten(shop)
    const { rows } = await shop.db.execute<{ reference: string }>(
      sql`select data ->> 'reference' as reference from pgboss.job where name = 'poll-payment'`,
    )
    return rows.map((row) => row.reference)
  }
  const age = (interval: string) =>
    shop.db.execute(sql`update payments set created_at = now() - ${interval}::interval`)
  await shop.db.execute(sql`delete from pgboss.job`)
  expect(await jobs()).toEqual([])
  await age('8 days')
  expect(await jobs()).toEqual([])
  await age('2 hours')
  expect(await jobs()).toEqual([reference])
  expect(await jobs()).toEqual([reference])
  await payAtProvider(shop, reference)
  await pollPayment(shop, reference)
  await shop.db.execute(sql`delete from pgboss.job`)
  expect(await jobs()).toEqual([])
})
