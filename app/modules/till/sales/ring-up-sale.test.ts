import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { anAdmin, aProduct, aUser, type TestProduct } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import {
  payments,
  posSaleItems,
  posSales,
  products,
  shifts,
  stockMovements,
  tillDevices,
  tills,
  variants,
} from '../../../db/tables.server.ts'
import {
  makeDeviceKeys,
  mobileSaleContent,
  publicKeyOf,
  signContent,
} from '../../../rules/till/till-signature.ts'
import { issueCredit } from '../../credit/issue-credit.ts'
import { checkLedger } from '../../health/check-stock.ts'
import { approve as approveAt } from '../devices/approve.ts'
import { setPin } from '../devices/pins.ts'
import { findRole } from './price-sale.ts'
import { ringUpProviderSale, type SaleRequest } from './ring-up-sale.ts'

const shop = useShop()
let cashier: { userId: string; email: string }
let dress: TestProduct

beforeEach(async () => {
  cashier = await aUser(shop, 'cashier')
  dress = await aProduct(shop, { price: 20_000, stock: 5 })
})

const saleRequest = (change: Partial<SaleRequest> = {}, line: object = {}): SaleRequest => ({
  lines: [{ ...dress, quantity: 2, ...line }],
  totalAmount: 40_000,
  customerName: null,
  customerPhone: null,
  notes: null,
  idempotencyKey: randomUUID(),
  saleId: randomUUID(),
  ...change,
})
const ring = (change?: Partial<SaleRequest>, line?: object) =>
  ringUpProviderSale(shop, cashier.userId, saleRequest(change, line))

async function anOpenShift() {
  const [till] = await shop.db
    .insert(tills)
    .values({ name: `Till ${randomUUID()}` })
    .returning()
  const [shift] = await shop.db
    .insert(shifts)
    .values({
      id: randomUUID(),
      tillId: till?.id ?? '',
      openedBy: cashier.userId,
      openedAt: new Date(),
      openingFloat: 0,
    })
    .returning()
  return { tillId: till?.id ?? '', shiftId: shift?.id ?? '' }
}

/** Somebody with a PIN that they set while freshly signed in. */
async function aUserWithPin(role: 'admin' | 'cashier', pin = '482100') {
  const person = await aUser(shop, role)
  const { internalAdapter } = await shop.auth.$context
  const { token } = await internalAdapter.createSession(person.userId)
  const actor = { userId: person.userId, ip: '10.0.0.1', role }
  expect(await setPin(shop, actor, { pin, password: null, sessionToken: token })).toMatchObject({
    ok: true,
  })
  return person
}

test('a sale has the till’s id, its place and its discounts, and its payment is for the part not in cash', async () => {
  const place = await anOpenShift()
  const asked = saleRequest(
    { ...place, discount: 1000, totalAmount: 37_000, cashAmount: 12_000 },
    { discount: 2000 },
  )
  await shop.db.update(products).set({ costPrice: 800 })
  const rung = await ringUpProviderSale(shop, cashier.userId, asked)
  expect(rung).toMatchObject({
    ok: true,
    sale: {
      ...place,
      id: asked.saleId,
      subtotal: 40_000,
      discountAmount: 3000,
      totalAmount: 37_000,
      cashAmount: 12_000,
      approvedBy: null,
    },
    payment: { amount: 25_000 },
  })
  const [item] = await shop.db.select().from(posSaleItems)
  const sums = { unitPrice: 20_000, discountAmount: 2000, totalPrice: 38_000 }
  expect(item).toMatchObject({ ...sums, unitCost: 800 })
  const moved = await shop.db
    .select()
    .from(stockMovements)
    .where(eq(stockMovements.kind, 'reservation'))
  expect(moved).toMatchObject([{ quantity: -2, posSaleId: asked.saleId, byUser: cashier.userId }])
})

test('a sale’s payment is polled while it waits, and given up when its window ends', async () => {
  const rung = await ring()
  if (!rung.ok) throw new Error(rung.reason)
  const { rows } = await shop.db.execute(sql`
    select name, data, extract(epoch from start_after - created_on)::int as seconds from pgboss.job
    where name in ('expire-pos-sale', 'poll-payment') order by name`)
  const { paymentWindowMinutes, paymentPollSeconds } = shop.config
  expect(rows).toEqual([
    {
      name: 'expire-pos-sale',
      data: { posSaleId: rung.sale.id },
      seconds: paymentWindowMinutes * 60,
    },
    {
      name: 'poll-payment',
      data: { reference: rung.payment.reference },
      seconds: paymentPollSeconds,
    },
  ])
})

