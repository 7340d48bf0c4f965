import { beforeEach, describe, expect, test, vi } from 'vitest'
import { putTote, sellTote, useTillStore } from '../../../../tests/support/till/open-store.ts'
import { aCatalogue, CASHIER, TILL, VARIANT } from '../../../../tests/support/till/till-store.ts'
import { MOST_SOLD_LINES } from '../../../rules/till/till-sale.ts'
import * as access from './accounts/access.ts'
import * as acts from './acts.ts'
import { db, keepFact } from './db.ts'
import { leaseNumbers } from './lease-numbers.ts'
import { now, show } from './live.ts'
import { findCode, indexCatalogue, searchCatalogue } from './sync/catalogue-index.ts'
import { countUnsent, flush } from './sync/outbox.ts'
import { loadUnsent, saveUnsent } from './sync/unsent.ts'

const till = useTillStore('down')

describe('a sale', () => {
  test('is stored with its number before anything else happens, and the basket is emptied', async () => {
    await db.numbers.bulkPut([
      { number: 'POS-2026-000008', tillId: TILL.id },
      { number: 'POS-2026-000007', tillId: TILL.id },
    ])
    const sale = await sellTote(2)
    expect(sale).toMatchObject({ number: 'POS-2026-000007', totalAmount: 30_000 })
    expect(await db.events.get({ id: sale.id })).toMatchObject({ thing: sale, unsent: 1 })
    expect(await db.numbers.count()).toBe(1)
    expect(now().basket.lines).toEqual([])
  })

  test('is one sale although Pay is pressed twice', async () => {
    await putTote()
    const both = await Promise.all([acts.sellForCash(15_000), acts.sellForCash(20_000)])
    const ids = both.map((answer) => answer.ok && answer.sale.id)
    expect(ids[0]).toBeTruthy()
    expect(ids[1]).toBe(ids[0])
    expect(await countUnsent()).toBe(1)
  })

  test('is refused when the customer gives too little, and nothing is lost', async () => {
    await putTote()
    expect(await acts.sellForCash(14_999)).toMatchObject({ reason: 'pos-cash', amount: 15_000 })
    expect(now().basket.lines).toHaveLength(1)
    expect(await countUnsent()).toBe(0)
  })

  test('is refused with an empty basket, and without a shift', async () => {
    expect(await acts.sellForCash(0)).toMatchObject({ reason: 'pos-empty-cart' })
    await putTote()
    await db.facts.delete('shift')
    expect(await acts.sellForCash(15_000)).toMatchObject({ reason: 'till-no-shift' })
  })

  test('has as many lines as the server reads, and no more', async () => {
    const [tote] = aCatalogue().products
    const [variant] = tote?.variants ?? []
    if (!tote || !variant) throw new Error('the tote bag is gone')
    const add = () => acts.addToBasket(tote, { ...variant, id: crypto.randomUUID() })
    for (let n = 0; n < MOST_SOLD_LINES; n += 1) expect(await add()).toMatchObject({ ok: true })
    expect(await add()).toEqual({ ok: false, reason: 'cart-full' })
    const { lines } = now().basket
    expect(lines).toHaveLength(MOST_SOLD_LINES)
    // Another piece of what is in the cart is no new line.
    expect(
      await acts.addToBasket(tote, { ...variant, id: lines[0]?.variantId ?? '' }),
    ).toMatchObject({ ok: true })
  })

  test('with a discount above a cashier’s limit needs an approval', async () => {
    await putTote()
    await acts.setDiscount(5_000)
    expect(await acts.sellForCash(15_000)).toMatchObject({ reason: 'till-discount' })
    await acts.setApproval({ by: 'x', byName: 'Thoko', proof: 'y' })
    expect(await acts.sellForCash(15_000)).toMatchObject({ sale: { totalAmount: 10_000 } })
  })

  test('loses its approval when its discount changes', async () => {
    await putTote()
    await acts.setDiscount(5_000)
    await acts.setApproval({ by: 'x', byName: 'Thoko', proof: 'y' })
    await acts.setDiscount(6_000)
    expect(now().basket.approval).toBeNull()
  })

  test('is refused in advance when the device is full', async () => {
    await putTote()
    vi.stubGlobal('navigator', {
      locks: navigator.locks,
      storage: {
        persist: async () => true,
        estimate: async () => ({ quota: 1e9, usage: 1e9 - 5 }),
      },
    })
    show({ storage: 'full' })
    expect(await acts.sellForCash(15_000)).toMatchObject({ reason: 'till-storage-full' })
    expect(await db.events.count()).toBe(0)
  })

  test('reports when the disk fills up while it is stored', async () => {
    await putTote()
    const full = new DOMException('full', 'QuotaExceededError')
    vi.spyOn(db.events, 'add').mockRejectedValueOnce(full)
    expect(await acts.sellForCash(15_000)).toMatchObject({ reason: 'till-storage-full' })
    expect(await db.events.count()).toBe(0)
    expect(now().basket.lines).toHaveLength(1)
    vi.restoreAllMocks()
  })
})

