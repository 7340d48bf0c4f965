import { beforeEach, describe, expect, test } from 'vitest'
import { aProduct, aUser, type TestProduct } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { aSale } from '../../../../tests/support/till/counter.ts'
import { payments, posSales } from '../../../db/tables.server.ts'
import { ERASED_NAME } from '../../../rules/accounts/erasure.ts'
import { forgetBuyer, forgetOldBuyers } from './forget-buyer.ts'
import { forgetCashier } from './forget-cashier.ts'
import { findSaleOfBuyer, isSaleOpen, listSalesOfBuyer } from './sales-of-buyer.ts'

const shop = useShop()
let cashierId: string
let product: TestProduct

beforeEach(async () => {
  cashierId = (await aUser(shop, 'cashier')).userId
  product = await aProduct(shop, { stock: 100 })
})

const sell = (change: Partial<typeof posSales.$inferInsert> = {}) =>
  aSale(shop, { cashierId, product, ...change })
const byId = (id: string) => shop.db.transaction((db) => findSaleOfBuyer(db, id))
const sales = () => shop.db.select().from(posSales).orderBy(posSales.createdAt)

describe('the sales of a buyer without an account', () => {
  const found = async (value: string, kind: 'phone' | 'receipt' | 'email' = 'phone') => {
    const { sales, perhaps } = await listSalesOfBuyer(shop.db, { kind, value })
    return [sales, perhaps].map((list) => list.map(({ id }) => id))
  }

  test('are those with their phone number, in any format, newest first', async () => {
    const day = (n: number) => new Date(`2026-01-0${n}`)
    const old = await sell({ customerPhone: '0991 234 567', createdAt: day(1) })
    const young = await sell({ customerPhone: '+265 991-234-567', createdAt: day(3) })
    const middle = await sell({ customerPhone: '(991) 234567', createdAt: day(2) })
    await sell({ customerPhone: '0881234567' })
    // Another country's number that ends alike.
    await sell({ customerPhone: '+27 991 234 567' })
    await sell()
    expect(await found('+265991234567')).toEqual([[young.id, middle.id, old.id], []])
  })

  test('are uncertain when the number is within another text: a person looks at each', async () => {
    const named = await sell({ customerPhone: 'Mary 0991234567' })
    await sell({ customerPhone: 'Mary' })
    const two = await sell({ customerPhone: '0991234567 / 0881234567' })
    const [theirs, perhaps] = await found('+265991234567')
    expect(theirs).toEqual([])
    expect(perhaps?.toSorted()).toEqual([named.id, two.id].toSorted())
  })

  test('are found by receipt, and not by email address', async () => {
    const one = await sell({ customerPhone: '0991234567' })
    await sell()
    expect(await found(one.saleNumber, 'receipt')).toEqual([[one.id], []])
    expect(await found('person@example.com', 'email')).toEqual([[], []])
    expect(await byId(one.id)).toMatchObject([{ id: one.id }])
  })

  test('name somebody as long as any of their details is left, also in a payment', async () => {
    const isNamed = async (id: string) => (await byId(id)).map((sale) => sale.isNamed)
    for (const field of ['customerName', 'customerPhone', 'notes', 'handledNote'] as const)
      expect(await isNamed((await sell({ [field]: 'Mary' })).id), field).toEqual([true])
    const plain = await sell()
    expect(await isNamed(plain.id)).toEqual([false])
    await shop.db.insert(payments).values({
      posSaleId: plain.id,
      amount: 20_000,
      reference: 'paid by Mary',
      provider: 'sandbox',
      payerPhone: '0991234567',
    })
    expect(await isNamed(plain.id)).toEqual([true])
  })

  test('are open while their payment is pending or they are under review', () => {
    const sale: Parameters<typeof isSaleOpen>[0] = {
      paymentStatus: 'completed',
      reviewReasons: [],
      handledAt: null,
      unpaidAmount: 0,
    }
    const isOpen = (change: Partial<Parameters<typeof isSaleOpen>[0]>) =>
      isSaleOpen({ ...sale, ...change })
    expect(isOpen({})).toBe(false)
    expect(isOpen({ paymentStatus: 'pending' })).toBe(true)
    expect(isOpen({ unpaidAmount: 1 })).toBe(true)
    expect(isOpen({ unpaidAmount: 1, paymentStatus: 'failed' })).toBe(false)
    expect(isOpen({ reviewReasons: ['short-stock'] })).toBe(true)
    expect(isOpen({ reviewReasons: ['short-stock'], handledAt: new Date() })).toBe(false)
  })

  test('are anonymized with all their texts, and keep what was sold and paid; other buyers’ sales stay', async () => {
    const buyer = {
      customerName: 'Mary',
      customerPhone: '0991234567',
      notes: 'Calls at nine',
      handledNote: 'Called',
    }
    const [one, other] = [await sell(buyer), await sell(buyer)]
    expect(await forgetBuyer(shop.db, [])).toBe(0)
    expect(await forgetBuyer(shop.db, [one.id])).toBe(1)
    const gone = { customerName: null, customerPhone: null, notes: null, handledNote: null }
    const kept = await sales()
    expect(kept.find(({ id }) => id === one.id)).toMatchObject({ ...gone, totalAmount: 20_000 })
    expect(kept.find(({ id }) => id === other.id)).toMatchObject(buyer)
  })
})

test('sales are anonymized oldest first, in batches, and those without a name are skipped', async () => {
  const years = (n: number) => new Date(Date.now() - n * 366 * 86_400_000)
  const [old, older] = [
    await sell({ customerName: 'Mary', createdAt: years(8) }),
    await sell({ customerName: 'Mary', createdAt: years(9) }),
  ]
  await sell({ createdAt: years(10) })
  const young = await sell({ customerName: 'Mary', createdAt: years(6) })
  const named = async () =>
    (await sales()).filter(({ customerName }) => customerName !== null).map(({ id }) => id)
  expect(await forgetOldBuyers(shop.db, 1)).toBe(1)
  expect(await named()).toEqual([old.id, young.id])
  expect(older.customerName).toBe('Mary')
  expect(await forgetOldBuyers(shop.db, 5)).toBe(1)
  expect(await forgetOldBuyers(shop.db, 5)).toBe(0)
  expect(await named()).toEqual([young.id])
})

test('the name of an erased cashier is removed from review notes, and nobody else’s', async () => {
  const note = (name: string) => ({ code: 'maker-unproven', name }) as const
  const doubted = await sell({ reviewNotes: [{ code: 'maker-none' }, note('Eve'), note('Bob')] })
  const others = await sell({ reviewNotes: [note('Bob')] })
  const plain = await sell()
  await shop.db.transaction((db) => forgetCashier(db, 'Eve'))
  const notesOf = async (id: string) => (await sales()).find((sale) => sale.id === id)?.reviewNotes
  expect(await notesOf(doubted.id)).toEqual([
    { code: 'maker-none' },
    note(ERASED_NAME),
    note('Bob'),
  ])
  expect(await notesOf(others.id)).toEqual([note('Bob')])
  expect(await notesOf(plain.id)).toEqual([])
})
