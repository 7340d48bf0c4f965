import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  auditLog,
  posReturns,
  posSales,
  shiftCash,
  shifts,
  tillPins,
  unreadableTillEvents,
  users,
} from '../../../app/db/tables.server.ts'
import { sealingKeyOf } from '../../../app/modules/till/devices/approval-keys.ts'
import { setPin } from '../../../app/modules/till/devices/pins.ts'
import { derivePinKey, sealProof, signApproval } from '../../../app/rules/till/till-approval.ts'
import type { CashSale } from '../../../app/rules/till/till-events.ts'
import { mobileSaleContent } from '../../../app/rules/till/till-signature.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aProduct, aUser, type TestProduct } from '../../support/factories.ts'
import { aSoldLine, aTill } from '../../support/till/till.ts'

const app = useApp()
const PIN = '482100'
let bob: SignedIn
let eve: SignedIn
let dress: TestProduct
/** Bob's till, with his open shift. */
let till: Awaited<ReturnType<typeof aTill>>
/** Eve's own till. */
let hers: Awaited<ReturnType<typeof aTill>>

beforeEach(async () => {
  bob = await app.signIn('cashier')
  eve = await app.signIn('cashier')
  dress = await aProduct(app.shop, { name: 'Linen Dress', price: 40_000, stock: 20 })
  till = await aTill(bob, { hasKey: true })
  await till.send(await till.sign(till.openShift))
  hers = await aTill(eve, { hasKey: true })
  await hers.send(await hers.sign(hers.openShift))
})

const saleOf = async (id: string) =>
  (await app.shop.db.select().from(posSales).where(eq(posSales.idempotencyKey, id)))[0]
const returnOf = async (id: string) =>
  (await app.shop.db.select().from(posReturns).where(eq(posReturns.id, id)))[0]
const lastLog = async () =>
  (await app.shop.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0]
const whys = async () =>
  (await app.shop.db.select().from(unreadableTillEvents)).map(({ why }) => why.code)
const shiftOf = async (id: string) =>
  (await app.shop.db.select().from(shifts).where(eq(shifts.id, id)))[0]

const nameOf = async ({ userId }: SignedIn) =>
  (await app.shop.db.select().from(users).where(eq(users.id, userId)))[0]?.name

/** Uploads events with somebody's session and the device id that it gives. */
const sendAs = async (who: SignedIn, deviceId: string, ...events: unknown[]) => {
  const answer = await who.json('/admin/pos/upload', { body: { deviceId, things: events } })
  const { received } = answer.body as { received: { reviewReasons: string[] }[] }
  return received.map(({ reviewReasons }) => reviewReasons)
}

