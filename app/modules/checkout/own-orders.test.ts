import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aCart,
  aDiscount,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { orders, payments, profiles } from '../../db/tables.server.ts'
import { decideSandboxPayment } from '../../platform/payments/sandbox-payments.server.ts'
import { NOTHING_TYPED } from '../../rules/checkout/checkout.ts'
import { saveAddress } from '../accounts/addresses.ts'
import { adjustStock } from '../stock/move-stock.ts'
import { cancelOwnOrder } from './cancel-own-order.ts'
import { giveUpOrder } from './give-up-order.ts'
import {
  findCalledOff,
  findLastOrder,
  findOutcome,
  findWaitingOrder,
  listWaitingOrders,
} from './own-orders.ts'
import { prepareCheckout } from './prepare-checkout.ts'
import { settlePayment } from './settle-payment.ts'

const shop = useShop()
let dress: TestProduct
let userId: string

beforeEach(async () => {
  shop.now = () => new Date()
  dress = await aProduct(shop, { price: 20_000, stock: 50 })
  ;({ userId } = await aUser(shop))
})

const order = async (change: Parameters<typeof aPendingOrder>[3] = {}, quantity = 1) =>
  aPendingOrder(shop, userId, [{ product: dress, quantity }], change)
const set = (id: string, change: Partial<typeof orders.$inferInsert>) =>
  shop.db.update(orders).set(change).where(eq(orders.id, id))
const at = (time: Date) => {
  shop.now = () => time
}
const waiting = async () => (await listWaitingOrders(shop, userId)).map((one) => one.orderNumber)

describe('the unpaid orders of a customer', () => {
  test('are listed with total, number of units and remaining time, newest first, five at most', async () => {
    const made = [await order(), await order({}, 3)]
    const [first, second] = made.map((one) => one.order)
    expect(await listWaitingOrders(shop, userId)).toEqual([
      {
        orderNumber: second?.orderNumber,
        toPay: 62_000,
        createdAt: second?.createdAt,
        expiresAt: second?.expiresAt,
        itemCount: 3,
        variantIds: [dress.variantId],
      },
      {
        orderNumber: first?.orderNumber,
        toPay: 22_000,
        createdAt: first?.createdAt,
        expiresAt: first?.expiresAt,
        itemCount: 1,
        variantIds: [dress.variantId],
      },
    ])
    for (let n = 0; n < 4; n += 1) made.push(await order())
    expect(await waiting()).toHaveLength(5)
    await aPendingOrder(shop, (await aUser(shop)).userId, [{ product: dress }])
    expect(await waiting()).not.toContain(first?.orderNumber)
  })

  test('are listed until their window ends, they are paid or their money goes under review', async () => {
    const made = (await order()).order
    const found = () => findWaitingOrder(shop, userId, made.orderNumber)
    const isThere = async () => {
      const one = await found()
      expect(await waiting()).toEqual(one ? [made.orderNumber] : [])
      return one !== undefined
    }
    at(new Date(made.expiresAt.getTime() - 1))
    expect(await isThere()).toBe(true)
    at(made.expiresAt)
    expect(await isThere()).toBe(false)
    at(new Date())
    for (const change of [
      { paidAt: new Date() },
      { paidAt: null, reviewReason: 'underpaid' as const },
      { reviewReason: null, status: 'processing' as const },
    ]) {
      await set(made.id, change)
      expect(await isThere()).toBe(false)
    }
  })

  test('are found with their newest payment, only by their customer', async () => {
    const { order: made, payment } = await order()
    expect(await findWaitingOrder(shop, userId, made.orderNumber)).toMatchObject({
      order: { id: made.id },
      payment: { reference: payment.reference },
    })
    const stranger = (await aUser(shop)).userId
    expect(await findWaitingOrder(shop, stranger, made.orderNumber)).toBeUndefined()
    expect(await findWaitingOrder(shop, userId, 'FSC-2026-999999')).toBeUndefined()
  })
})

