import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  auditLog,
  posSaleItems,
  posSales,
  stockMovements,
  tillPins,
  unreadableTillEvents,
  variants,
} from '../../../app/db/tables.server.ts'
import { checkLedger } from '../../../app/modules/health/check-stock.ts'
import { sealingKeyOf } from '../../../app/modules/till/devices/approval-keys.ts'
import { type Discounted, sealProof, signApproval } from '../../../app/rules/till/till-approval.ts'
import type { SoldLine } from '../../../app/rules/till/till-events.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aProduct, aUser, type TestProduct } from '../../support/factories.ts'
import { aSoldLine, aTill } from '../../support/till/till.ts'

const app = useApp()
let cashier: SignedIn
let dress: TestProduct
let till: Awaited<ReturnType<typeof aTill>>

beforeEach(async () => {
  cashier = await app.signIn('cashier')
  dress = await aProduct(app.shop, { name: 'Linen Dress', price: 20_000, stock: 5 })
  till = await aTill(cashier)
  await till.send(till.openShift)
})

const saleOf = async (id: string) =>
  (await app.shop.db.select().from(posSales).where(eq(posSales.idempotencyKey, id)))[0]
const onHand = async () =>
  (await app.shop.db.select().from(variants).where(eq(variants.id, dress.variantId)))[0]?.inventory
const reviewReasonsOf = async (...events: unknown[]) =>
  (await till.send(...events)).received.map(({ reviewReasons }) => reviewReasons)