describe('a cashier who sends in a colleague’s name and shift', () => {
  test('sends a sale: it goes under review, is in nobody’s drawer, and names its sender', async () => {
    const forged = till.sale([aSoldLine(dress)])
    expect(await sendAs(eve, hers.deviceId, forged)).toEqual([['maker-unproven']])
    const kept = await saleOf(forged.id)
    expect(kept).toMatchObject({
      cashierId: eve.userId,
      sentBy: eve.userId,
      deviceId: hers.deviceId,
      isSigned: false,
      shiftId: null,
      tillId: hers.till.id,
    })
    // Nor does it take a sale number that Bob's till has in reserve.
    expect(kept?.saleNumber).not.toBe(forged.number)
    expect(await lastLog()).toMatchObject({
      action: 'maker unproven',
      byUser: eve.userId,
      after: { named: await nameOf(bob), device: hers.deviceId, signed: false },
    })
    // Repeated after it is stored, it gives the same reasons.
    expect(await sendAs(eve, hers.deviceId, forged)).toEqual([['maker-unproven']])
    expect(await app.shop.db.$count(posSales)).toBe(1)
  })

  test('sends a sale signed by her own till, where Bob was never signed in', async () => {
    const forged = await hers.sign(till.sale([aSoldLine(dress)], { shiftId: hers.shiftId }))
    expect(await sendAs(eve, hers.deviceId, forged)).toEqual([['maker-unproven']])
    expect(await saleOf(forged.id)).toMatchObject({ cashierId: eve.userId, isSigned: true })
    const inHisDrawer = await hers.sign(hers.sale([aSoldLine(dress)], { shiftId: till.shiftId }))
    expect(await sendAs(eve, hers.deviceId, inHisDrawer)).toEqual([['maker-unproven']])
    expect(await saleOf(inHisDrawer.id)).toMatchObject({ shiftId: null, tillId: hers.till.id })
  })

  test('sends a sale with his device’s id: the id is no key', async () => {
    const forged = till.sale([aSoldLine(dress)])
    expect(await sendAs(eve, till.deviceId, forged)).toEqual([['maker-unproven']])
    expect(await saleOf(forged.id)).toMatchObject({ cashierId: eve.userId, shiftId: null })
    const claim = { name: 'Eve’s', deviceId: till.deviceId, publicKey: hers.publicKey }
    expect((await eve.json('/admin/pos/tills', { body: claim })).status).toBe(409)
    const key = await eve.json('/admin/pos/device', {
      body: { publicKey: hers.publicKey },
      headers: { 'X-Till-Device': till.deviceId },
    })
    expect(key.status).toBe(400)
  })

  test('sends a refund: it goes under review, and the log names her', async () => {
    const sale = await till.sign(till.sale([aSoldLine(dress)]))
    await till.send(sale)
    const forged = till.back(sale)
    expect(await sendAs(eve, hers.deviceId, forged)).toEqual([['maker-unproven']])
    expect(await returnOf(forged.id)).toMatchObject({
      cashierId: eve.userId,
      sentBy: eve.userId,
      shiftId: null,
    })
    const log = await app.shop.db.select().from(auditLog).where(eq(auditLog.action, 'taken back'))
    expect(log).toMatchObject([{ byUser: eve.userId, after: { device: hers.deviceId } }])
  })

  test('sends in a boss’s name: her own limits apply, with or without a signature', async () => {
    const boss = await app.signIn('super_admin')
    // The boss was signed in at her till, so that its key may sign for them; the limits are still hers.
    await boss.fetch('/admin/pos/start', { headers: { 'X-Till-Device': hers.deviceId } })
    const sale = () => hers.sale([aSoldLine(dress)], { cashierId: boss.userId, discount: 30_000 })
    const [unsigned, signed] = [sale(), await hers.sign(sale())]
    expect(await sendAs(eve, hers.deviceId, unsigned, signed)).toEqual([
      ['maker-unproven', 'discount-unapproved'],
      ['discount-unapproved'],
    ])
    expect(await saleOf(unsigned.id)).toMatchObject({ cashierId: eve.userId })
    expect(await saleOf(signed.id)).toMatchObject({ cashierId: boss.userId, sentBy: eve.userId })
  })

  test('opens no shift, moves no cash and counts nothing there', async () => {
    const move = { ...till.made(), kind: 'cash-moved', amount: -1000, reason: 'Tea' }
    const { shiftId } = till
    const count = { ...till.made(), kind: 'shift-closed', shiftId, counted: {}, note: null }
    const opening = { ...till.openShift, ...till.made() }
    for (const deviceId of [hers.deviceId, till.deviceId])
      await sendAs(eve, deviceId, { ...opening, id: randomUUID() }, { ...move, shiftId }, count)
    expect(await app.shop.db.select().from(shiftCash)).toEqual([])
    expect(await shiftOf(shiftId)).toMatchObject({ closedAt: null, openedBy: bob.userId })
    // Two events with one id are stored once.
    expect(await whys()).toHaveLength(4)
  })

  test('cannot sell by mobile money there, unless that till’s device signed it', async () => {
    const saleId = randomUUID()
    const body = {
      pos: true,
      paymentMethod: 'paychangu',
      cartItems: [
        {
          product_id: dress.productId,
          variant_id: dress.variantId,
          quantity: 1,
          price: dress.price,
        },
      ],
      totalAmount: 40_000,
      till_id: till.till.id,
      shift_id: till.shiftId,
      sale_id: saleId,
    }
    const pay = (signed: { signature: { value: string } } | null, deviceId: string) =>
      eve.json('/functions/process-payment', {
        body: { ...body, device_signature: signed?.signature.value },
        headers: { 'X-Till-Device': deviceId },
      })
    const content = mobileSaleContent({ saleId, shiftId: till.shiftId, totalAmount: 40_000 })
    const refused = [
      await pay(null, till.deviceId),
      await pay(await hers.sign(content), hers.deviceId),
      await pay(await hers.sign(content), till.deviceId),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400])
    expect(await app.shop.db.$count(posSales)).toBe(0)
    expect((await pay(await till.sign(content), till.deviceId)).status).toBe(200)
    expect(await saleOf(saleId)).toMatchObject({ cashierId: eve.userId, shiftId: till.shiftId })
    // Nor does a cash part that the device did not sign go into his drawer.
    const another = randomUUID()
    const part = { saleId: another, shiftId: till.shiftId, totalAmount: 40_000 }
    const payPart = async (content: object) =>
      (
        await eve.json('/functions/process-payment', {
          body: {
            ...body,
            sale_id: another,
            cash_amount: 30_000,
            device_signature: (await till.sign(content)).signature.value,
          },
          headers: { 'X-Till-Device': till.deviceId },
        })
      ).status
    expect(await payPart(mobileSaleContent(part))).toBe(400)
    expect(await payPart(mobileSaleContent({ ...part, cashAmount: 30_000 }))).toBe(200)
  })
})

