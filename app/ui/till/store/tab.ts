import { db } from './db.ts'
import { emptyBasket, isEmpty } from './live.ts'
import type { Basket } from './state.ts'
import { refuseStorage } from './storage.ts'

const KEY = 'zovala-till-tab'
const lockOf = (tab: string) => `zovala-till-tab:${tab}`

let tab = ''

export const thisTab = () => tab

/**
 * Finds this tab's basket. A reload finds its own again; a duplicated tab, which has the same name, gets a new one;
 * after a crash the first tab takes over the basket of a dead one, and the others are suspended.
 */
export const takeTab = (): Promise<Basket> =>
  navigator.locks.request('zovala-till-tabs', async () => {
    const before = sessionStorage.getItem(KEY)
    tab = before && (await holdTab(before)) ? before : ''
    if (!tab) {
      tab = crypto.randomUUID()
      await holdTab(tab)
      sessionStorage.setItem(KEY, tab)
    }
    return adopt()
  })

/** Holds the tab's name until the tab is closed; false when another tab holds it. */
async function holdTab(name: string) {
  // A page that is being closed may hold it for a moment longer.
  for (const patience of [0, 50, 100, 200]) {
    if (patience) await new Promise((done) => setTimeout(done, patience))
    const held = await new Promise<boolean>((answer) => {
      void navigator.locks.request(lockOf(name), { ifAvailable: true }, (lock) => {
        answer(lock !== null)
        // Never settles: the browser releases the lock when the tab is closed.
        return lock ? new Promise(() => {}) : undefined
      })
    })
    if (held) return true
  }
  return false
}

async function adopt(): Promise<Basket> {
  const { held = [] } = await navigator.locks.query()
  const living = new Set(held.map(({ name }) => name))
  let kept = emptyBasket()
  const adopting = db.transaction('rw', db.baskets, db.suspended, db.events, async () => {
    let own = (await db.baskets.get(tab))?.basket ?? emptyBasket()
    if (await db.events.get({ id: own.id })) own = emptyBasket()
    kept = own
    const left = await db.baskets.filter((row) => !living.has(lockOf(row.tab))).toArray()
    left.sort((a, b) => (a.at < b.at ? 1 : -1))
    for (const row of left) {
      await db.baskets.delete(row.tab)
      const { basket } = row
      if (isEmpty(basket) || (await db.events.get({ id: basket.id }))) continue
      if (isEmpty(own)) own = basket
      else await db.suspended.put({ id: basket.id, at: row.at, basket })
    }
    await db.baskets.put({ tab, at: new Date().toISOString(), basket: own })
    return own
  })
  return adopting.catch((error) => {
    // On a full disk baskets of dead tabs stay where they are: taken without a write, two tabs could take one.
    refuseStorage(error)
    return kept
  })
}