describe('an upload of a till', () => {
  test('is recorded in the order of its events', async () => {
    const sales = [1, 1, 1].map((quantity) => till.sale([aSoldLine(dress, { quantity })]))
    const { received } = await till.send(...sales)
    expect(received.map(({ id }) => id)).toEqual(sales.map(({ id }) => id))
    const ledger = await app.shop.db
      .select({ of: stockMovements.posSaleId, kind: stockMovements.kind })
      .from(stockMovements)
      .orderBy(asc(stockMovements.id))
    expect(ledger.filter(({ kind }) => kind === 'pos_sale').map(({ of }) => of)).toEqual(
      sales.map(({ id }) => id),
    )
  })

  test('that repeats a sale with other contents changes nothing', async () => {
    const sale = till.sale([aSoldLine(dress, { quantity: 2 })])
    await till.send(sale)
    const before = await saleOf(sale.id)
    const cheaper = { ...sale, discount: 30_000, totalAmount: 10_000, notes: 'changed' }
    await till.send(cheaper, { ...sale, lines: [aSoldLine(dress, { quantity: 1 })] })
    expect(await saleOf(sale.id)).toEqual(before)
    expect(await app.shop.db.select().from(posSaleItems)).toHaveLength(1)
    expect(await onHand()).toBe(3)
  })

  test('with other payments under the key of a sale is stored for a person, each payment once', async () => {
    const sale = till.sale([aSoldLine(dress, { quantity: 2 })])
    await till.send(sale)
    const number = (await saleOf(sale.id))?.saleNumber
    const more = { ...sale, cashGiven: sale.cashGiven + 5000 }
    const other = { ...sale, discount: 30_000, totalAmount: 10_000 }
    for (let n = 0; n < 2; n += 1)
      expect((await till.send(sale, more, other)).received.map(({ id }) => id)).toEqual([
        sale.id,
        sale.id,
        sale.id,
      ])
    const kept = await app.shop.db.select().from(unreadableTillEvents)
    expect(kept.map(({ why }) => why)).toEqual([
      { code: 'key-used', saleNumber: number },
      { code: 'key-used', saleNumber: number },
    ])
    const bodies = kept.map(({ body }) => body)
    expect(bodies).toContainEqual(expect.objectContaining({ cashGiven: more.cashGiven }))
    expect(bodies).toContainEqual(expect.objectContaining({ totalAmount: 10_000 }))
    const { html } = await (await app.signIn('admin')).open('/admin/pos-sales')
    expect(html).toContain(`another payment than the one of ${number}, under the same key`)
  })

  test('with two broken payments under one key stores both', async () => {
    const broken = { ...till.sale([aSoldLine(dress, { quantity: -1 })]), notes: 'the first' }
    const second = { ...broken, notes: 'the second' }
    await till.send(broken, second, broken, second)
    const kept = await app.shop.db.select().from(unreadableTillEvents)
    expect(kept.map(({ body }) => (body as typeof broken).notes).sort()).toEqual([
      'the first',
      'the second',
    ])
  })

  test('with a broken event is processed without it: the rest counts once, also when repeated', async () => {
    const good = [till.sale([aSoldLine(dress)]), till.sale([aSoldLine(dress)])]
    const batch = [good[0], { ...good[0], id: randomUUID(), lines: [] }, good[1]]
    await Promise.all([till.send(...batch), till.send(...batch), till.send(...batch)])
    expect(await app.shop.db.$count(posSales)).toBe(2)
    expect(await onHand()).toBe(3)
    expect(await checkLedger(app.shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })

  test('with two lines of one size is short by what both lack together', async () => {
    const lines = [aSoldLine(dress, { quantity: 4 }), aSoldLine(dress, { quantity: 3 })]
    expect(await reviewReasonsOf(till.sale(lines))).toEqual([['short-stock']])
    const items = await app.shop.db.select().from(posSaleItems)
    expect(items.reduce((sum, { missing }) => sum + missing, 0)).toBe(2)
    expect(await onHand()).toBe(0)
    expect(await checkLedger(app.shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })

  test('of items without tracked stock is never short and moves no stock', async () => {
    const thread = await aProduct(app.shop, { trackInventory: false, stock: 0 })
    expect(await reviewReasonsOf(till.sale([aSoldLine(thread, { quantity: 900 })]))).toEqual([
      // The price list that this till had did not contain it yet.
      ['price-differs'],
    ])
    expect(await app.shop.db.select().from(stockMovements)).toHaveLength(1)
  })

  test('is stored with the catalogue’s names, not the uploaded ones', async () => {
    await till.send(till.sale([aSoldLine(dress, { discount: 500 })]))
    const [item] = await app.shop.db.select().from(posSaleItems)
    expect(item).toMatchObject({
      name: 'Linen Dress',
      unitPrice: 20_000,
      discountAmount: 500,
      totalPrice: 19_500,
      missing: 0,
    })
  })
})

describe('a discount above the limit', () => {
  const sell = (change: Parameters<typeof till.sale>[1], line: Partial<SoldLine> = {}) =>
    till.sale([aSoldLine(dress, line)], change)
  const seal = async (key: string, asked: Discounted) =>
    sealProof(await signApproval(key, asked), sealingKeyOf(app.shop.config.sessionSecret))
  async function anApprover() {
    const admin = await aUser(app.shop, 'admin')
    const key = 'ab'.repeat(32)
    await app.shop.db
      .insert(tillPins)
      .values({ userId: admin.userId, salt: 'salt', key, approves: true })
    const approve = async (saleId: string, off: number, subtotal: number) => ({
      by: admin.userId,
      byName: 'The boss',
      proof: await seal(key, { saleId, off, subtotal }),
    })
    return { ...admin, approve }
  }

  test('is in order at the limit, and goes under review one kwacha above it, counting lines and sale together', async () => {
    expect(
      await reviewReasonsOf(sell({ discount: 2000 }), sell({ discount: 1000 }, { discount: 1001 })),
    ).toEqual([[], ['discount-unapproved']])
  })

  test('with an approver’s sealed proof for that sale and discount only needs a review', async () => {
    const { approve, userId } = await anApprover()
    const sale = sell({ discount: 9000 })
    const approval = await approve(sale.id, 9000, 20_000)
    expect(await reviewReasonsOf({ ...sale, approval })).toEqual([['approved-offline']])
    expect(await saleOf(sale.id)).toMatchObject({ approvedBy: userId, discountAmount: 9000 })
    const other = sell({ discount: 9000 })
    const more = sell({ discount: 9001 })
    const changed = { ...more, approval: await approve(more.id, 9000, 20_000) }
    expect(await reviewReasonsOf({ ...other, approval }, changed)).toEqual([
      ['discount-unapproved'],
      ['discount-unapproved'],
    ])
    expect(await saleOf(other.id)).toMatchObject({ approvedBy: null })
  })

  test('is not approved by a cashier’s own PIN', async () => {
    const key = 'cd'.repeat(32)
    await app.shop.db
      .insert(tillPins)
      .values({ userId: cashier.userId, salt: 'salt', key, approves: true })
    const sale = sell({ discount: 9000 })
    const proof = await seal(key, { saleId: sale.id, off: 9000, subtotal: 20_000 })
    const approval = { by: cashier.userId, byName: 'Me', proof }
    expect(await reviewReasonsOf({ ...sale, approval })).toEqual([['discount-unapproved']])
  })
})

describe('items that come back', () => {
  const back = (saleNumber: string | null, lineId: string, quantity: number, amount: number) => ({
    ...till.made(),
    kind: 'return',
    shiftId: till.shiftId,
    saleNumber,
    lines: [{ lineId, quantity, amount, isRestocked: true }],
    refund: amount,
    reason: 'Too small',
    exchangeSaleId: null,
  })

  test('from two tills at once return no more stock than was sold', async () => {
    const line = aSoldLine(dress, { quantity: 2 })
    const sale = till.sale([line])
    await till.send(sale)
    const other = await aTill(await app.signIn('cashier'))
    await other.send(other.openShift)
    await Promise.all(
      [till, other, till, other].map((one) =>
        one.send({ ...back(sale.number, line.id, 1, 20_000), shiftId: one.shiftId }),
      ),
    )
    expect(await onHand()).toBe(5)
    expect(await checkLedger(app.shop.db)).toMatchObject({ code: 'ledger-agrees' })
    const audit = await app.shop.db.select().from(auditLog).where(eq(auditLog.action, 'taken back'))
    expect(audit).toHaveLength(4)
  })
})

describe('only staff', () => {
  test.each(['upload', 'tills', 'numbers', 'here', 'check'])(
    'write to /admin/pos/%s',
    async (path) => {
      const customer = await app.signIn('customer')
      const sale = till.sale([aSoldLine(dress)])
      const body = { deviceId: till.deviceId, tillId: till.till.id, name: 'X', things: [sale] }
      const ask = (who: SignedIn, headers = {}) => who.json(`/admin/pos/${path}`, { body, headers })
      expect((await ask(customer)).status).toBe(403)
      expect((await ask(cashier, { origin: 'https://elsewhere.example' })).status).toBe(403)
      expect(await app.shop.db.$count(posSales)).toBe(0)
    },
  )
})

test('a device can neither lease numbers nor send heartbeats for another till', async () => {
  const other = await aTill(await app.signIn('cashier'))
  const asked = { tillId: other.till.id, count: 1, shiftId: null, unsent: 0 }
  expect((await till.post('numbers', asked)).status).toBe(400)
  expect((await till.post('here', asked)).status).toBe(400)
})