describe('a basket', () => {
  test('holds no more than the stock', async () => {
    await putTote(19)
    expect(await putTote(2)).toMatchObject({ reason: 'pos-stock', available: 20 })
    const [line] = now().basket.lines
    expect(await acts.setQuantity(line?.id ?? '', 21)).toMatchObject({ reason: 'pos-stock' })
    await acts.setQuantity(line?.id ?? '', 0)
    expect(now().basket.lines).toEqual([])
  })

  test('is suspended, and resumed once', async () => {
    await putTote()
    const { id } = now().basket
    await acts.holdBasket()
    expect(now().basket.lines).toEqual([])
    const taken = await Promise.all([acts.resumeSuspended(id), acts.resumeSuspended(id)])
    expect(taken.filter(({ ok }) => ok)).toHaveLength(1)
    expect(now().basket.id).toBe(id)
  })
})

describe('an unsent event', () => {
  test('is sent in the order in which it happened, and is then marked as sent', async () => {
    const sales = [await sellTote(), await sellTote(), await sellTote()]
    till.server.connection = 'up'
    await flush({ isRequested: true })
    expect(till.server.uploads).toEqual([sales.map(({ id }) => id)])
    expect(await countUnsent()).toBe(0)
    expect(await db.events.count()).toBe(3)
  })

  test('arrives once although its answer was lost', async () => {
    const sale = await sellTote()
    till.server.connection = 'answer-lost'
    await flush({ isRequested: true })
    expect(await countUnsent()).toBe(1)
    till.server.connection = 'up'
    await flush({ isRequested: true })
    expect(till.server.uploads).toEqual([[sale.id], [sale.id]])
    expect([...till.server.events.keys()]).toEqual([sale.id])
  })

  test('is sent once by two tabs at once', async () => {
    await sellTote()
    till.server.connection = 'up'
    await Promise.all([flush({ isRequested: true }), flush({ isRequested: true })])
    expect(till.server.uploads).toHaveLength(1)
  })

  test('stays until the server confirms it by id', async () => {
    const sales = [await sellTote(), await sellTote()]
    till.server.connection = 'up'
    till.server.most = 0
    await flush({ isRequested: true })
    expect(await countUnsent()).toBe(2)
    // Nobody requested it, so it waits for its time.
    await flush()
    expect(till.server.uploads).toHaveLength(1)
    till.server.most = 1
    await flush({ isRequested: true })
    expect(till.server.uploads.slice(1)).toEqual([[sales[0]?.id, sales[1]?.id], [sales[1]?.id]])
    expect(await countUnsent()).toBe(0)
  })

  test('keeps the number from the server beside the printed one', async () => {
    const sale = await sellTote()
    till.server.connection = 'up'
    till.server.number = 'POS-2026-000099'
    await flush({ isRequested: true })
    expect(await db.events.get({ id: sale.id })).toMatchObject({
      thing: { number: null },
      received: { number: 'POS-2026-000099' },
    })
  })

  test('waits until somebody signs in again', async () => {
    await sellTote()
    till.server.connection = 'signed-out'
    await flush({ isRequested: true })
    expect(now().connection.isSignedOut).toBe(true)
    expect(await countUnsent()).toBe(1)
  })

  test('prevents signing out and closing the shift', async () => {
    await sellTote()
    expect(await access.signOut()).toMatchObject({ reason: 'till-unsent', available: 1 })
    expect(await acts.closeShift({}, null)).toMatchObject({ reason: 'till-unsent', available: 1 })
    till.server.connection = 'up'
    expect(await acts.closeShift({ '5000': 3 }, null)).toMatchObject({ ok: true })
    expect(await db.facts.get('shift')).toBeUndefined()
  })

  test('can be carried to another device in a file, and is the same sale there', async () => {
    const sale = await sellTote()
    const { file, count } = await saveUnsent()
    expect(count).toBe(1)
    expect(await loadUnsent(file)).toEqual({ ok: true, count: 0 })
    await db.events.clear()
    expect(await loadUnsent(file)).toEqual({ ok: true, count: 1 })
    expect(await db.events.get({ id: sale.id })).toMatchObject({ thing: sale, unsent: 1 })
  })

  test('in a file that somebody changed is not loaded', async () => {
    await sellTote()
    const { file } = await saveUnsent()
    const changed = new Blob([(await file.text()).replace('15000', '15')])
    expect(await loadUnsent(changed)).toMatchObject({ reason: 'till-file-unreadable' })
  })
})

