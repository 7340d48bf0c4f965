import { desc, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  anAdmin,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  endUndoTime,
  readOrder,
  readOrderEvents,
  type TestProduct,
} from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { auditLog, orders } from '../../../db/tables.server.ts'
import { moveOrder } from '../move-order.ts'
import { undoMove } from '../undo/undo-move.ts'
import { releaseParcel, releaseWithoutCode } from './release-parcel.ts'

const shop = useShop()
let dress: TestProduct
let userId: string
let admin: Awaited<ReturnType<typeof anAdmin>>

beforeEach(async () => {
  dress = await aProduct(shop, { price: 20_000, stock: 50 })
  ;({ userId } = await aUser(shop))
  admin = await anAdmin(shop)
})

async function aParcel() {
  const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
  const { releaseCode } = await readOrder(shop, order.id)
  if (!releaseCode) throw new Error('a paid order has no code')
  const wrong = releaseCode === '0000' ? '1111' : '0000'
  return { orderId: order.id, code: releaseCode, wrong }
}
/** Emails that leave now. */
const waiting = async () =>
  (await shop.db.execute(sql`select from pgboss.job where name = 'send-email'`)).rows.length
const logged = () => shop.db.select().from(auditLog).orderBy(desc(auditLog.id))
const emails = async () => {
  await endUndoTime(shop)
  const { rows } = await shop.db.execute<{ data: { subject: string; paragraphs: string[] } }>(
    sql`delete from pgboss.job where name = 'send-email' returning data`,
  )
  return rows.map(({ data }) => data)
}

test('an order gets its code when it is paid, and keeps it when it is shipped', async () => {
  const { order } = await aPendingOrder(shop, userId, [{ product: dress }])
  expect((await readOrder(shop, order.id)).releaseCode).toBeNull()
  const { orderId, code } = await aParcel()
  const { version } = await readOrder(shop, orderId)
  await emails()
  await moveOrder(shop, admin, { orderId, version, to: 'shipped' })
  expect((await readOrder(shop, orderId)).releaseCode).toBe(code)
  const [shipped] = await emails()
  expect(shipped?.paragraphs.join(' ')).toContain(`Say the code ${code}`)
})

test('an order shipped unpaid, or from before there were codes, gets its code when it is shipped', async () => {
  const { order } = await aPendingOrder(shop, userId, [{ product: dress }])
  await emails()
  await moveOrder(shop, admin, { orderId: order.id, version: 1, to: 'shipped' })
  const { releaseCode } = await readOrder(shop, order.id)
  const [shipped] = await emails()
  expect(shipped?.paragraphs.join(' ')).toContain(`Say the code ${releaseCode}`)
})

test('the right code hands the parcel over: delivered, with the time and the person, and the customer is notified', async () => {
  const { orderId, code } = await aParcel()
  await emails()
  expect(await releaseParcel(shop, admin, { orderId, code })).toMatchObject({
    ok: true,
    isNew: true,
  })
  const order = await readOrder(shop, orderId)
  expect(order).toMatchObject({
    status: 'delivered',
    deliveredAt: expect.any(Date),
    releaseTries: 0,
  })
  expect((await readOrderEvents(shop, orderId)).at(-1)).toMatchObject({
    toStatus: 'delivered',
    byUser: admin.userId,
    note: { code: 'released' },
  })
  expect((await logged())[0]).toMatchObject({
    action: 'status changed',
    byUser: admin.userId,
    after: { status: 'delivered', releasedBy: 'code' },
  })
  expect((await emails()).map(({ subject }) => subject)).toEqual([
    `Your order ${order.orderNumber} was delivered`,
  ])
  expect(JSON.stringify(await logged())).not.toContain(`"${code}"`)
  // The same press once more.
  expect(await releaseParcel(shop, admin, { orderId, code })).toMatchObject({ isNew: false })
  expect(await emails()).toEqual([])
})

test('a wrong code is counted and logged, and after five even the right one is refused', async () => {
  const { orderId, code, wrong } = await aParcel()
  for (const left of [4, 3, 2, 1, 0])
    expect(await releaseParcel(shop, admin, { orderId, code: wrong })).toEqual({
      ok: false,
      reason: 'release-code-wrong',
      left,
    })
  expect(await releaseParcel(shop, admin, { orderId, code })).toMatchObject({
    reason: 'release-locked',
  })
  expect(await readOrder(shop, orderId)).toMatchObject({ status: 'processing', releaseTries: 5 })
  expect((await logged()).map(({ action }) => action)).toEqual(Array(5).fill('wrong code'))
  for (const bad of ['', '12', '12345', 'abcd'])
    expect(await releaseParcel(shop, admin, { orderId, code: bad })).toMatchObject({
      reason: 'release-code-bad',
    })
})

test('a wrong code that is repeated after a lost answer counts as one try', async () => {
  const { orderId, wrong } = await aParcel()
  const press = { ...admin, request: crypto.randomUUID() }
  for (let n = 0; n < 3; n += 1)
    expect(await releaseParcel(shop, press, { orderId, code: wrong })).toMatchObject({ left: 4 })
  expect((await readOrder(shop, orderId)).releaseTries).toBe(1)
  expect(await logged()).toHaveLength(1)
})