describe('nothing is recorded, and no units are reserved, for', () => {
  const refused: [string, Partial<SaleRequest>, object, string][] = [
    ['a price that is not the shop’s', {}, { price: 19_999 }, 'price-changed'],
    ['a total that is not true', { totalAmount: 39_999 }, {}, 'total-changed'],
    ['a discount that the total has not', { discount: 1000 }, {}, 'total-changed'],
    ['half a kwacha off', { discount: 0.5, totalAmount: 39_999.5 }, {}, 'pos-discount-bad'],
    ['a discount below zero', { discount: -1, totalAmount: 40_001 }, {}, 'pos-discount-bad'],
    ['more off than there is', { discount: 40_001, totalAmount: 0 }, {}, 'pos-discount-bad'],
    ['more off a line than it costs', {}, { discount: 40_001 }, 'pos-discount-bad'],
    ['all of it in cash', { cashAmount: 40_000 }, {}, 'pos-cash-part'],
    ['more than all of it in cash', { cashAmount: 41_000 }, {}, 'pos-cash-part'],
    ['cash below zero', { cashAmount: -1 }, {}, 'pos-cash-part'],
    ['cash that is no number', { cashAmount: Number.NaN }, {}, 'pos-cash-part'],
    ['less by phone than the provider takes', { cashAmount: 39_951 }, {}, 'pos-too-small'],
    ['a discount above the limit', { discount: 4001, totalAmount: 35_999 }, {}, 'pos-discount'],
    ['more than is there', { totalAmount: 120_000 }, { quantity: 6 }, 'pos-stock'],
    ['a till that there is not', { tillId: randomUUID() }, {}, 'pos-shift'],
    ['a shift that there is not', { shiftId: randomUUID() }, {}, 'pos-shift'],
  ]
  test.each(refused)('%s', async (_what, change, line, reason) => {
    expect(await ring(change, line)).toMatchObject({ ok: false, reason })
    expect(await shop.db.$count(posSales)).toBe(0)
    const [left] = await shop.db.select().from(variants)
    expect(left?.inventory).toBe(5)
  })

  test('a closed shift, or another till’s', async () => {
    const place = await anOpenShift()
    const other = await anOpenShift()
    expect(await ring({ ...place, tillId: other.tillId })).toMatchObject({ reason: 'pos-shift' })
    const closed = { closedAt: new Date(), closedBy: cashier.userId }
    await shop.db.update(shifts).set(closed).where(eq(shifts.id, place.shiftId))
    expect(await ring(place)).toMatchObject({ reason: 'pos-shift' })
  })
})

test('a refused sale returns the correct total, allowed discount or available units', async () => {
  const refused = async (change: Partial<SaleRequest>, line: object = {}) => {
    const rung = await ring(change, line)
    return rung.ok ? null : rung
  }
  expect(await refused({ totalAmount: 1 })).toEqual({
    ok: false,
    reason: 'total-changed',
    amount: 40_000,
  })
  const off = { discount: 4001, totalAmount: 35_999 }
  expect(await refused(off)).toMatchObject({ reason: 'pos-discount', amount: 10 })
  const many = { totalAmount: 120_000 }
  expect(await refused(many, { quantity: 6 })).toMatchObject({ reason: 'pos-stock', available: 5 })
  expect(await refused({ lines: [], totalAmount: 0 })).toEqual({
    ok: false,
    reason: 'pos-empty-cart',
  })
  const dear = await aProduct(shop, { price: 999_999_999 })
  const most = { lines: [{ ...dear, quantity: 3 }], totalAmount: 2_999_999_997 }
  expect(await refused(most)).toEqual({ ok: false, reason: 'amount-too-large' })
  const largest = await aProduct(shop, { price: 1_000_000_000 / 2 })
  expect(
    await ring({ lines: [{ ...largest, quantity: 4 }], totalAmount: 2_000_000_000 }),
  ).toMatchObject({ ok: true })
  // A size that was not said has no discount of its own.
  const { variantId: _, ...unsaid } = { ...dress, quantity: 2, discount: 1000 }
  expect(await refused({ lines: [unsaid], totalAmount: 39_000 })).toMatchObject({
    reason: 'pos-discount-bad',
  })
})

test('discounts on two lines of one size and color are added on their merged line', async () => {
  const lines = [
    { ...dress, quantity: 1, discount: 1000 },
    { ...dress, quantity: 1, discount: 500 },
  ]
  const skirt = await aProduct(shop, { price: 5000 })
  expect(
    await ring({ lines: [...lines, { ...skirt, quantity: 1 }], totalAmount: 43_500 }),
  ).toMatchObject({ ok: true, sale: { discountAmount: 1500 } })
  const items = await shop.db.select().from(posSaleItems).orderBy(posSaleItems.position)
  expect(items).toMatchObject([
    { quantity: 2, discountAmount: 1500, totalPrice: 38_500, position: 0 },
    { quantity: 1, discountAmount: 0, totalPrice: 5000, position: 1 },
  ])
})