describe('an order that was just cancelled as unpaid', () => {
  const calledOff = () => findCalledOff(shop, userId)
  const failAndGiveUp = async () => {
    const { order: made, payment } = await order()
    await decideSandboxPayment(shop.db, payment.reference, 'fail')
    await settlePayment(shop, payment.reference)
    expect(await calledOff()).toBeUndefined()
    await giveUpOrder(shop, made.id)
    return made
  }

  test('is named for a quarter of an hour when the provider says that it was not paid', async () => {
    expect(await calledOff()).toBeUndefined()
    const made = await failAndGiveUp()
    const { cancelledAt } = (await findLastOrder(shop.db, userId)) ?? {}
    const end = (cancelledAt?.getTime() ?? 0) + 15 * 60_000
    at(new Date(end))
    expect(await calledOff()).toBe(made.orderNumber)
    at(new Date(end + 1))
    expect(await calledOff()).toBeUndefined()
  })

  test('is not named when a newer order was placed, or its money has arrived after all', async () => {
    const made = await failAndGiveUp()
    expect(await calledOff()).toBe(made.orderNumber)
    await set(made.id, { reviewReason: 'paid-late' })
    expect(await calledOff()).toBeUndefined()
    await set(made.id, { reviewReason: null, paidAt: new Date() })
    expect(await calledOff()).toBeUndefined()
    await set(made.id, { paidAt: null })
    await order()
    expect(await calledOff()).toBeUndefined()
  })

  test('is not named while nobody knows whether it was paid', async () => {
    const { order: made } = await order()
    await cancelOwnOrder(shop, userId, made.orderNumber)
    expect(await calledOff()).toBeUndefined()
    await shop.db.delete(payments)
    expect(await calledOff()).toBeUndefined()
  })
})

test('the last order of a customer is the newest one, by id among those of one moment', async () => {
  expect(await findLastOrder(shop.db, userId)).toBeUndefined()
  const made = [(await order()).order, (await order()).order]
  await aPendingOrder(shop, (await aUser(shop)).userId, [{ product: dress }])
  expect((await findLastOrder(shop.db, userId))?.id).toBe(made[1]?.id)
  await shop.db.update(orders).set({ createdAt: sql`'2026-11-20 10:00:00+00'` })
  const ids = made.map(({ id }) => id).toSorted()
  expect((await findLastOrder(shop.db, userId))?.id).toBe(ids.at(-1))
})

describe('a buyer who comes back from paying', () => {
  const state = async (change: Partial<typeof orders.$inferInsert>) => {
    const { order: made } = await order()
    if (Object.keys(change).length > 0) await set(made.id, change)
    const outcome = await findOutcome(shop.db, made.orderNumber)
    const { id, orderNumber } = made
    const { paidAt = null } = change
    const { state } = outcome ?? {}
    expect(outcome).toEqual({ id, orderNumber, userId, linkVersion: 1, paidAt, state })
    return outcome?.state
  }
  const paidAt = new Date()

  test.each([
    ['waiting', 'nothing has come yet', {}],
    ['under-review', 'money has come that a person must look at', { reviewReason: 'underpaid' }],
    ['paid', 'the money is there', { paidAt }],
    ['paid', 'it is on its way already', { status: 'shipped' }],
    ['paid', 'a paid one waits for a person', { paidAt, reviewReason: 'paid-twice' }],
    ['closed', 'it ended unpaid', { status: 'cancelled' }],
    ['under-review', 'it ended, and was paid', { status: 'cancelled', paidAt }],
    [
      'under-review',
      'it ended, and some money came',
      { status: 'cancelled', reviewReason: 'underpaid' },
    ],
    [
      'closed',
      'what cost nothing ended: there is nothing to give back',
      {
        status: 'cancelled',
        paidAt,
        discountAmount: 22_000,
        subtotal: 22_000,
        totalAmount: 0,
        deliveryAmount: 0,
      },
    ],
  ] as const)('is shown %s when %s', async (expected, _why, change) => {
    expect(await state(change)).toBe(expected)
  })

  test('is shown nothing for an unknown order number', async () => {
    expect(await findOutcome(shop.db, 'FSC-2026-999999')).toBeUndefined()
  })
})

