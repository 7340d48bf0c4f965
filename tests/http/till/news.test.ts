import { randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog, posSales, shifts, tills } from '../../../app/db/tables.server.ts'
import { TILL } from '../../../app/shop-tills.ts'
import { useApp } from '../../support/app.ts'
import { aPaidOrder, aProduct } from '../../support/factories.ts'
import { aSoldLine, aTill } from '../../support/till/till.ts'

const app = useApp()
const { shop } = app

/** Reads an event stream until these words have come. */
async function readUntil(answer: Response, words: string) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (reader && !text.includes(words)) {
    const { done, value } = await reader.read()
    if (done) break
    text += value
  }
  await reader?.cancel()
  return text
}

test('staff are notified at once that a till was taken over, with its id only; customers are not', async () => {
  const cashier = await app.signIn('cashier')
  const admin = await app.signIn('admin')
  const customer = await app.signIn()
  const { till, deviceId, ...at } = await aTill(cashier)
  const [received, elsewhere] = await Promise.all(
    [cashier, customer].map((who) => who.fetch('/events')),
  )
  // A till's heartbeat is no event.
  await at.post('here', { tillId: till.id, shiftId: null, unsent: 0 })
  const taken = await admin.json('/admin/pos/tills', {
    body: { name: till.name, deviceId: randomUUID(), takeOver: true },
  })
  expect(taken.status).toBe(200)
  const text = await readUntil(received as Response, till.id)
  expect(text).toContain(`event: till\ndata: {"till_id":"${till.id}"}\n\n`)
  expect(text.match(/event: till/g)).toHaveLength(1)
  expect(text).not.toContain(deviceId)
  // An event for the customer comes after all events before it.
  const { order } = await aPaidOrder(shop, customer.userId, [{ product: await aProduct(shop) }])
  const own = await readUntil(elsewhere as Response, order.orderNumber)
  expect(own).not.toContain('till')
  expect((await (await at.get('start')).json()) as object).toMatchObject({ till: null })
})

test('a shift above the limit ends the one whose till was silent longest; its late sales go under review, and its late count is accepted', async () => {
  const cashier = await app.signIn('cashier')
  const skirt = await aProduct(shop, { price: 20_000, stock: 5 })
  const most = TILL.openShifts.cashier
  const all: Awaited<ReturnType<typeof aTill>>[] = []
  for (let n = 0; n <= most; n += 1) {
    all.push(await aTill(cashier))
  }
  const [left, away, ...others] = all
  const last = others.pop()
  if (!left || !away || !last) throw new Error('too few tills')
  for (const till of [left, away, ...others]) {
    await till.send(till.openShift)
    await till.post('here', { tillId: till.till.id, shiftId: till.shiftId, unsent: 0 })
  }
  const early = away.sale([aSoldLine(skirt)])
  await shop.db
    .update(tills)
    .set({ lastSeenAt: sql`now() - interval '10 minutes'` })
    .where(eq(tills.id, away.till.id))
  await last.send(last.openShift)

  const open = await shop.db
    .select({ id: shifts.id })
    .from(shifts)
    .where(and(eq(shifts.openedBy, cashier.userId), isNull(shifts.closedAt)))
  expect(open.map(({ id }) => id).toSorted()).toEqual(
    [left, ...others, last].map(({ shiftId }) => shiftId).toSorted(),
  )
  const endedShift = async () =>
    (await shop.db.select().from(shifts).where(eq(shifts.id, away.shiftId)))[0]
  expect(await endedShift()).toMatchObject({ closedBy: cashier.userId, counted: null })
  const log = await shop.db.select().from(auditLog).where(eq(auditLog.entityId, away.shiftId))
  expect(log).toMatchObject([{ action: 'shift closed', byUser: cashier.userId }])

  expect((await away.send(early)).received).toMatchObject([{ reviewReasons: ['shift-unknown'] }])
  const [sale] = await shop.db.select().from(posSales).where(eq(posSales.idempotencyKey, early.id))
  expect(sale).toMatchObject({ shiftId: away.shiftId, totalAmount: 20_000 })
  await away.send({
    ...away.made(),
    kind: 'shift-closed',
    shiftId: away.shiftId,
    counted: { '5000': 5 },
    note: null,
  })
  expect(await endedShift()).toMatchObject({ countedTotal: 25_000, expectedTotal: 25_000 })
  // Repeated, it closes no further shift.
  await last.send(last.openShift)
  expect(await shop.db.$count(shifts, isNull(shifts.closedAt))).toBe(most)
})

test('shifts that one person opens simultaneously at many tills stay within the limit', async () => {
  const cashier = await app.signIn('cashier')
  const all = await Promise.all(Array.from({ length: 8 }, () => aTill(cashier)))
  await Promise.all(all.map((till) => till.send(till.openShift)))
  expect(
    await shop.db.$count(shifts, and(eq(shifts.openedBy, cashier.userId), isNull(shifts.closedAt))),
  ).toBe(TILL.openShifts.cashier)
})
