import { saleTotals } from '../../../../rules/till/till-sale.ts'
import { db, keepFact, readFact } from '../db.ts'
import { emptyBasket, isEmpty, now, show } from '../live.ts'
import type { Basket, Done, MobileWait } from '../state.ts'
import { write } from '../storage.ts'
import { endReserves } from '../sync/reserves.ts'
import { thisTab } from '../tab.ts'
import { basketKept, keepBasket } from './basket.ts'
import { anew, refuseAwaited, refuseCode } from './exchange.ts'

/** For so long a sale that was called off is still looked after (ms): the customer may have been typing. */
const LOOKED_AFTER = 3 * 60 * 60_000

const isLookedAfter = ({ offAt }: MobileWait) =>
  !offAt || Date.now() - Date.parse(offAt) < LOOKED_AFTER

const readWaiting = async () => ((await readFact('waiting')) ?? []).filter(isLookedAfter)

/** Changes one of them, or takes it off the list with null; undefined when another tab was quicker. */
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
 * Before the server is asked: the sale is kept here and its basket is a new one, so that neither a reload
 * nor a power cut sells it a second time. The same basket gives the same sale again.
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

/** The same of a voucher of so much: what is in the cart stays there. `id` is the sheet's: pressed twice it is one. */
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

/** What a sale that waits comes to, in kwacha. */
export const totalOfWait = ({ basket, voucher }: MobileWait) =>
  voucher ?? saleTotals(basket.lines, basket.discount).total

/** What the server called it, and where it is paid. */
export const noteMobileSale = (
  saleId: string,
  answered: Pick<MobileWait, 'number' | 'checkoutUrl'>,
) => changeOne(saleId, (wait) => ({ ...wait, ...answered }))

/** Shows it in this tab, and in no other one; or in none, while the next customer is served. */
export const showMobileSale = (saleId: string, isShown: boolean) =>
  changeOne(saleId, (wait) => ({ ...wait, tab: isShown ? thisTab() : null }))

/** It is paid. `wait` is null when another tab was quicker: only who takes it off the list prints it. */
export const endMobileSale = (saleId: string) => changeOne(saleId, () => null)

/**
 * It was not paid: its items are in the basket again, or held when another sale is in it. `refused` by the
 * server it is the same sale, with its approval; called off it is a new one, and the old one is still
 * looked after. `wait` is null when another tab was quicker.
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
      // Of a voucher nothing goes back into a cart.
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
  // What the server never got still holds it; of a sale that it has called off it has given it back.
  if (wait.basket.credit && !basket?.credit) void endReserves([wait.basket.credit.id])
  show({ waiting: changed, ...(isSuspended || !basket ? {} : { basket }) })
  return { ok: true, wait, isSuspended }
}
