import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { anAdmin, aProduct, aUser, type TestProduct } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { aSale, aShift, aTill, makeAnothers } from '../../../../tests/support/till/counter.ts'
import { aSoldLine } from '../../../../tests/support/till/till.ts'
import { aTillAtShop } from '../../../../tests/support/till/till-at-shop.ts'
import {
  auditLog,
  credits,
  posReturnItems,
  posReturns,
  posSaleItems,
  posSales,
  profiles,
  shifts,
  stockMovements,
  tillPins,
  tills,
  unreadableTillEvents,
  variants,
} from '../../../db/tables.server.ts'
import type { Role } from '../../../rules/accounts/roles.ts'
import { sealProof, signApproval } from '../../../rules/till/till-approval.ts'
import type { CashSale, SaleReturn } from '../../../rules/till/till-events.ts'
import { issueCredit } from '../../credit/issue-credit.ts'
import { liveProof, sealingKeyOf } from '../devices/approval-keys.ts'
import { ringUpProviderSale } from '../sales/ring-up-sale.ts'
import { readShift } from '../shifts/read-shift.ts'
import { recordReturn } from './record-return.ts'

const shop = useShop()

describe('a return at a till', () => {
  let dress: TestProduct
  let bob: string
  let till: Awaited<ReturnType<typeof aTillAtShop>>

  beforeEach(async () => {
    dress = await aProduct(shop, { name: 'Linen Dress', price: 20_000, stock: 20 })
    bob = (await aUser(shop, 'cashier')).userId
    till = await aTillAtShop(shop, bob)
  })

  /** A sale of so many dresses that is at the shop, with so much off the whole of it. */
  async function soldByBob(quantity: number, change: Partial<CashSale> = {}): Promise<CashSale> {
    const sale = { ...till.sale(dress, quantity), ...change }
    await till.send(sale)
    return sale
  }
  /** The same of another cashier's. */
  async function sold(quantity: number, change: Partial<CashSale> = {}): Promise<CashSale> {
    const sale = await soldByBob(quantity, change)
    await makeAnothers(shop, sale)
    return sale
  }
  /** So many pieces of the first line for so much in all. */
  const piecesOf = (
    sale: CashSale,
    quantity: number,
    refund: number,
    change: Partial<SaleReturn> = {},
  ): SaleReturn => {
    const back = till.back(sale, quantity)
    const lines = back.lines.map((line) => ({ ...line, amount: refund }))
    return { ...back, refund, lines, ...change }
  }
  const reasonsOf = async (back: SaleReturn) => (await till.send(back))[0]?.reviewReasons
  const returnOf = async ({ id }: SaleReturn) =>
    (await shop.db.select().from(posReturns).where(eq(posReturns.id, id)))[0]
  const onHand = async () =>
    (await shop.db.select().from(variants).where(eq(variants.id, dress.variantId)))[0]?.inventory

  const KEY = 'ab'.repeat(32)
  /** Somebody who may has approved it, asked by the server or with a PIN that was typed without the network. */
  async function approved(back: SaleReturn, isLive = true) {
    const by = (await aUser(shop, 'admin')).userId
    await shop.db.insert(tillPins).values({ userId: by, salt: 'salt', key: KEY, approves: true })
    const asked = { returnId: back.id, refund: back.refund }
    const { sessionSecret } = shop.config
    const proof = isLive
      ? liveProof(sessionSecret, by, till.deviceId, asked)
      : await sealProof(await signApproval(KEY, asked), sealingKeyOf(sessionSecret))
    return { by, byName: 'The boss', proof }
  }

  test('is recorded as it was made, returns its units to stock, and is logged', async () => {
    const sale = await sold(3)
    const back = piecesOf(sale, 2, 40_000, { reason: 'Too small', exchangeSaleId: randomUUID() })
    const [first] = await till.send(back)
    expect(first).toEqual({ id: back.id, number: null, reviewReasons: [] })
    const row = await returnOf(back)
    expect(row).toMatchObject({
      posSaleId: sale.id,
      shiftId: till.shiftId,
      cashierId: bob,
      sentBy: bob,
      deviceId: till.deviceId,
      isSigned: false,
      refundAmount: 40_000,
      creditAmount: 0,
      reason: 'Too small',
      exchangeSaleId: back.exchangeSaleId,
      exchangeAmount: 0,
      paidSaleId: null,
      approvedBy: null,
      at: new Date(back.at),
    })
    expect(await shop.db.select().from(posReturnItems)).toMatchObject([
      {
        posReturnId: back.id,
        posSaleItemId: sale.lines[0]?.id,
        quantity: 2,
        amount: 40_000,
        isRestocked: true,
      },
    ])
    expect(await onHand()).toBe(19)
    const [moved] = await shop.db
      .select()
      .from(stockMovements)
      .where(eq(stockMovements.kind, 'return'))
    expect(moved).toMatchObject({
      quantity: 2,
      posSaleId: sale.id,
      byUser: bob,
      cause: 'taken-back',
      reason: 'Too small',
    })
    expect(await shop.db.select().from(auditLog)).toMatchObject([
      {
        action: 'taken back',
        entity: 'pos_sale',
        entityId: sale.id,
        label: sale.number,
        byUser: bob,
        after: {
          refundAmount: 40_000,
          reason: 'Too small',
          device: till.deviceId,
          signed: false,
          cashier: expect.stringContaining('Chisomo'),
        },
      },
    ])
    // Again, and with other contents under its id: the first counts.
    expect(await till.send(back, { ...back, refund: 60_000 })).toEqual([first, first])
    expect(await returnOf(back)).toEqual(row)
    expect(await onHand()).toBe(19)
    expect(await shop.db.$count(unreadableTillEvents)).toBe(0)
    expect((await readShift(shop.db, till.shiftId))?.figures).toMatchObject({
      refunds: 40_000,
      expected: 20_000,
    })
  })

  test('that is repeated gets the same answer with its review reasons', async () => {
    const sale = await sold(1)
    const back = piecesOf(sale, 1, 20_001)
    expect(await till.send(back, back)).toMatchObject([
      { reviewReasons: ['sum-differs'] },
      { id: back.id, number: null, reviewReasons: ['sum-differs'] },
    ])
    expect(await shop.db.$count(posReturns)).toBe(1)
  })

  test('of an unknown receipt or line is stored as unreadable', async () => {
    const sale = await sold(1)
    const [line] = piecesOf(sale, 1, 20_000).lines
    if (!line) throw new Error('no line')
    await till.send(
      piecesOf(sale, 1, 20_000, { saleNumber: 'POS-2026-999999' }),
      piecesOf(sale, 1, 20_000, { lines: [line, { ...line, lineId: randomUUID() }] }),
    )
    const kept = await shop.db
      .select()
      .from(unreadableTillEvents)
      .orderBy(asc(unreadableTillEvents.receivedAt))
    expect(kept.map(({ why }) => why)).toEqual([
      { code: 'sale-unknown', saleNumber: 'POS-2026-999999' },
      { code: 'line-unknown', saleNumber: sale.number },
    ])
    expect(await shop.db.$count(posReturns)).toBe(0)
    expect(await onHand()).toBe(19)
  })

  test('is worth what was paid for it to the kwacha, less its share of the sale’s discount', async () => {
    const share = await sold(3, { discount: 5000, totalAmount: 55_000 })
    // A third of 55,000, rounded up for the customer.
    expect(await reasonsOf(piecesOf(share, 1, 18_334))).toEqual([])
    expect(await reasonsOf(piecesOf(share, 1, 18_334))).toEqual([])
    expect(await reasonsOf(piecesOf(share, 1, 18_334))).toContain('sum-differs')
    const other = await sold(3, { discount: 5000, totalAmount: 55_000 })
    expect(await reasonsOf(piecesOf(other, 1, 18_335))).toEqual(['sum-differs'])
    const line = aSoldLine(dress, { quantity: 3, discount: 4999 })
    const odd = await sold(3, { lines: [line], totalAmount: 55_001 })
    expect(await reasonsOf(piecesOf(odd, 1, 18_334))).toEqual([])
    expect(await reasonsOf(piecesOf(odd, 1, 18_335))).toEqual(['sum-differs'])
    // Other than its lines say.
    const two = await sold(2)
    expect(await reasonsOf({ ...till.back(two, 2), refund: 39_999 })).toEqual(['sum-differs'])
  })

  test('of a free line is worth nothing', async () => {
    const free = await sold(1, { discount: 20_000, totalAmount: 0, cashGiven: 0 })
    expect(await reasonsOf(piecesOf(free, 1, 0))).toEqual([])
    const line = aSoldLine(dress, { discount: 20_000 })
    const other = await sold(1, { lines: [line], totalAmount: 0, cashGiven: 0 })
    expect(await reasonsOf(piecesOf(other, 1, 1))).toEqual(['sum-differs'])
    expect(await onHand()).toBe(20)
  })

  test('of more units than were sold adds no stock, and is worth only the units not returned before', async () => {
    const sale = await sold(3)
    expect(await reasonsOf(piecesOf(sale, 2, 40_000))).toEqual([])
    expect(await reasonsOf(piecesOf(sale, 2, 20_000))).toEqual([
      'returned-twice',
      'refund-unapproved',
    ])
    expect(await onHand()).toBe(20)
    expect(await reasonsOf(piecesOf(sale, 1, 0))).toContain('returned-twice')
    expect(await onHand()).toBe(20)
    expect(await shop.db.$count(stockMovements, eq(stockMovements.kind, 'return'))).toBe(2)
    // One line twice in one return.
    const next = await sold(1)
    const back = piecesOf(next, 1, 20_000)
    const lines = [...back.lines, ...back.lines.map((line) => ({ ...line, amount: 0 }))]
    expect(await reasonsOf({ ...back, lines })).toEqual(['returned-twice'])
    expect(await onHand()).toBe(20)
  })

  test('that is written off, or of a product that the shop no longer has, leaves stock unchanged', async () => {
    const sale = await sold(2)
    const back = piecesOf(sale, 1, 20_000)
    const lines = back.lines.map((line) => ({ ...line, isRestocked: false }))
    expect(await reasonsOf({ ...back, lines })).toEqual([])
    const gone = aSoldLine({ ...dress, variantId: randomUUID() })
    const unknown = await sold(1, { lines: [gone] })
    expect(await reasonsOf(piecesOf(unknown, 1, 20_000))).toEqual(['goods-unknown'])
    expect(await onHand()).toBe(18)
  })

  test('of a sale that was never paid is not put into stock a second time', async () => {
    const paymentMethod = 'paychangu'
    for (const paymentStatus of ['pending', 'cancelled'] as const) {
      const sale = await aSale(shop, {
        cashierId: bob,
        product: dress,
        paymentMethod,
        paymentStatus,
      })
      const back = piecesOf(till.sale(dress, 1), 1, 0, { saleNumber: sale.saleNumber })
      const lines = back.lines.map((line) => ({ ...line, lineId: sale.lineId }))
      expect(await reasonsOf({ ...back, lines })).toEqual(['sum-differs'])
    }
    expect(await onHand()).toBe(20)
  })

  test('of a partly paid sale goes under review, whatever is refunded', async () => {
    const sale = await sold(1)
    const short = {
      paymentMethod: 'paychangu' as const,
      cashAmount: 15_000,
      unpaidAmount: 5000,
      reviewReasons: ['sum-differs' as const],
    }
    await shop.db.update(posSales).set(short).where(eq(posSales.id, sale.id))
    expect(await reasonsOf(piecesOf(sale, 1, 15_000))).toEqual(['sum-differs'])
  })

  test('never has a future date', async () => {
    const sale = await sold(2)
    const ahead = piecesOf(sale, 1, 20_000, { at: '2099-01-01T00:00:00.000Z' })
    expect(await reasonsOf(ahead)).toEqual([])
    expect((await returnOf(ahead))?.at.getTime()).toBeLessThanOrEqual(Date.now())
  })

  test('puts the part that no code had paid on the code that the till printed', async () => {
    const sale = await sold(1)
    const onCode = piecesOf(sale, 1, 20_000, { creditCode: 'ABCD2345EFGH' })
    expect(await reasonsOf(onCode)).toEqual([])
    expect(await returnOf(onCode)).toMatchObject({ refundAmount: 20_000, creditAmount: 20_000 })
    expect(await shop.db.select().from(credits)).toMatchObject([
      {
        id: onCode.id,
        code: 'ABCD2345EFGH',
        kind: 'return',
        amount: 20_000,
        status: 'active',
        requestedBy: bob,
      },
    ])
    const free = piecesOf(sale, 1, 0, { creditCode: 'ABCD2345EFGJ' })
    await till.send(free)
    expect(await returnOf(free)).toMatchObject({ refundAmount: 0, creditAmount: 0 })
    expect(await shop.db.$count(credits)).toBe(1)
  })

  test.each([
    ['more than was paid', 1, 20_001, {}],
    ['more pieces than were sold', 2, 20_000, {}],
    ['of a maker that nothing proves', 1, 20_000, { cashierId: randomUUID() }],
  ])('on a code is blocked when it is doubtful: %s', async (_what, pieces, refund, change) => {
    const sale = await sold(1)
    await till.send(piecesOf(sale, pieces, refund, { creditCode: 'ABCD2345EFGH', ...change }))
    expect(await shop.db.select().from(credits)).toMatchObject([{ status: 'blocked' }])
  })

  test('on a code above a cashier’s limit is blocked, without a shift it is not', async () => {
    const large = await sold(3)
    await till.send(piecesOf(large, 3, 60_000, { creditCode: 'ABCD2345EFGH' }))
    const small = await sold(1)
    const shiftId = randomUUID()
    await till.send(piecesOf(small, 1, 20_000, { creditCode: 'ABCD2345EFGJ', shiftId }))
    const made = await shop.db.select().from(credits).orderBy(asc(credits.amount))
    expect(made.map(({ status }) => status)).toEqual(['active', 'blocked'])
  })

  test('on a code with two review reasons, one of them doubtful, is blocked', async () => {
    const sale = await sold(1)
    const both = { creditCode: 'ABCD2345EFGH', shiftId: randomUUID() }
    expect(await reasonsOf(piecesOf(sale, 1, 20_001, both))).toEqual([
      'sum-differs',
      'shift-unknown',
    ])
    expect(await shop.db.select().from(credits)).toMatchObject([{ status: 'blocked' }])
  })

  describe('of a sale that was partly paid by a code', () => {
    const code = async () => (await shop.db.select().from(credits))[0]
    async function reserved() {
      const voucher = { kind: 'voucher', amount: 5000, email: null, reason: 'Paid' } as const
      await issueCredit(shop, await anAdmin(shop), { id: randomUUID(), ...voucher })
      const answer = await till.reserve((await code())?.code ?? '', 5000)
      if (!answer.ok) throw new Error(answer.reason)
      return answer.credit
    }
    async function soldByCode() {
      const sale = till.sale(dress, 2, { credit: await reserved() })
      await till.send(sale)
      await makeAnothers(shop, sale)
      return sale
    }

    test('refunds to the code what it has paid, and the rest in cash', async () => {
      const back = till.back(await soldByCode(), 1, 5000)
      expect(await reasonsOf(back)).toEqual([])
      expect(await returnOf(back)).toMatchObject({ refundAmount: 20_000, creditAmount: 5000 })
      expect(await code()).toMatchObject({ status: 'active', balance: 5000 })
    })

    test('refunds the rest to a new code', async () => {
      const back = till.back(await soldByCode(), 1, 5000, { creditCode: 'ABCD2345EFGH' })
      expect(await reasonsOf(back)).toEqual([])
      expect(await returnOf(back)).toMatchObject({ creditAmount: 20_000 })
      const made = eq(credits.code, 'ABCD2345EFGH')
      expect(await shop.db.select().from(credits).where(made)).toMatchObject([{ amount: 15_000 }])
    })

    test('pays the exchange with no more than what is left, and with nothing when nothing is exchanged', async () => {
      const sale = await soldByCode()
      const exchange = { amount: 20_000, credit: 0 }
      const exchangeSaleId = randomUUID()
      const back = till.back(sale, 1, 5000, { exchange, exchangeSaleId })
      await till.send(back)
      expect(await returnOf(back)).toMatchObject({
        exchangeAmount: 15_000,
        paidSaleId: exchangeSaleId,
        creditAmount: 5000,
      })
      const none = till.back(sale, 1, 0, { exchange })
      await till.send(none)
      expect(await returnOf(none)).toMatchObject({ exchangeAmount: 0, paidSaleId: null })
    })

    test('completely in cash goes under review, and leaves the code alone', async () => {
      expect(await reasonsOf(till.back(await soldByCode(), 1))).toEqual(['sum-differs'])
      expect(await code()).toMatchObject({ status: 'active', balance: 0 })
    })

    test('never refunds to the code more than it has paid or than the units are worth; the code is blocked', async () => {
      const back = till.back(await soldByCode(), 1, 20_001)
      expect(await reasonsOf(back)).toEqual(['sum-differs'])
      expect(await returnOf(back)).toMatchObject({ refundAmount: 20_000, creditAmount: 20_000 })
      expect(await code()).toMatchObject({ status: 'blocked', balance: 5000 })
    })

    test('that still waits for its mobile money refunds nothing to the code', async () => {
      const { id: reserveId } = await reserved()
      const id = randomUUID()
      const { deviceId } = till
      const rung = await ringUpProviderSale(shop, bob, {
        lines: [{ ...dress, quantity: 1 }],
        totalAmount: 20_000,
        customerName: null,
        customerPhone: null,
        notes: null,
        idempotencyKey: id,
        saleId: id,
        deviceId,
        credit: { reserveId, amount: 5000 },
      })
      if (!rung.ok) throw new Error(rung.reason)
      await makeAnothers(shop, rung.sale)
      const [line] = await shop.db.select().from(posSaleItems)
      const waiting = { ...till.sale(dress, 1), number: rung.sale.saleNumber }
      const lines = waiting.lines.map((one) => ({ ...one, id: line?.id ?? '' }))
      const back = till.back({ ...waiting, lines }, 1, 5000)
      expect(await reasonsOf(back)).toEqual(['sum-differs'])
      expect(await code()).toMatchObject({ balance: 0 })
      expect(await onHand()).toBe(19)
    })
  })

  describe('above a cashier’s refund limit', () => {
    test('goes under review, also in parts; at the limit it does not, and an unneeded approval is not stored', async () => {
      const sale = await sold(4)
      const first = piecesOf(sale, 3, 50_000)
      expect(await reasonsOf({ ...first, approval: await approved(first) })).toEqual([])
      expect(await returnOf(first)).toMatchObject({ approvedBy: null })
      const more = piecesOf(sale, 1, 1)
      expect(await reasonsOf(more)).toEqual(['refund-unapproved'])
      expect(await returnOf(more)).toMatchObject({ approvedBy: null })
    })

    test('is accepted with a live approval, and names the approver', async () => {
      const back = piecesOf(await sold(3), 3, 60_000)
      const approval = await approved(back)
      expect(await reasonsOf({ ...back, approval })).toEqual([])
      expect(await returnOf(back)).toMatchObject({ approvedBy: approval.by })
      const other = piecesOf(await sold(3), 3, 60_000)
      expect(await reasonsOf({ ...other, approval })).toEqual(['refund-unapproved'])
    })

    test('goes under review with a PIN typed offline, which is no new guess when it is sent again', async () => {
      const back = piecesOf(await sold(3), 3, 60_000)
      const approval = await approved(back, false)
      expect(await reasonsOf({ ...back, approval })).toEqual(['approved-offline'])
      expect(await returnOf(back)).toMatchObject({ approvedBy: approval.by })
      const other = { ...piecesOf(await sold(3), 3, 60_000), approval }
      await till.send(other, other)
      expect(await shop.db.$count(auditLog, eq(auditLog.action, 'wrong PIN'))).toBe(1)
    })

    test('is judged by the limits at its time, but by none from before its shift', async () => {
      const changed = (hours: number) =>
        shop.db.insert(auditLog).values({
          action: 'edited',
          entity: 'settings',
          entityId: 'limits',
          label: 'limits',
          before: { refundAlone: 60_000 },
          createdAt: new Date(Date.now() - hours * 3_600_000),
        })
      const [first, second, third] = [await sold(3), await sold(3), await sold(4)]
      await changed(25)
      const at = new Date(Date.now() - 2 * 3_600_000).toISOString()
      expect(await reasonsOf(piecesOf(first, 3, 60_000, { at }))).toEqual([
        'refund-unapproved',
        'shift-unknown',
      ])
      await changed(1)
      expect(await reasonsOf(piecesOf(second, 3, 60_000))).toEqual([])
      expect(await reasonsOf(piecesOf(third, 4, 60_001))).toEqual(['refund-unapproved'])
    })
  })

  test('of a sale with the cashier’s own phone number must be reviewed by somebody else, if there is anybody', async () => {
    const own = '0991 234 567'
    await shop.db.update(profiles).set({ phone: '+265991234567' }).where(eq(profiles.userId, bob))
    const [mine, other] = [
      await sold(2, { customerPhone: own }),
      await sold(1, { customerPhone: '0881 234 567' }),
    ]
    expect(await reasonsOf(piecesOf(mine, 1, 20_000))).toEqual([])
    await aUser(shop, 'admin')
    expect(await reasonsOf(piecesOf(mine, 1, 20_000))).toEqual(['refund-unapproved'])
    expect(await reasonsOf(piecesOf(other, 1, 20_000))).toEqual([])
  })

  test('of a sale with the cashier’s own number names another person’s approval, and goes under review with an offline PIN', async () => {
    await shop.db.update(profiles).set({ phone: '+265991234567' }).where(eq(profiles.userId, bob))
    const sale = await sold(4, { customerPhone: '0991 234 567' })
    const [live, offline, none] = [1, 1, 1].map(() => piecesOf(sale, 1, 10_000))
    if (!live || !offline || !none) throw new Error('nothing comes back')
    const approval = await approved(live)
    expect(await reasonsOf({ ...live, approval })).toEqual([])
    expect(await returnOf(live)).toMatchObject({ approvedBy: approval.by })
    const sealed = await approved(offline, false)
    expect(await reasonsOf({ ...offline, approval: sealed })).toEqual(['approved-offline'])
    expect(await returnOf(offline)).toMatchObject({ approvedBy: sealed.by })
    expect(await reasonsOf(none)).toEqual(['refund-unapproved'])
    expect(await returnOf(none)).toMatchObject({ approvedBy: null })
  })

  describe('of the cashier’s own sale', () => {
    test('must be reviewed by somebody else, if there is anybody, and its code is blocked until then', async () => {
      const sale = await soldByBob(4)
      expect(await reasonsOf(piecesOf(sale, 1, 20_000))).toEqual([])
      await aUser(shop, 'admin')
      expect(await reasonsOf(piecesOf(sale, 1, 20_000))).toEqual(['refund-unapproved'])
      const onCode = piecesOf(sale, 1, 20_000, { creditCode: 'ABCD2345EFGH' })
      // A larger sum would wait as well.
      expect(onCode.refund).toBeLessThan(50_000)
      expect(await reasonsOf(onCode)).toEqual(['refund-unapproved'])
      expect(await shop.db.select().from(credits)).toMatchObject([{ status: 'blocked' }])
      expect(await reasonsOf(piecesOf(await sold(1), 1, 20_000))).toEqual([])
    })

    test('is accepted with an admin’s PIN, and names who typed it', async () => {
      const sale = await soldByBob(2)
      const [live, offline] = [piecesOf(sale, 1, 20_000), piecesOf(sale, 1, 20_000)]
      const approval = await approved(live)
      expect(await reasonsOf({ ...live, approval })).toEqual([])
      expect(await returnOf(live)).toMatchObject({ approvedBy: approval.by })
      const sealed = await approved(offline, false)
      expect(await reasonsOf({ ...offline, approval: sealed })).toEqual(['approved-offline'])
    })

    test('needs no approval for the part that pays an exchange, but for the refunded part', async () => {
      await aUser(shop, 'admin')
      const sale = await soldByBob(2)
      const exchanged = (amount: number) =>
        piecesOf(sale, 1, 20_000, {
          exchangeSaleId: randomUUID(),
          exchange: { amount, credit: 0 },
        })
      expect(await reasonsOf(exchanged(20_000))).toEqual([])
      expect(await reasonsOf(exchanged(19_999))).toEqual(['refund-unapproved'])
    })

    test('that pays an exchange and is not returned to stock counts as money, because no stock-take would find it', async () => {
      await aUser(shop, 'admin')
      const writtenOff = (sale: CashSale) => {
        const back = piecesOf(sale, 1, 20_000)
        const lines = back.lines.map((line) => ({ ...line, isRestocked: false }))
        const exchange = { amount: 20_000, credit: 0 }
        return { ...back, lines, exchangeSaleId: randomUUID(), exchange }
      }
      expect(await reasonsOf(writtenOff(await soldByBob(1)))).toEqual(['refund-unapproved'])
      expect(await reasonsOf(writtenOff(await sold(1)))).toEqual([])
      const seen = writtenOff(await soldByBob(1))
      expect(await reasonsOf({ ...seen, approval: await approved(seen) })).toEqual([])
    })
  })

  describe('by shift', () => {
    const close = (change: Partial<typeof shifts.$inferInsert>) =>
      shop.db
        .update(shifts)
        .set({ closedAt: new Date(), closedBy: bob, ...change })
        .where(eq(shifts.id, till.shiftId))
    async function placed(change: Partial<SaleReturn> = {}) {
      const back = piecesOf(await sold(1), 1, 20_000, change)
      return [await reasonsOf(back), (await returnOf(back))?.shiftId]
    }

    test('in an unknown shift, or in somebody else’s, comes out of no drawer', async () => {
      expect(await placed({ shiftId: randomUUID() })).toEqual([['shift-unknown'], null])
      const eve = (await aUser(shop, 'cashier')).userId
      const hers = await aTillAtShop(shop, eve)
      expect(await placed({ shiftId: hers.shiftId })).toEqual([['maker-unproven'], null])
      expect(await shop.db.$count(auditLog, eq(auditLog.action, 'maker unproven'))).toBe(1)
    })

    test('dated more than ten minutes before its shift was opened stays in it and goes under review', async () => {
      const before = (minutes: number) => ({
        at: new Date(Date.now() - minutes * 60_000).toISOString(),
      })
      expect(await placed(before(9))).toEqual([[], till.shiftId])
      expect(await placed(before(11))).toEqual([['shift-unknown'], till.shiftId])
    })

    test('after the count leaves the drawer unchanged', async () => {
      await close({ counted: { 500: 1 }, countedTotal: 500 })
      expect(await placed()).toEqual([['shift-unknown'], null])
      // However large, it is of no shift whose limits would be asked.
      expect(await reasonsOf(piecesOf(await sold(3), 3, 60_000))).toEqual([
        'refund-unapproved',
        'shift-unknown',
      ])
    })

    test('in a shift that the back office has closed, or of a retired till, stays in it and goes under review', async () => {
      await close({ abandonedAt: new Date() })
      expect(await placed()).toEqual([['shift-unknown'], till.shiftId])
      await close({ abandonedAt: null })
      expect(await placed()).toEqual([[], till.shiftId])
      await shop.db.update(tills).set({ retiredAt: new Date() }).where(eq(tills.id, till.till.id))
      expect(await placed()).toEqual([['shift-unknown'], till.shiftId])
    })
  })
})

