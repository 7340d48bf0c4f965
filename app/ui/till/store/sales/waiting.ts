import { db, keepFact, readFact } from '../db.ts'
import { emptyBasket, isEmpty, now, show } from '../live.ts'
import type { Basket, Done, MobileWait } from '../state.ts'
import { write } from '../storage.ts'
import { endReserves } from '../sync/reserves.ts'
import { thisTab } from '../tab.ts'
import { basketKept, keepBasket } from './basket.ts'
import { totalsOf } from './due.ts'
import { anew, refuseAwaited, refuseCode } from './exchange.ts'

/** How long a cancelled sale is still followed (ms): the customer may have been typing the PIN. */
const LOOKED_AFTER = 3 * 60 * 60_000

const isLookedAfter = ({ offAt }: MobileWait) =>
  !offAt || Date.now() - Date.parse(offAt) < LOOKED_AFTER

const readWaiting = async () => ((await readFact('waiting')) ?? []).filter(isLookedAfter)

/** Changes a waiting sale, or removes it when `to` returns null; returns undefined when another tab was faster. */
async function change(saleId: string, to: (wait: MobileWait) => MobileWait | null) {
  const list = await readWaiting()
  const wait = list.find((one) => one.saleId === saleId)
  if (!wait) return undefined
  const changed = list.flatMap((one) => (one === wait ? (to(one) ?? []) : one))
  await keepFact('waiting', changed)
  return { wait, changed }
}

async function changeOne(saleId: string, to: (wait: MobileWait) => MobileWait | null) {
  // Dexie keeps a transaction open over the awaits of an async function only.
  const answer = await write(() => db.transaction('rw', db.facts, async () => change(saleId, to)))
  if (!answer.ok) return answer
  if (answer.value) show({ waiting: answer.value.changed })
  return { ok: true, wait: answer.value?.wait ?? null } as const
}

/**
 * Called before the server is asked: stores the sale here and starts a new basket, so that neither a reload nor a power
 * cut sells it a second time. The same basket returns the same sale again.
 */
export async function beginMobileSale(cashAmount: number): Promise<Done<{ wait: MobileWait }>> {
  await basketKept()
  const { basket } = now()
  if (basket.lines.length === 0) return { ok: false, reason: 'pos-empty-cart' }
  const refused = refuseAwaited(basket, now()) ?? refuseCode(basket, now().shift?.id)
  if (refused) return { ok: false, reason: refused }
  const next = emptyBasket()
  const started = await begin(basket, { cashAmount }, () => keepBasket(next))
  if (started.ok && now().basket.id === basket.id) show({ basket: next })
  return started
}

/**
 * The same for a voucher of `voucher` kwacha; the cart stays as it is. `id` is the sheet's, so that pressed twice it
 * is one.
 */
export const beginMobileVoucher = (id: string, voucher: number) =>
  begin({ ...emptyBasket(), id }, { cashAmount: 0, voucher })

async function begin(
  basket: Basket,
  sold: Pick<MobileWait, 'cashAmount' | 'voucher'>,
  keepNext?: () => Promise<unknown>,
): Promise<Done<{ wait: MobileWait }>> {
  const answer = await write(() =>
    db.transaction('rw', db.facts, db.baskets, async () => {
      const list = await readWaiting()
      const known = list.find(({ saleId }) => saleId === basket.id)
      if (known) return { wait: known, list }
      const wait: MobileWait = {
        saleId: basket.id,
        since: new Date().toISOString(),
        basket,
        ...sold,
        number: null,
        checkoutUrl: null,
        tab: thisTab(),
        offAt: null,
      }
      await keepFact('waiting', [...list, wait])
      await keepNext?.()
      return { wait, list: [...list, wait] }
    }),
  )
  if (!answer.ok) return answer
  const { wait, list } = answer.value
  show({ waiting: list })
  return { ok: true, wait }
}

/** The total of a waiting sale, in kwacha. */
export const totalOfWait = ({ basket, voucher }: MobileWait) => voucher ?? totalsOf(basket).total

/** Stores the sale's number and payment page. */
export const noteMobileSale = (
  saleId: string,
  answered: Pick<MobileWait, 'number' | 'checkoutUrl'>,
) => changeOne(saleId, (wait) => ({ ...wait, ...answered }))

/** Shows the sale in this tab alone, or in no tab, so that the next customer can be served. */
export const showMobileSale = (saleId: string, isShown: boolean) =>
  changeOne(saleId, (wait) => ({ ...wait, tab: isShown ? thisTab() : null }))

/**
 * Removes a paid sale from the list. `wait` is null when another tab was faster: only the tab that removes it
 * prints it.
 */
export const endMobileSale = (saleId: string) => changeOne(saleId, () => null)

/**
 * The sale was not paid: puts its items back into the basket, or suspends them when the basket is in use. After
 * `refused` by the server it is the same sale, with its approval; after `called-off` it is a new one, and the old one
 * is still followed. `wait` is null when another tab was faster.
 */
export async function returnToBasket(
  saleId: string,
  why: 'refused' | 'never-sent' | 'called-off',
): Promise<Done<{ wait: MobileWait | null; isSuspended: boolean }>> {
  await basketKept()
  const at = new Date().toISOString()
  const answer = await write(() =>
    db.transaction('rw', db.facts, db.baskets, db.suspended, async () => {
      let wasOff = false
      const done = await change(saleId, (wait) => {
        wasOff = wait.offAt !== null
        return why === 'called-off' ? { ...wait, tab: null, offAt: wait.offAt ?? at } : null
      })
      if (!done || wasOff) return undefined
      // A voucher puts nothing back into a cart.
      if (done.wait.voucher) return { ...done, basket: null, isSuspended: false }
      const basket: Basket =
        why === 'refused'
          ? done.wait.basket
          : {
              ...done.wait.basket,
              id: crypto.randomUUID(),
              approval: null,
              credit: null,
              ...anew(done.wait.basket),
            }
      const isSuspended = !isEmpty(now().basket)
      if (isSuspended) await db.suspended.put({ id: basket.id, at, basket })
      else await keepBasket(basket)
      return { ...done, basket, isSuspended }
    }),
  )
  if (!answer.ok) return answer
  if (!answer.value) return { ok: true, wait: null, isSuspended: false }
  const { wait, changed, basket, isSuspended } = answer.value
  // A sale that never reached the server still has its reserve; for a sale that it cancelled the server has ended it.
  if (wait.basket.credit && !basket?.credit) void endReserves([wait.basket.credit.id])
  show({ waiting: changed, ...(isSuspended || !basket ? {} : { basket }) })
  return { ok: true, wait, isSuspended }
}