test('a discount on a line is limited to its price, whatever the other lines cost', async () => {
  cashier = await aUser(shop, 'admin')
  const skirt = await aProduct(shop, { price: 5000 })
  const lines = (discount: number) => [
    { ...dress, quantity: 2 },
    { ...skirt, quantity: 2, discount },
  ]
  expect(await ring({ lines: lines(10_001), totalAmount: 39_999 })).toMatchObject({
    reason: 'pos-discount-bad',
  })
  expect(await ring({ lines: lines(10_000), totalAmount: 40_000 })).toMatchObject({ ok: true })
  // All of the sale but what the provider takes at least.
  expect(await ring({ discount: 40_000, totalAmount: 0 })).toMatchObject({
    reason: 'pos-too-small',
  })
  // A size that the cart alone says has none off, and needs none.
  const { variantId: _, ...unsaid } = { ...skirt, quantity: 1 }
  const rung = await ring({ lines: [unsaid], totalAmount: 5000 })
  expect(rung.ok || rung.reason).not.toBe('pos-discount-bad')
})

test('a cash part may be all but the provider’s smallest amount, in a sale without a code', async () => {
  expect(await ring({ cashAmount: 39_950 })).toMatchObject({ ok: true, payment: { amount: 50 } })
  const credit = (amount: number) => ({ credit: { reserveId: randomUUID(), amount } })
  // Reserved by nobody: nothing of the sale is written.
  expect(await ring(credit(1000))).toEqual({ ok: false, reason: 'till-credit-over' })
  expect(await shop.db.$count(posSales)).toBe(1)
  expect(await ring(credit(0))).toMatchObject({ reason: 'till-credit-over' })
  expect(await ring(credit(-1))).toMatchObject({ reason: 'pos-cash-part' })
  expect(await ring(credit(0.5))).toMatchObject({ reason: 'pos-cash-part' })
})

test('a sale belongs to an active till with or without a shift, and to another person’s shift only by an admin or its own device', async () => {
  dress = await aProduct(shop, { price: 20_000, stock: 50 })
  const place = await anOpenShift()
  const { tillId, shiftId } = place
  expect(await ring({ tillId })).toMatchObject({ ok: true, sale: { tillId, shiftId: null } })
  expect(await ring({ shiftId })).toMatchObject({ ok: true, sale: place })
  cashier = await aUser(shop, 'cashier')
  const refused = { ok: false, reason: 'pos-shift' }
  expect(await ring(place)).toEqual(refused)

  const keys = await makeDeviceKeys()
  const device = { deviceId: randomUUID(), tillId, publicKey: await publicKeyOf(keys) }
  await shop.db.insert(tillDevices).values(device)
  const asked = saleRequest({ ...place, cashAmount: 5000, deviceId: device.deviceId })
  const content = mobileSaleContent({
    saleId: asked.saleId,
    shiftId,
    totalAmount: 40_000,
    cashAmount: 5000,
  })
  const signature = await signContent(content, keys.privateKey)
  const send = (change: Partial<SaleRequest>) =>
    ringUpProviderSale(shop, cashier.userId, { ...asked, signature, ...change })
  // Signed for another sum, by a device that is not known, or not at all.
  expect(await send({ cashAmount: 4000 })).toEqual(refused)
  expect(await send({ deviceId: randomUUID() })).toEqual(refused)
  expect(await send({ signature: undefined })).toEqual(refused)
  const left = async (change: Partial<typeof tillDevices.$inferInsert>) => {
    await shop.db.update(tillDevices).set(change)
    expect(await send({})).toEqual(refused)
  }
  await left({ leftAt: new Date() })
  await left({ leftAt: null, tillId: (await anOpenShift()).tillId })
  await left({ tillId, publicKey: null })
  await shop.db.update(tillDevices).set(device)
  expect(await send({})).toMatchObject({ ok: true, sale: place })

  cashier = await aUser(shop, 'admin')
  expect(await ring(place)).toMatchObject({ ok: true })
  await shop.db.update(tills).set({ retiredAt: new Date() })
  expect(await ring({ tillId })).toEqual(refused)
})

test('no sale is rung up while online payment is off, and a customer gives no discount', async () => {
  const off = { ...shop, config: { ...shop.config, payments: 'off' as const } }
  expect(await ringUpProviderSale(off, cashier.userId, saleRequest())).toEqual({
    ok: false,
    reason: 'pos-payments-off',
  })
  cashier = await aUser(shop)
  const asked = { discount: 1, totalAmount: 39_999 }
  expect(await ring(asked)).toMatchObject({ reason: 'pos-discount', amount: 0 })
})