test('a return of an admin’s own sale is reviewed by somebody else, and its code can be spent', async () => {
  const product = await aProduct(shop, { price: 20_000 })
  const { userId } = await aUser(shop, 'super_admin')
  const give = async (refund: number, creditCode: string) => {
    const sale = await aSale(shop, { cashierId: userId, product })
    const sender = { userId, role: 'super_admin' as const, deviceId: randomUUID(), ip: '10.0.0.1' }
    const origin = { sender, userId, role: sender.role, name: 'Mary' }
    const { id: tillId } = await aTill(shop)
    const shift = await aShift(shop, { tillId, openedBy: userId })
    const event = {
      kind: 'return' as const,
      id: randomUUID(),
      cashierId: userId,
      shiftId: shift.id,
      at: shop.now().toISOString(),
      saleNumber: sale.saleNumber,
      lines: [{ lineId: sale.lineId, quantity: 1, amount: refund, isRestocked: true }],
      refund,
      reason: 'Too small',
      approval: null,
      exchangeSaleId: null,
      creditCode,
    }
    const nobody = { unproven: null, signer: null, tillId, doubts: [] }
    const done = await shop.db.transaction((db) =>
      recordReturn(db, { ...origin, ...nobody }, event, null, shop.now()),
    )
    const [code] = await shop.db.select().from(credits).where(eq(credits.id, event.id))
    return 'why' in done ? done.why : [...done.reviewReasons, code?.status]
  }
  expect(await give(20_000, 'ABCD2345EFGH')).toEqual(['active'])
  await aUser(shop, 'admin')
  expect(await give(20_000, 'ABCD2345EFGJ')).toEqual(['refund-unapproved', 'active'])
  expect(await give(20_001, 'ABCD2345EFGK')).toEqual([
    'sum-differs',
    'refund-unapproved',
    'blocked',
  ])
})