describe('a PIN', () => {
  async function setPin() {
    till.server.connection = 'up'
    expect(await access.setPin('4711')).toEqual({ ok: true })
    till.server.connection = 'down'
  }

  test('unlocks the till offline; neither it nor its key is stored on the device', async () => {
    await setPin()
    expect(await access.lock()).toEqual({ ok: true })
    expect(await access.unlock(CASHIER.id, '4711')).toEqual({ ok: true })
    expect(await db.facts.get('unlocked')).toMatchObject({ value: { personId: CASHIER.id } })
    const { derivePinKey } = await import('../../../rules/till/till-approval.ts')
    const key = await derivePinKey('4711', '00112233445566778899aabbccddeeff', 1_000)
    const all = JSON.stringify(await Promise.all(db.tables.map((table) => table.toArray())))
    expect(all).not.toContain(key)
    expect(all).not.toContain('4711')
  })

  test('guessed five times makes the guesser wait, even with the right one', async () => {
    await setPin()
    for (let guess = 0; guess < 5; guess++)
      expect(await access.unlock(CASHIER.id, '0000')).toMatchObject({ reason: 'till-pin-wrong' })
    expect(await access.unlock(CASHIER.id, '4711')).toMatchObject({
      reason: 'till-pin-wait',
      minutes: 1,
    })
    await db.people.update(CASHIER.id, { waitUntil: Date.now() - 1 })
    expect(await access.unlock(CASHIER.id, '4711')).toEqual({ ok: true })
  })

  test('is required before the till can be locked', async () => {
    await access.keepUnlocked({ ...CASHIER, role: 'cashier' })
    expect(await access.lock()).toMatchObject({ reason: 'till-pin-missing' })
  })
})

describe('items', () => {
  test('are found by barcode and by SKU, in any spelling', () => {
    expect(findCode(' 2012345678903\n')?.variant?.id).toBe(VARIANT)
    expect(findCode('tote-1')?.variant?.id).toBe(VARIANT)
    expect(findCode('2012345678904')).toBeNull()
  })

  test('of a size are found by its own barcode, and by the product’s only if there is one size', () => {
    const catalogue = aCatalogue()
    const [tote] = catalogue.products
    const [variant] = tote?.variants ?? []
    if (!tote || !variant) throw new Error('the tote bag is gone')
    const of = (size: string, barcode: string) => ({
      ...variant,
      id: size,
      sku: size,
      size,
      barcode,
    })
    const sizes = [of('S', '2100000000005'), of('M', '2100000000012')]
    indexCatalogue({ ...catalogue, products: [{ ...tote, variants: sizes }] })
    expect(findCode('2100000000012')?.variant?.size).toBe('M')
    expect(findCode('2012345678903')).toMatchObject({ product: { id: tote.id }, variant: null })
    expect(searchCatalogue({ text: '2100000000', categoryId: null }, 10).total).toBe(1)
  })

  test('are searched by every word, within a category and its subcategories', () => {
    const total = (text: string, categoryId: string | null = null) =>
      searchCatalogue({ text, categoryId }, 10).total
    expect(total('bag canv')).toBe(1)
    expect(total('bag leather')).toBe(0)
    expect(total('', 'bags')).toBe(1)
    expect(total('', 'shoes')).toBe(0)
  })
})

describe('sale numbers in store', () => {
  const give = async (count: number) => {
    const numbers = await db.numbers.limit(count).primaryKeys()
    await db.numbers.bulkDelete(numbers)
  }
  beforeEach(async () => {
    till.server.connection = 'up'
    await keepFact('till', TILL)
    await leaseNumbers()
  })

  test('are twenty, and are refilled at half', async () => {
    expect(till.server.leased).toEqual([20])
    await give(9)
    await leaseNumbers()
    expect(till.server.leased).toEqual([20])
    await give(1)
    await leaseNumbers()
    expect(till.server.leased).toEqual([20, 10])
    expect(await db.numbers.count()).toBe(20)
  })

  test('are twice as many for a month after the till came back with almost none', async () => {
    await give(16)
    await leaseNumbers()
    await leaseNumbers()
    expect(await db.numbers.count()).toBe(40)
    for (let n = 1; n <= 5; n += 1) {
      await give(1000)
      await leaseNumbers()
    }
    await leaseNumbers()
    expect(await db.numbers.count()).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 86_400_000 })
    await give(195)
    await leaseNumbers()
    expect(await db.numbers.count()).toBe(20)
  })
})