test('handing a parcel over without the code requires a reason, which is in the history and is erased with its customer', async () => {
  const { orderId, wrong } = await aParcel()
  for (let n = 0; n < 5; n += 1) await releaseParcel(shop, admin, { orderId, code: wrong })
  for (const reason of ['  ', 'x'.repeat(201)])
    expect(await releaseWithoutCode(shop, admin, { orderId, reason })).toMatchObject({
      reason: 'release-reason-missing',
    })
  const reason = 'Phone is broken; has shown her ID'
  expect(await releaseWithoutCode(shop, admin, { orderId, reason })).toMatchObject({ ok: true })
  expect(await readOrder(shop, orderId)).toMatchObject({ status: 'delivered' })
  expect((await readOrderEvents(shop, orderId)).at(-1)?.note).toEqual({
    code: 'released-without-code',
    text: reason,
  })
  const [entry] = await logged()
  expect(entry?.after).toEqual({ status: 'delivered', releasedBy: 'reason' })
})

test('a parcel handed over with a reason can be taken back before its email leaves, one handed over by its code cannot', async () => {
  const { orderId } = await aParcel()
  await emails()
  const reason = 'Has shown her ID'
  const released = await releaseWithoutCode(shop, admin, { orderId, reason })
  if (!released.ok || released.undo === undefined) throw new Error('not to be undone')
  expect(await undoMove(shop, admin, released.undo)).toMatchObject({ ok: true, to: 'processing' })
  expect(await readOrder(shop, orderId)).toMatchObject({ status: 'processing', deliveredAt: null })
  expect(await emails()).toEqual([])
  expect(await releaseWithoutCode(shop, admin, { orderId, reason })).toMatchObject({ isNew: true })
  expect(await waiting()).toBe(0)
  expect(await emails()).toMatchObject([{ subject: expect.stringContaining('was delivered') }])
  const { code, orderId: other } = await aParcel()
  await emails()
  const byCode = await releaseParcel(shop, admin, { orderId: other, code })
  expect(byCode).not.toHaveProperty('undo')
  expect(await waiting()).toBe(1)
})

test('a repeated hand-over after a lost answer can still be undone, somebody else’s cannot', async () => {
  const { orderId } = await aParcel()
  const asked = { orderId, reason: 'Has shown her ID' }
  const press = { ...admin, request: 'press-1' }
  const first = await releaseWithoutCode(shop, press, asked)
  if (!first.ok || first.undo === undefined) throw new Error('not to be undone')
  expect(await releaseWithoutCode(shop, press, asked)).toEqual(first)
  const late = { ok: true, orderNumber: first.orderNumber, isNew: false }
  expect(await releaseWithoutCode(shop, admin, asked)).toEqual(late)
  expect(await releaseWithoutCode(shop, await anAdmin(shop), asked)).toEqual(late)
  // Its email has left.
  await emails()
  expect(await releaseWithoutCode(shop, press, asked)).toEqual(late)
})

test('a wrong code, repeated after a colleague has handed the parcel over, undoes nothing', async () => {
  const { orderId, code } = await aParcel()
  const press = { ...admin, request: 'press-2' }
  const wrong = { orderId, code: code === '1234' ? '4321' : '1234' }
  expect((await releaseParcel(shop, press, wrong)).ok).toBe(false)
  const colleague = await anAdmin(shop)
  await releaseWithoutCode(shop, colleague, { orderId, reason: 'Has shown her ID' })
  const again = await releaseParcel(shop, press, wrong)
  expect(again).toMatchObject({ ok: true, isNew: false })
  expect(again).not.toHaveProperty('undo')
})

test('a parcel of an unpaid or cancelled order is not handed over, by code or with a reason', async () => {
  const { order } = await aPendingOrder(shop, userId, [{ product: dress }])
  const parcel = { orderId: order.id, code: '1234', reason: 'Asked nicely' }
  expect(await releaseParcel(shop, admin, parcel)).toMatchObject({ reason: 'release-not-due' })
  expect(await releaseWithoutCode(shop, admin, parcel)).toMatchObject({ reason: 'release-not-due' })
  const { orderId, code } = await aParcel()
  const { version } = await readOrder(shop, orderId)
  await moveOrder(shop, admin, { orderId, version, to: 'cancelled' })
  expect(await releaseParcel(shop, admin, { orderId, code })).toMatchObject({
    reason: 'release-not-due',
  })
  expect(await releaseParcel(shop, admin, { orderId: crypto.randomUUID(), code })).toMatchObject({
    reason: 'not-found',
  })
})

test('the database accepts only codes of four digits', async () => {
  await aParcel()
  for (const releaseCode of ['123', '12345', 'abcd'])
    await expect(shop.db.update(orders).set({ releaseCode })).rejects.toThrow()
})
