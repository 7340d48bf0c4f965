import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  putTote,
  sellTote,
  TOTE_PRICE,
  useTillStore,
} from '../../../../tests/support/till/open-store.ts'
import { CASHIER, stubBrowser, TILL } from '../../../../tests/support/till/till-store.ts'
import type { SaleReturn } from '../../../rules/till/till-events.ts'
import { sendMobileSale } from '../payments/mobile/send-mobile-sale.ts'
import { settleAsked, settleExchange } from '../returns/settle-exchange.ts'
import * as access from './accounts/access.ts'
import * as acts from './acts.ts'
import { db, keepFact, readFact } from './db.ts'
import { now, show } from './live.ts'
import { mustApprove } from './sales/approval.ts'
import type { ExchangeInCart } from './sales/exchange-in-cart.ts'
import { askStart, takesExchange } from './start.ts'
import type { TillState } from './state.ts'
import { flush } from './sync/outbox.ts'
import { takeTab } from './tab.ts'

const till = useTillStore()
beforeEach(() => keepFact('till', TILL))

/** The person at the till. */
const standing = (who: Partial<NonNullable<TillState['person']>>) => ({
  ...CASHIER,
  role: 'cashier' as const,
  hasPin: false,
  skipsPin: false,
  ...who,
})

describe('items exchanged for others', () => {
  /** An exchange of a receipt: one piece worth `refund`, of which a code paid `code`. */
  const anExchange = (refund: number, code = 0): ExchangeInCart => ({
    id: crypto.randomUUID(),
    number: 'POS-2026-000007',
    order: null,
    lines: [
      {
        lineId: crypto.randomUUID(),
        quantity: 1,
        amount: refund,
        isRestocked: true,
        name: 'Wrap Dress',
        size: 'M',
        color: null,
      },
    ],
    refund,
    reason: 'Exchange',
    approval: null,
    credit: code > 0 ? { amount: code, ending: 'K7WX' } : null,
  })
  const returned = async () => {
    const rows = await db.events.where('kind').equals('return').toArray()
    return rows.map(({ thing }) => thing as SaleReturn)
  }

  test('pay for the sale, and are recorded with it in one step: only the difference is due', async () => {
    const exchange = anExchange(9000)
    expect(await acts.beginExchange(exchange)).toEqual({ ok: true })
    await putTote()
    expect(acts.dueOf(now().basket)).toMatchObject({ exchanged: { amount: 9000 }, rest: 6000 })
    expect(await acts.sellForCash(5999)).toMatchObject({ reason: 'pos-cash', amount: 6000 })
    expect(await returned()).toEqual([])
    const sold = await acts.sellForCash(10_000)
    if (!sold.ok) throw new Error(sold.reason)
    expect(await returned()).toMatchObject([
      {
        id: exchange.id,
        saleNumber: exchange.number,
        refund: 9e3,
        exchangeSaleId: sold.sale.id,
        exchange: {
          amount: 9e3,
          credit: 0,
        },
      },
    ])
    expect(sold.sale).toMatchObject({ cashGiven: 19_000, exchange: { refund: 9000, carried: 0 } })
    expect(now().basket.exchange).toBeFalsy()
    await flush({ isRequested: true })
    expect(till.server.uploads.flat()).toEqual([exchange.id, sold.sale.id])
  })

  test('are refunded in cash, or on a new code, for what exceeds the sale; a code keeps paying', async () => {
    await acts.beginExchange(anExchange(20_000))
    await putTote()
    await acts.sellForCash(0, '23456789ABCD')
    await acts.beginExchange(anExchange(20_000, 8000))
    await putTote()
    const sold = await acts.sellForCash(0)
    expect(await returned()).toMatchObject([
      { creditCode: '23456789ABCD', exchange: { amount: 15_000, credit: 0 } },
      { creditBack: 5000, exchange: { amount: 15_000, credit: 3000 } },
    ])
    const [, second] = await returned()
    expect(sold).toMatchObject({
      sale: { credit: { reserveId: second?.id, amount: 3000, ending: 'K7WX' }, cashGiven: 12_000 },
    })
  })

  test('stay with their basket when it is suspended, one exchange at a time, and are dropped when nothing is taken', async () => {
    const exchange = anExchange(9000)
    await acts.beginExchange(exchange)
    expect(await acts.beginExchange(anExchange(500))).toMatchObject({
      reason: 'till-exchange-open',
    })
    await putTote()
    const { id } = now().basket
    await acts.holdBasket()
    expect(now().basket.exchange).toBeFalsy()
    await acts.resumeSuspended(id)
    expect(now().basket.exchange).toEqual(exchange)
    await acts.endExchange()
    expect((await acts.sellForCash(15_000)).ok).toBe(true)
    expect(await returned()).toEqual([])
  })

  test('wait for mobile money with their sale, and are a new return once that is called off', async () => {
    const exchange = anExchange(9000)
    await acts.beginExchange(exchange)
    await putTote()
    const started = await acts.beginMobileSale(0)
    const saleId = started.ok ? started.wait.saleId : ''
    expect(started).toMatchObject({ wait: { basket: { exchange } } })
    // The server takes the items back with the payment: this device records no return.
    expect([now().basket.exchange ?? null, await returned()]).toEqual([null, []])
    await acts.noteMobileSale(saleId, { number: 'POS-2026-000009', checkoutUrl: null })
    await acts.returnToBasket(saleId, 'called-off')
    expect(now().basket).toMatchObject({ lines: [{ quantity: 1 }], exchange: { refund: 9000 } })
    expect(now().basket.exchange?.id).not.toBe(exchange.id)
    expect(now().basket.id).not.toBe(saleId)
  })

  test('above the limit are approved again in the cart, after a called-off payment and after a refusal', async () => {
    const approval = { by: 'x', byName: 'Thoko', proof: 'y' }
    await acts.beginExchange({ ...anExchange(60_000), approval })
    await putTote()
    const first = await acts.beginMobileSale(0)
    if (!first.ok) throw new Error(first.reason)
    const { saleId } = first.wait
    await acts.noteMobileSale(saleId, { number: 'POS-2026-000009', checkoutUrl: null })
    await acts.returnToBasket(saleId, 'called-off')
    const { exchange } = now().basket
    const as = (role: 'cashier' | 'admin') => ({ person: standing({ role }), approvers: [] })
    expect(mustApprove(exchange, as('cashier'), 0)).toBe(true)
    expect(mustApprove(exchange, as('admin'), 0)).toBe(false)
    expect(await acts.beginMobileSale(0)).toEqual({ ok: false, reason: 'till-refund' })
    // An approval for another return does not count.
    expect(await acts.approveExchange(crypto.randomUUID(), approval)).toMatchObject({ ok: false })
    await acts.approveExchange(exchange?.id ?? '', approval)
    const again = await acts.beginMobileSale(0)
    if (!again.ok) throw new Error(again.reason)
    expect(again).toMatchObject({ wait: { basket: { exchange: { approval } } } })
    vi.stubGlobal('window', new EventTarget())
    vi.stubGlobal('fetch', async () =>
      Response.json({ reason: 'till-refund', error: 'Too large' }, { status: 400 }),
    )
    expect(await sendMobileSale(again.wait)).toBe('needs-refund')
    expect(now().basket.exchange).toMatchObject({ id: exchange?.id, approval: null })
  })

  test('of the cashier’s own sale need an approval as soon as money is refunded for them, and the cart asks for it', async () => {
    const of = { cashierId: CASHIER.id, customerPhone: null }
    const approval = { by: 'x', byName: 'Thoko', proof: 'y' }
    await acts.beginExchange({ ...anExchange(TOTE_PRICE), of })
    await putTote()
    expect(await acts.sellForCash(0)).toMatchObject({ ok: true })
    const dearer = { ...anExchange(TOTE_PRICE + 1), of }
    await acts.beginExchange(dearer)
    await putTote()
    expect(await acts.sellForCash(0)).toEqual({ ok: false, reason: 'till-refund' })
    expect(await acts.sellForCash(0, '23456789ABCD')).toEqual({ ok: false, reason: 'till-refund' })
    await acts.approveExchange(dearer.id, approval)
    expect(await acts.sellForCash(0)).toMatchObject({ ok: true })
    expect(await returned()).toMatchObject([{ approval: null }, { approval }])
  })

  test('of the cashier’s own sale that are not returned to stock need an approval, even in an even exchange', async () => {
    const { lines, ...rest } = anExchange(TOTE_PRICE)
    const unshelved = lines.map((line) => ({ ...line, isRestocked: false }))
    const exchange = {
      ...rest,
      lines: unshelved,
      of: { cashierId: CASHIER.id, customerPhone: null },
    }
    await acts.beginExchange(exchange)
    await putTote()
    expect(await acts.sellForCash(0)).toEqual({ ok: false, reason: 'till-refund' })
    expect(await acts.beginMobileSale(0)).toEqual({ ok: false, reason: 'till-refund' })
    await acts.approveExchange(exchange.id, { by: 'x', byName: 'Thoko', proof: 'y' })
    expect(await acts.sellForCash(0)).toMatchObject({ ok: true })
  })

  test('that the cashier bought need an approval, also in an even exchange or with mobile money', async () => {
    show({ person: standing({ phone: '+265991234567' }) })
    const of = { cashierId: 'another', customerPhone: '0991 234 567' }
    await acts.beginExchange({ ...anExchange(9000), of })
    await putTote()
    expect(await acts.sellForCash(15_000)).toEqual({ ok: false, reason: 'till-refund' })
    expect(await acts.beginMobileSale(0)).toEqual({ ok: false, reason: 'till-refund' })
  })

  test('are judged by the person who pays out the cart, not by the one who added them', async () => {
    const of = { cashierId: CASHIER.id, customerPhone: '0991 234 567' }
    const exchange = { ...anExchange(9000), of, before: 45_000 }
    const approval = { by: 'ada', byName: 'Ada', proof: 'y' }
    const must = (who: Parameters<typeof standing>[0], above: number, given?: typeof approval) => {
      const others = { person: standing(who), approvers: [{ id: 'thoko', name: 'Thoko' }] }
      return mustApprove({ ...exchange, approval: given ?? null }, others, above)
    }
    expect([must({}, 9000), must({ id: 'other' }, 9000)]).toEqual([true, true])
    exchange.before = 0
    expect([must({}, 9000), must({ id: 'other' }, 9000)]).toEqual([true, false])
    expect([must({}, 0), must({ id: 'other', phone: '+265991234567' }, 0)]).toEqual([false, true])
    // Somebody who approved it for another person needs somebody else for items that they bought themselves.
    const ada = { id: 'ada', role: 'admin' as const, phone: '+265991234567' }
    expect([must({}, 9000, approval), must(ada, 0, approval)]).toEqual([false, true])
    expect(must({ ...ada, phone: null }, 9000, approval)).toBe(false)
  })

  test('are paid by mobile money only when the server says that it supports that, asked anew each time', async () => {
    const start = {
      person: { ...CASHIER, role: 'cashier', pinSet: false },
      tills: [],
      till: TILL,
      openShift: null,
      approvers: [],
      sealTo: '',
    }
    let shop: object = { takesMobileMoney: true, takesExchanges: true }
    vi.stubGlobal('fetch', async () => Response.json({ ...start, shop }))
    const order = { id: crypto.randomUUID(), reason: 'other-size' as const }
    expect(await takesExchange({ order: null, lines: [] })).toBe(true)
    expect(await takesExchange({ order, lines: [] })).toBe(false)
    shop = { takesMobileMoney: true, takesOrderExchanges: true }
    expect(await takesExchange({ order: null, lines: [] })).toBe(false)
    expect(await takesExchange({ order, lines: [] })).toBe(true)
    vi.stubGlobal('fetch', async () => Response.error())
    expect(await takesExchange({ order, lines: [] })).toBe(false)
  })

  test('of an online order are sent for mobile money until cash was requested, with their earlier approval', async () => {
    const order = { id: crypto.randomUUID(), reason: 'other-size' as const }
    const late = { ...anExchange(9000), order: { ...order, needsApproval: true } }
    await acts.beginExchange(late)
    await putTote()
    expect(await acts.beginMobileSale(0)).toEqual({ ok: false, reason: 'till-refund' })
    await acts.approveExchange(late.id, { by: crypto.randomUUID(), byName: 'Ada', proof: 'live:' })
    await acts.noteExchangeAsked(late.id, crypto.randomUUID())
    expect(await acts.beginMobileSale(0)).toEqual({ ok: false, reason: 'till-exchange-cash' })
    await acts.noteExchangeRefused(late.id)
    const sent = await acts.beginMobileSale(0)
    if (!sent.ok) throw new Error(sent.reason)
    expect(sent.wait.basket.exchange).toMatchObject({ id: late.id, order })
    // The cancelled sale may still be paid, so the cart gets another return, which must be approved again.
    await acts.returnToBasket(sent.wait.saleId, 'called-off')
    expect(now().basket.exchange).toMatchObject({ order, approval: null })
    expect(now().basket.exchange?.id).not.toBe(late.id)
    expect(await acts.beginMobileSale(0)).toEqual({ ok: false, reason: 'till-refund' })
  })

  test('paid by a code accept no second one, scanned or stored by an older till', async () => {
    const credit = {
      id: crypto.randomUUID(),
      ending: 'EFGH',
      amount: 5000,
      balance: 5000,
      shiftId: (await readFact('shift'))?.id ?? '',
      until: new Date(Date.now() + 3_600_000).toISOString(),
    }
    await acts.beginExchange(anExchange(9000, 4000))
    await putTote()
    const refused = { ok: false, reason: 'till-exchange-code' }
    expect(await acts.setCredit(credit)).toEqual(refused)
    expect(now().basket.credit).toBeFalsy()
    await vi.waitFor(async () => expect(till.server.paths).toContain('/admin/pos/credit'))
    show({ basket: { ...now().basket, credit } })
    expect(await acts.sellForCash(15_000)).toEqual(refused)
    expect(await returned()).toEqual([])
  })

  test('of an online order wait for the server, and stay once it has taken them back', async () => {
    const order = { id: crypto.randomUUID(), reason: 'other-size' as const }
    const exchange = { ...anExchange(9000), order }
    await acts.beginExchange(exchange)
    await putTote()
    expect(await acts.sellForCash(6000)).toMatchObject({ reason: 'till-exchange-first' })
    await acts.noteExchangeSettled(exchange.id)
    await acts.clearBasket()
    expect(now().basket.exchange).toMatchObject({ isSettled: true })
    await putTote()
    expect(await acts.sellForCash(6000)).toMatchObject({ ok: true })
    expect(await returned()).toEqual([])
  })

  test('with a lost answer are requested once more, under the same id, before their cart drops them', async () => {
    const order = { id: crypto.randomUUID(), reason: 'other-size' as const }
    const exchange = { ...anExchange(9000), order }
    show({ shift: await readFact('shift') })
    await acts.beginExchange(exchange)
    till.server.connection = 'answer-lost'
    expect(await settleExchange(now().basket, now().shift)).toMatchObject({ ok: false })
    const unclear = { ok: false, reason: 'till-exchange-unclear' }
    till.server.connection = 'down'
    await settleAsked()
    expect(await acts.endExchange()).toEqual(unclear)
    expect(await acts.clearBasket()).toEqual(unclear)
    expect(now().basket.exchange).toMatchObject({ id: exchange.id, isAsked: true })
    // While the server fails, the outcome stays unclear.
    till.server.connection = 'up'
    till.server.failing = '/admin/pos/returns'
    await settleAsked()
    expect(await acts.endExchange()).toEqual(unclear)
    till.server.failing = ''
    await settleAsked()
    expect(now().basket.exchange).toMatchObject({ isSettled: true })
    expect(await acts.endExchange()).toEqual({ ok: true })
    expect(till.server.paths.filter((path) => path === '/admin/pos/returns')).toHaveLength(3)
  })

  test('that the server was never asked to take back stay with the customer when their cart drops them', async () => {
    const order = { id: crypto.randomUUID(), reason: 'other-size' as const }
    const exchange = { ...anExchange(9000), order }
    show({ shift: await readFact('shift') })
    await acts.beginExchange(exchange)
    till.server.connection = 'down'
    expect(await settleExchange(now().basket, now().shift)).toMatchObject({ ok: false })
    expect(now().basket.exchange).toMatchObject({ isAsked: true })
    // A server that has no return of this id, and makes none when it is only asked.
    vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) =>
      (body as string).includes('"onlyIfKnown":true')
        ? Response.json({ error: 'No', reason: 'not-found' }, { status: 404 })
        : Response.json({ refund: 9000 }),
    )
    await settleAsked()
    expect(now().basket.exchange).toMatchObject({ isAsked: false })
    expect(await acts.endExchange()).toEqual({ ok: true })
  })

  test('of an online order paid by a code are refunded to a code, which pays the sale and is released with the cart', async () => {
    const order = { id: crypto.randomUUID(), reason: 'other-size' as const }
    const shift = await readFact('shift')
    const credit = { id: '', ending: 'K7WX', amount: 9000, balance: 0, shiftId: '', until: '' }
    till.server.answers['/admin/pos/returns'] = { creditCode: '23456789K7WX', credit }
    for (const isSold of [true, false]) {
      const exchange = { ...anExchange(9000, 9000), order }
      await acts.beginExchange(exchange)
      await putTote()
      expect(await acts.beginMobileSale(0)).toEqual({ ok: false, reason: 'till-exchange-first' })
      expect(await settleExchange(now().basket, shift)).toEqual({ ok: true })
      if (isSold) {
        const { id: reserveId } = exchange
        expect(await acts.sellForCash(6000)).toMatchObject({
          sale: {
            credit: { reserveId, ending: 'K7WX', amount: 9000 },
            exchange: { amount: 9000, carried: 9000 },
          },
        })
      } else {
        await acts.clearBasket()
        expect(now().basket.exchange ?? null).toBeNull()
        await vi.waitFor(() => expect(till.server.paths).toContain('/admin/pos/credit'))
      }
    }
    // The code was spent or blocked before it could be reserved for the sale.
    vi.stubGlobal('window', new EventTarget())
    till.server.answers['/admin/pos/returns'] = { creditCode: '23456789K7WX', credit: null }
    await acts.beginExchange({ ...anExchange(9000, 9000), order })
    await putTote()
    expect(await settleExchange(now().basket, shift)).toMatchObject({
      ok: false,
      message: expect.stringContaining('2345-6789-K7WX') as string,
    })
    expect(now().basket).toMatchObject({ exchange: null, lines: [{ quantity: 1 }] })
    expect(await returned()).toEqual([])
  })

  test('are settled in the shift that took them back, which cannot be closed before', async () => {
    const order = { id: crypto.randomUUID(), reason: 'other-size' as const }
    const shift = await readFact('shift')
    if (!shift) throw new Error('no shift is open')
    await acts.beginExchange({ ...anExchange(9000), order })
    await putTote()
    expect(await settleExchange(now().basket, shift)).toEqual({ ok: true })
    const { basket } = now()
    const owed = { ok: false, reason: 'till-exchange-owed' }
    expect(await acts.closeShift({}, null)).toEqual(owed)
    await acts.holdBasket()
    expect(await acts.closeShift({}, null)).toEqual(owed)
    await acts.resumeSuspended(basket.id)
    // The shift was closed for good at another device.
    await keepFact('shift', { ...shift, id: crypto.randomUUID() })
    expect(await acts.sellForCash(6000)).toEqual({ ok: false, reason: 'till-exchange-shift' })
    await keepFact('shift', shift)
    expect(await acts.sellForCash(6000)).toMatchObject({ ok: true })
    expect(await acts.closeShift({}, null)).toMatchObject({ ok: true })
  })

  test('that were already taken back are not discarded with an otherwise empty cart', async () => {
    const order = { id: crypto.randomUUID(), reason: 'other-size' as const }
    const exchange = { ...anExchange(9000), order }
    await acts.beginExchange(exchange)
    await acts.noteExchangeSettled(exchange.id)
    const { id } = now().basket
    const changed = { ...exchange, refund: 1 }
    expect(await acts.beginExchange(changed)).toMatchObject({ reason: 'till-exchange-open' })
    // Resuming another sale suspends it, and it cannot be deleted.
    await putTote()
    await acts.holdBasket()
    const other = await db.suspended.toCollection().first()
    await acts.resumeSuspended(id)
    await acts.setQuantity(now().basket.lines[0]?.id ?? '', 0)
    expect(await acts.holdBasket()).toEqual({ ok: true })
    expect(other?.id).toBe(id)
    expect(await acts.dropSuspended(id)).toEqual({ ok: false, reason: 'till-exchange-owed' })
    const aside = crypto.randomUUID()
    const row = { id: aside, at: '', basket: { ...now().basket, id: aside } }
    await db.suspended.put(row)
    await acts.resumeSuspended(id)
    await acts.resumeSuspended(aside)
    expect(await db.suspended.get(id)).toMatchObject({ basket: { exchange: { isSettled: true } } })
    // The next tab takes over the basket of a tab that was closed.
    await acts.resumeSuspended(id)
    await db.baskets.clear()
    await db.baskets.put({ tab: 'gone', at: '', basket: now().basket })
    stubBrowser()
    expect(await takeTab()).toMatchObject({ id, lines: [], exchange: { isSettled: true } })
  })
})

