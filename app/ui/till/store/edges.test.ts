import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  aCatalogue,
  aServer,
  CASHIER,
  stubBrowser,
  TILL,
} from '../../../../tests/support/till/till-store.ts'
import * as access from './access/access.ts'
import * as acts from './acts.ts'
import { db, keepFact, readFact } from './db.ts'
import { now, show, showNothing } from './live.ts'
import { askStart } from './start.ts'
import { findCode, indexCatalogue } from './sync/catalogue-index.ts'
import { flush } from './sync/outbox.ts'
import { takeTab } from './tab.ts'

let server: ReturnType<typeof aServer>

beforeEach(async () => {
  stubBrowser()
  server = aServer()
  await db.open()
  await keepFact('shift', {
    id: crypto.randomUUID(),
    openedAt: '',
    float: 0,
    cashierId: CASHIER.id,
  })
  await keepFact('session', { ...CASHIER, role: 'cashier' })
  await keepFact('till', TILL)
  indexCatalogue(aCatalogue())
  show({
    basket: await takeTab(),
    person: { ...CASHIER, role: 'cashier', hasPin: false, skipsPin: false },
    till: TILL,
    storage: 'kept',
  })
})
afterEach(async () => {
  await Promise.all(db.tables.map((table) => table.clear()))
  showNothing()
  vi.unstubAllGlobals()
})

async function sellTote() {
  const found = findCode('TOTE-1')
  if (!found?.variant) throw new Error('the tote bag is gone')
  await acts.addToBasket(found.product, found.variant)
  const sold = await acts.sellForCash(15_000)
  if (!sold.ok) throw new Error(sold.reason)
  return sold.sale
}

describe('items that come back for others', () => {
  async function exchange() {
    const done = await acts.takeBack({
      saleNumber: 'POS-2026-000007',
      lines: [{ lineId: crypto.randomUUID(), quantity: 1, amount: 15_000, isRestocked: true }],
      refund: 15_000,
      reason: 'Exchange',
      approval: null,
      exchangeSaleId: now().basket.id,
    })
    if (!done.ok) throw new Error(done.reason)
    return done.thing
  }
  const putTote = async () => {
    const found = findCode('TOTE-1')
    if (found?.variant) await acts.addToBasket(found.product, found.variant)
  }

  test('lead to the sale that is made, also when the basket was cleared before', async () => {
    const back = await exchange()
    expect(now().basket.exchangeFor).toBe('POS-2026-000007')
    await putTote()
    await acts.clearBasket()
    expect((await sellTote()).id).toBe(back.exchangeSaleId)
    expect(now().basket.exchangeFor).toBeFalsy()
  })

  test('lead to that sale when it was held, and not to who was served meanwhile', async () => {
    const back = await exchange()
    await putTote()
    await acts.holdBasket()
    expect((await sellTote()).id).not.toBe(back.exchangeSaleId)
    await acts.resumeHeld(String(back.exchangeSaleId))
    expect(now().basket.exchangeFor).toBe('POS-2026-000007')
    const sold = await acts.sellForCash(15_000)
    expect(sold).toMatchObject({ ok: true, sale: { id: back.exchangeSaleId } })
  })

  test('lead nowhere when nothing was taken instead', async () => {
    const back = await exchange()
    await acts.endExchange()
    expect((await sellTote()).id).not.toBe(back.exchangeSaleId)
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

  test('who said later is not asked for a PIN again, until they sign in anew', async () => {
    server.start = start()
    await access.skipPin()
    await askStart()
    expect((await readFact('session'))?.skipsPin).toBe(true)
    await access.signOut()
    await askStart()
    expect((await readFact('session'))?.skipsPin).toBe(false)
  })

  test('a till that another device has become is named, and is this device’s no more', async () => {
    server.start = start({ till: null })
    await askStart()
    expect(await readFact('till')).toBeNull()
    expect(await readFact('lostTill')).toBe(TILL.name)
    server.start = start()
    await askStart()
    expect(await readFact('lostTill')).toBeNull()
  })

  test('an answer that comes after a later one, or after this device became another till, is not taken', async () => {
    const older = Promise.withResolvers<object>()
    const oldest = Promise.withResolvers<object>()
    server.start = oldest.promise
    const first = askStart()
    await vi.waitFor(() => expect(server.paths).toHaveLength(1))
    server.start = older.promise
    const second = askStart()
    await vi.waitFor(() => expect(server.paths).toHaveLength(2))
    server.start = start({ till: { ...TILL, name: 'Back' } })
    await askStart()
    older.resolve(start({ till: null }))
    await second
    expect(await readFact('till')).toMatchObject({ name: 'Back' })
    const unanswered = Promise.withResolvers<object>()
    server.till = { ...TILL, name: 'Front' }
    server.start = unanswered.promise
    const claimed = access.claimTill('Front')
    await vi.waitFor(async () => expect(await readFact('till')).toMatchObject({ name: 'Front' }))
    oldest.resolve(start({ till: null }))
    await first
    expect(await readFact('till')).toMatchObject({ name: 'Front' })
    unanswered.resolve(start({ till: server.till }))
    expect(await claimed).toMatchObject({ ok: true })
    expect(await readFact('lostTill')).toBeNull()
  })

  test('a till that was lost while a sale was unsent is let go as soon as the sale is sent', async () => {
    server.line = 'down'
    await sellTote()
    server.line = 'up'
    server.start = start({ till: null })
    await askStart()
    expect(await readFact('till')).toEqual(TILL)
    await flush({ isRequested: true })
    await vi.waitFor(async () => expect(await readFact('till')).toBeNull())
    expect(await readFact('lostTill')).toBe(TILL.name)
  })
})