test('a refund above an admin’s limit goes under review for a second person; an approved one names the approver', async () => {
  const product = await aProduct(shop, { price: 150_000 })
  const seller = (await aUser(shop, 'cashier')).userId
  const give = async (
    role: Role,
    userId: string,
    refund: number,
    approvedBy: string | null = null,
  ) => {
    const till = await aTill(shop)
    const sale = await aSale(shop, { cashierId: seller, product })
    const shift = await aShift(shop, { tillId: till.id, openedBy: userId })
    const sender = { userId, role, deviceId: randomUUID(), ip: '10.0.0.1' }
    const origin = {
      sender,
      userId,
      role,
      name: 'Mary',
      unproven: null,
      signer: null,
      tillId: till.id,
    }
    const lines = [{ lineId: sale.lineId, quantity: 1, amount: refund, isRestocked: true }]
    const event = {
      kind: 'return' as const,
      id: randomUUID(),
      cashierId: userId,
      shiftId: shift.id,
      at: shop.now().toISOString(),
      saleNumber: sale.saleNumber,
      lines,
      refund,
      reason: 'Too small',
      approval: null,
      exchangeSaleId: null,
    }
    const approved = approvedBy ? { by: approvedBy, isLive: true } : null
    await shop.db.transaction((db) =>
      recordReturn(db, { ...origin, doubts: [] }, event, approved, shop.now()),
    )
    const [kept] = await shop.db.select().from(posReturns).where(eq(posReturns.id, event.id))
    return [...(kept?.reviewReasons ?? ['none']), kept?.approvedBy ?? null]
  }
  const alone = (await aUser(shop, 'super_admin')).userId
  expect(await give('super_admin', alone, 150_000)).toEqual([null])
  const { userId } = await aUser(shop, 'admin')
  expect(await give('admin', userId, 149_999, alone)).toEqual([null])
  expect(await give('admin', userId, 150_000)).toEqual(['refund-unapproved', null])
  expect(await give('admin', userId, 150_000, userId)).toEqual(['refund-unapproved', null])
  expect(await give('admin', userId, 150_000, alone)).toEqual([alone])
})