test('a discount at the limit needs no approval; the limit covers the sale with all its discounts', async () => {
  expect(await ring({ discount: 4000, totalAmount: 36_000 })).toMatchObject({ ok: true })
  const split = { discount: 2001, totalAmount: 35_999 }
  expect(await ring(split, { discount: 2000 })).toMatchObject({ reason: 'pos-discount' })
})

test('an admin gives any correct discount without an approval', async () => {
  cashier = await aUser(shop, 'admin')
  expect(await ring({ discount: 30_000, totalAmount: 10_000 })).toMatchObject({ ok: true })
})

describe('an approval', () => {
  const off = 10_000
  const discounted = { discount: off, totalAmount: 30_000 }
  const approve = async (change: object = {}, saleId: string = randomUUID()) => {
    const admin = await aUserWithPin('admin')
    const asker = { userId: cashier.userId, ip: '10.0.0.1', deviceId: '' }
    const asked = { saleId, off, subtotal: 40_000, ...change }
    const given = await approveAt(shop, asker, admin.userId, '482100', asked)
    if (!given.ok) throw new Error(given.reason)
    return { saleId, approval: given.approval, admin }
  }

  test('allows this discount on this sale, and names the approver', async () => {
    const { saleId, approval, admin } = await approve()
    const rung = await ring({ ...discounted, saleId, approval })
    expect(rung).toMatchObject({ ok: true, sale: { approvedBy: admin.userId } })
  })
  test('works for no other sale, discount or person', async () => {
    const { saleId, approval } = await approve()
    const other = await aUserWithPin('admin', '999999')
    for (const change of [
      { ...discounted, saleId: randomUUID() },
      { saleId, discount: off + 1, totalAmount: 29_999 },
      { ...discounted, saleId, approval: { ...approval, by: other.userId } },
      { ...discounted, saleId, approval: { ...approval, proof: '0'.repeat(64) } },
      { ...discounted, saleId, approval: { ...approval, proof: 'é'.repeat(64) } },
      { ...discounted, saleId: undefined },
    ])
      expect(await ring({ approval, ...change })).toMatchObject({ reason: 'pos-discount' })
  })
  test('ends when the person may no longer approve', async () => {
    const { saleId, approval, admin } = await approve()
    const { changeRole } = await import('../../accounts/change-role.ts')
    await changeRole(shop, admin.email, 'cashier')
    expect(await ring({ ...discounted, saleId, approval })).toMatchObject({
      reason: 'pos-discount',
    })
  })
})

describe('a sale sent twice', () => {
  test('is one sale, also at once and after its price has changed', async () => {
    const asked = saleRequest()
    const all = await Promise.all(
      Array.from({ length: 5 }, () => ringUpProviderSale(shop, cashier.userId, asked)),
    )
    const numbers = all.map((one) => (one.ok ? one.sale.saleNumber : one.reason))
    expect(new Set(numbers).size).toBe(1)
    const lines = asked.lines.map((line) => ({ ...line, price: 1 }))
    const again = await ringUpProviderSale(shop, cashier.userId, { ...asked, lines })
    expect(again).toMatchObject({ ok: true, sale: { saleNumber: numbers[0] } })
    expect(await shop.db.$count(payments)).toBe(1)
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })
  test('with another total, cash part or cashier is refused, and so is its id under another key', async () => {
    const asked = saleRequest()
    expect(await ringUpProviderSale(shop, cashier.userId, asked)).toMatchObject({ ok: true })
    const other = await aUser(shop, 'cashier')
    const reused = { ok: false, reason: 'idempotency-reused' }
    expect(await ring({ ...asked, totalAmount: 20_000 })).toMatchObject(reused)
    expect(await ring({ ...asked, cashAmount: 5000 })).toMatchObject(reused)
    expect(await ringUpProviderSale(shop, other.userId, asked)).toMatchObject(reused)
    expect(await ring({ ...asked, idempotencyKey: randomUUID() })).toMatchObject(reused)
  })
  test('a voucher with the id of an existing code is refused, because its own code needs that id', async () => {
    const saleId = randomUUID()
    const issued = { kind: 'voucher', amount: 5000, email: null, reason: 'Paid' } as const
    await issueCredit(shop, await anAdmin(shop), { id: saleId, ...issued })
    const voucher = { lines: [], voucher: 30_000, totalAmount: 30_000 }
    const reused = { ok: false, reason: 'idempotency-reused' }
    expect(await ring({ ...voucher, saleId })).toEqual(reused)
    expect(await ring({ saleId })).toMatchObject({ ok: true })
    expect(await ring(voucher)).toMatchObject({ ok: true })
  })
})

test('a person without a profile has the rights of a customer', async () => {
  const roleOf = (userId: string) => shop.db.transaction((db) => findRole(db, userId))
  expect([await roleOf(cashier.userId), await roleOf(randomUUID())]).toEqual([
    'cashier',
    'customer',
  ])
})