describe('the checkout form', () => {
  const begin = async () => {
    const page = await prepareCheckout(shop, { userId, name: 'Chisomo M. Banda', email: 'c@x.mw' })
    if (!page) throw new Error('an empty cart')
    return page
  }
  const fill = () => aCart(shop, userId, [{ product: dress, quantity: 2 }])
  const HOME = {
    firstName: 'Tadala',
    lastName: 'Phiri',
    phone: '+265881234567',
    address: 'Plot 9',
    city: 'Zomba',
    district: 'Zomba',
  }

  test('is not started with an empty cart', async () => {
    expect(await prepareCheckout(shop, { userId, name: 'C', email: 'c@x.mw' })).toBeNull()
  })

  test('is filled with the account’s name and phone number when the customer has no address yet', async () => {
    await fill()
    await shop.db
      .update(profiles)
      .set({ phone: '+265991111111' })
      .where(eq(profiles.userId, userId))
    const page = await begin()
    expect(page).toEqual({
      email: 'c@x.mw',
      credit: null,
      leftOut: [],
      lines: [expect.objectContaining({ productId: dress.productId, quantity: 2 })],
      addresses: [],
      waiting: [],
      values: {
        ...NOTHING_TYPED,
        firstName: 'Chisomo M.',
        lastName: 'Banda',
        phone: '+265991111111',
      },
      discount: null,
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect((await begin()).key).not.toBe(page.key)
    await shop.db.update(profiles).set({ phone: null }).where(eq(profiles.userId, userId))
    expect((await begin()).values.phone).toBe('')
  })

  test('is filled with the customer’s saved address', async () => {
    await fill()
    await saveAddress(shop.db, userId, HOME)
    const page = await begin()
    expect(page.values).toEqual({ ...NOTHING_TYPED, ...HOME })
    expect(page.addresses).toMatchObject([HOME])
  })

  test('is filled with the address of the last order, but not with its courier and notes', async () => {
    await fill()
    await aPaidOrder(shop, userId, [{ product: dress }], {
      shippingAddress: HOME,
      notes: 'Ring twice',
      courierId: 'bike-riders',
    })
    await fill()
    expect((await begin()).values).toEqual({ ...NOTHING_TYPED, ...HOME })
  })

  test('leaves out products that cannot be bought now, and names them', async () => {
    const scarf = await aProduct(shop, { stock: 1 })
    await aCart(shop, userId, [{ product: dress }, { product: scarf }])
    await shop.db.transaction((db) => adjustStock(db, scarf.variantId, -1, 'adjustment', {}))
    expect(await begin()).toMatchObject({
      lines: [{ variantId: dress.variantId }],
      leftOut: [{ variantId: scarf.variantId }],
    })
  })

  describe('after an order collected at a depot', () => {
    const depot = {
      courierId: 'cts-courier',
      collectAt: 'CTS Zomba, M3 Road, Zomba',
      shippingAddress: { ...HOME, address: 'CTS Zomba, M3 Road' },
      totalAmount: 24_500,
    }
    const known = { firstName: HOME.firstName, lastName: HOME.lastName, phone: HOME.phone }

    test('does not use the depot as the home address', async () => {
      await aPaidOrder(shop, userId, [{ product: dress }], depot)
      await fill()
      expect((await begin()).values).toEqual({ ...NOTHING_TYPED, ...known })
    })

    test('that was not paid has its depot while the courier still has it', async () => {
      await fill()
      const { order: made } = await order(depot)
      await cancelOwnOrder(shop, userId, made.orderNumber)
      const asked = { ...NOTHING_TYPED, ...known, courierId: 'cts-courier' }
      expect((await begin()).values).toEqual({ ...asked, depot: depot.collectAt })
      await set(made.id, { collectAt: 'CTS Mulanje, M2 Road, Mulanje' })
      expect((await begin()).values).toEqual({ ...asked, depot: '' })
      await set(made.id, { courierId: 'pigeon' })
      expect((await begin()).values).toMatchObject({ depot: '' })
    })
  })

  describe('after an order that was not paid', () => {
    const terms = { type: 'percentage', value: 10 } as const
    const wishes = { shippingAddress: HOME, notes: 'Ring twice', terms, discount: { code: 'TEN' } }
    const unfinished = async (change: object = {}) => {
      await aDiscount(shop, { code: 'TEN', minimumAmount: 20_000 })
      await fill()
      await saveAddress(shop.db, userId, { ...HOME, address: 'Plot 1' })
      const made = (await order({ ...wishes, ...change })).order
      await cancelOwnOrder(shop, userId, made.orderNumber)
      return made
    }

    test('has everything that was typed, and the code', async () => {
      await unfinished()
      expect(await begin()).toMatchObject({
        values: { ...NOTHING_TYPED, ...HOME, courierId: 'bike-riders', notes: 'Ring twice' },
        discount: { code: 'TEN', type: 'percentage', value: 10 },
        waiting: [],
      })
    })

    test('has no notes when there were none, and no code that can no longer be used', async () => {
      await unfinished({ notes: null })
      await shop.db.execute(sql`update discounts set minimum_amount = 40001`)
      expect(await begin()).toMatchObject({ values: { notes: '' }, discount: null })
      await shop.db.execute(sql`update discounts set minimum_amount = 40000`)
      expect((await begin()).discount).toEqual({ code: 'TEN', ...terms })
    })

    test('has its details for a day, and later those of the saved address', async () => {
      const { createdAt } = await unfinished()
      const street = async () => (await begin()).values.address
      at(new Date(createdAt.getTime() + 86_400_000 - 1))
      expect(await street()).toBe('Plot 9')
      at(new Date(createdAt.getTime() + 86_400_000))
      expect(await street()).toBe('Plot 1')
    })
  })
})