describe('an event that a till’s own device signed', () => {
  test('is in order, whoever sends it from wherever', async () => {
    const sale = await till.sign(till.sale([aSoldLine(dress)]))
    expect(await sendAs(eve, hers.deviceId, sale, sale)).toEqual([[], []])
    expect(await saleOf(sale.id)).toMatchObject({
      cashierId: bob.userId,
      sentBy: eve.userId,
      deviceId: till.deviceId,
      isSigned: true,
      shiftId: till.shiftId,
      saleNumber: sale.number,
    })
  })

  test('is in order for a colleague in its open shift, once she was signed in there', async () => {
    const lunch = () => till.sign(till.sale([aSoldLine(dress)], { cashierId: eve.userId }))
    const before = await lunch()
    expect(await till.send(before)).toMatchObject({
      received: [{ reviewReasons: ['maker-unproven'] }],
    })
    await eve.fetch('/admin/pos/start', { headers: { 'X-Till-Device': till.deviceId } })
    const after = await lunch()
    expect(await till.send(after)).toMatchObject({ received: [{ reviewReasons: [] }] })
    expect(await saleOf(after.id)).toMatchObject({ cashierId: eve.userId, shiftId: till.shiftId })
  })

  test('goes under review when it was changed afterwards', async () => {
    const sale = await till.sign(till.sale([aSoldLine(dress)]))
    const [opened, closed] = [
      await till.sign({ ...till.openShift, ...till.made() }),
      await till.sign({
        ...till.made(),
        kind: 'shift-closed',
        shiftId: till.shiftId,
        counted: {},
        note: null,
      }),
    ]
    const changed = { ...sale, notes: 'Paid' }
    expect(await till.send(changed)).toMatchObject({
      received: [{ reviewReasons: ['signature-wrong'] }],
    })
    await till.send({ ...opened, float: 1 }, { ...closed, counted: { '5000': 1 } })
    expect(await whys()).toEqual(Array(2).fill('signature-wrong'))
    expect(await lastLog()).toMatchObject({ action: 'maker unproven', byUser: bob.userId })
  })

  test('stays in order after another device took the till over', async () => {
    const sale = await till.sign(till.sale([aSoldLine(dress)]))
    const admin = await app.signIn('admin')
    const body = { name: till.till.name, deviceId: randomUUID(), takeOver: true }
    expect((await admin.json('/admin/pos/tills', { body })).status).toBe(200)
    expect(await sendAs(eve, hers.deviceId, sale)).toEqual([[]])
  })

  test('counts in no shift that was over before the device became that till', async () => {
    await app.shop.db
      .update(shifts)
      .set({ closedAt: new Date(), closedBy: bob.userId })
      .where(eq(shifts.id, till.shiftId))
    const admin = await app.signIn('admin')
    const later = await aTill(admin, { hasKey: true })
    await app.shop.db
      .update(shifts)
      .set({ tillId: later.till.id })
      .where(eq(shifts.id, till.shiftId))
    const sale = await later.sign(later.sale([aSoldLine(dress)], { shiftId: till.shiftId }))
    expect(await sendAs(admin, later.deviceId, sale)).toEqual([['maker-unproven']])
  })
})

