import 'fake-indexeddb/auto'
import { afterEach, beforeEach, vi } from 'vitest'
import * as acts from '../../../app/ui/till/store/acts.ts'
import { db, keepFact } from '../../../app/ui/till/store/db.ts'
import { show, showNothing } from '../../../app/ui/till/store/live.ts'
import { findCode, indexCatalogue } from '../../../app/ui/till/store/sync/catalogue-index.ts'
import { takeTab } from '../../../app/ui/till/store/tab.ts'
import { aCatalogue, aServer, CASHIER, stubBrowser, TILL } from './till-store.ts'

export const TOTE_PRICE = 15_000

/**
 * Opens, before each test of a file, a till with a cashier, an open shift and the catalogue on its own server, as in a
 * tab that was just opened. `connection` is its connection to the server.
 */
export function useTillStore(connection: 'up' | 'down' = 'up') {
  const held = {} as {
    server: ReturnType<typeof aServer>
    shift: { id: string; openedAt: string; float: number; cashierId: string }
  }
  beforeEach(async () => {
    stubBrowser()
    held.server = aServer()
    held.server.connection = connection
    held.shift = { id: crypto.randomUUID(), openedAt: '', float: 0, cashierId: CASHIER.id }
    await db.open()
    await keepFact('shift', held.shift)
    await keepFact('session', { ...CASHIER, role: 'cashier' })
    indexCatalogue(aCatalogue(20, TOTE_PRICE))
    show({
      basket: await takeTab(),
      person: { ...CASHIER, role: 'cashier', hasPin: false, skipsPin: false },
      till: TILL,
      shift: held.shift,
      storage: 'kept',
    })
  })
  afterEach(async () => {
    await Promise.all(db.tables.map((table) => table.clear()))
    showNothing()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  return held
}

/** Adds tote bags to the cart. */
export async function putTote(quantity = 1) {
  const found = findCode('TOTE-1')
  if (!found?.variant) throw new Error('the tote bag is gone')
  return acts.addToBasket(found.product, found.variant, quantity)
}

/** Sells tote bags for cash. */
export async function sellTote(quantity = 1) {
  await putTote(quantity)
  const sold = await acts.sellForCash(quantity * TOTE_PRICE)
  if (!sold.ok) throw new Error(sold.reason)
  return sold.sale
}