describe('when the till starts', () => {
  const start = (change: object = {}) => ({
    person: { ...CASHIER, role: 'cashier', pinSet: false },
    tills: [],
    till: TILL,
    openShift: null,
    approvers: [],
    shop: {},
    ...change,
  })

  test('a cashier who chose Later is not asked for a PIN again until they sign in anew', async () => {
    till.server.start = start()
    await access.skipPin()
    await askStart()
    expect((await readFact('session'))?.skipsPin).toBe(true)
    await access.signOut()
    await askStart()
    expect((await readFact('session'))?.skipsPin).toBe(false)
  })

  test('a cashier’s phone number stays when the server sends none, and is known after a sign-in by PIN', async () => {
    const phone = '+265991234567'
    const thoko = { id: crypto.randomUUID(), name: 'Thoko', role: 'cashier' as const }
    const pin = { salt: '', iterations: 1, check: '', isBound: true, wrong: 0, waitUntil: 0 }
    await db.people.put({ ...thoko, ...pin, usedAt: 0 })
    const person = { ...CASHIER, role: 'cashier', pinSet: false }
    const phones = [{ id: thoko.id, phone: '+265881234567' }]
    till.server.start = start({ person: { ...person, phone }, phones })
    await askStart()
    expect((await db.people.get(thoko.id))?.phone).toBe('+265881234567')
    till.server.start = start({ person })
    await askStart()
    expect((await readFact('session'))?.phone).toBe(phone)
    expect((await db.people.get(thoko.id))?.phone).toBe('+265881234567')
    till.server.start = start({ person: { ...person, phone: null } })
    await askStart()
    expect((await readFact('session'))?.phone).toBeNull()
  })

  test('a till that another device has taken over is named, and no longer belongs to this device', async () => {
    till.server.start = start({ till: null })
    await askStart()
    expect(await readFact('till')).toBeNull()
    expect(await readFact('lostTill')).toBe(TILL.name)
    till.server.start = start()
    await askStart()
    expect(await readFact('lostTill')).toBeNull()
  })

  test('an answer that is older than a later one, or than a change of the till, is ignored', async () => {
    const older = Promise.withResolvers<object>()
    const oldest = Promise.withResolvers<object>()
    till.server.start = oldest.promise
    const first = askStart()
    await vi.waitFor(() => expect(till.server.paths).toHaveLength(1))
    till.server.start = older.promise
    const second = askStart()
    await vi.waitFor(() => expect(till.server.paths).toHaveLength(2))
    till.server.start = start({ till: { ...TILL, name: 'Back' } })
    await askStart()
    older.resolve(start({ till: null }))
    await second
    expect(await readFact('till')).toMatchObject({ name: 'Back' })
    const unanswered = Promise.withResolvers<object>()
    till.server.till = { ...TILL, name: 'Front' }
    till.server.start = unanswered.promise
    const claimed = access.claimTill('Front')
    await vi.waitFor(async () => expect(await readFact('till')).toMatchObject({ name: 'Front' }))
    oldest.resolve(start({ till: null }))
    await first
    expect(await readFact('till')).toMatchObject({ name: 'Front' })
    unanswered.resolve(start({ till: till.server.till }))
    expect(await claimed).toMatchObject({ ok: true })
    expect(await readFact('lostTill')).toBeNull()
  })

  test('a till that was taken over while a sale was unsent is left as soon as the sale is sent', async () => {
    till.server.connection = 'down'
    await sellTote()
    till.server.connection = 'up'
    till.server.start = start({ till: null })
    await askStart()
    expect(await readFact('till')).toEqual(TILL)
    await flush({ isRequested: true })
    await vi.waitFor(async () => expect(await readFact('till')).toBeNull())
    expect(await readFact('lostTill')).toBe(TILL.name)
  })
})