test('a till from before keys: its own session’s sales are in order, and its first key stays', async () => {
  const old = await aTill(bob)
  const sale = old.sale([aSoldLine(dress)])
  expect(await old.send(old.openShift, sale)).toMatchObject({
    received: [{ reviewReasons: [] }, { reviewReasons: [] }],
  })
  const register = (publicKey: string) => old.post('device', { publicKey })
  expect((await register(old.publicKey)).status).toBe(200)
  expect((await register(old.publicKey)).status).toBe(200)
  expect((await register(hers.publicKey)).status).toBe(400)
  expect((await register('nonsense')).status).toBe(400)
  const signed = await old.sign(old.sale([aSoldLine(dress)]))
  expect(await sendAs(eve, hers.deviceId, signed)).toEqual([[]])
})

describe('a refund above what a cashier gives back alone', () => {
  let sale: CashSale
  let boss: { userId: string }
  beforeEach(async () => {
    boss = await aUser(app.shop, 'admin')
    const { internalAdapter } = await app.shop.auth.$context
    const { token: sessionToken } = await internalAdapter.createSession(boss.userId)
    const actor = { ...boss, ip: '::1', role: 'admin' as const }
    await setPin(app.shop, actor, { pin: PIN, password: null, sessionToken })
    sale = till.sale([aSoldLine(dress, { quantity: 3 })])
    await till.send(await till.sign(sale))
    // Nobody refunds their own sale alone.
    await app.shop.db.update(posSales).set({ cashierId: boss.userId })
  })
  const two = (change: object = {}) =>
    till.back(sale, {
      lines: [{ lineId: sale.lines[0]?.id, quantity: 2, amount: 80_000, isRestocked: true }],
      refund: 80_000,
      ...change,
    })
  const reviewReasonsOf = async (event: object) =>
    (await till.send(await till.sign(event))).received[0]?.reviewReasons
  const ask = (returnId: string, pin = PIN) =>
    till.post('approve', { userId: boss.userId, pin, returnId, refund: 80_000 })

  test('goes under review without an approval, in one piece and in two', async () => {
    expect(await reviewReasonsOf(till.back(sale))).toEqual([])
    expect(await reviewReasonsOf(till.back(sale))).toEqual(['refund-unapproved'])
  })

  test('is in order with an approval by the server, for this refund only', async () => {
    const event = two()
    const { approval } = (await (await ask(event.id)).json()) as { approval: { proof: string } }
    expect(await reviewReasonsOf(two({ approval }))).toEqual(['refund-unapproved'])
    await app.shop.db.execute('truncate pos_return_items, pos_returns')
    expect(await reviewReasonsOf({ ...event, approval })).toEqual([])
    expect(await returnOf(event.id)).toMatchObject({ approvedBy: boss.userId })
  })

  test('goes under review with an offline approval', async () => {
    const event = two()
    const [pin] = await app.shop.db.select().from(tillPins)
    const key = await derivePinKey(PIN, pin?.salt ?? '')
    const mac = await signApproval(key, { returnId: event.id, refund: 80_000 })
    const proof = await sealProof(mac, sealingKeyOf(app.shop.config.sessionSecret))
    const approval = { by: boss.userId, byName: 'The boss', proof }
    expect(await reviewReasonsOf({ ...event, approval })).toEqual(['approved-offline'])
  })

  test('reports a wrong PIN', async () => {
    const answer = await ask(randomUUID(), '482101')
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      reason: 'till-pin-wrong',
      error: expect.stringContaining('PIN is wrong'),
    })
  })

  test('needs no approval by an admin in their own session', async () => {
    const admin = await app.signIn('admin')
    const own = await aTill(admin)
    await own.send(own.openShift)
    const event = two({ ...own.made(), shiftId: own.shiftId })
    expect((await own.send(event)).received[0]?.reviewReasons).toEqual([])
  })
})
