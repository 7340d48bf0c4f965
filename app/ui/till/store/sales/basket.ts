import type { CreditInCart } from '../../../../rules/credit/reserve.ts'
import {
  type Approval,
  hasOwnPicture,
  pictureOf,
  type TillProduct,
  type TillVariant,
} from '../../../../rules/till/till-events.ts'
import { checkUnits, MOST_SOLD_LINES } from '../../../../rules/till/till-sale.ts'
import { db } from '../db.ts'
import { emptyBasket, isEmpty, now, show } from '../live.ts'
import type { Basket, BasketLine, Done, SuspendedSale } from '../state.ts'
import { write } from '../storage.ts'
import { leftOf } from '../sync/catalogue-index.ts'
import { endReserves } from '../sync/reserves.ts'
import { thisTab } from '../tab.ts'
import { totalsOf, wholeOf } from './due.ts'
import { type ExchangeInCart, isOnCode, isOwed } from './exchange-in-cart.ts'
import { soldLines } from './sold-line.ts'

// Changes are shown at once and written afterwards, in order, because a scanner is faster than a disk.
let lastWrite: Promise<unknown> = Promise.resolve()

/** Resolves when all changes of the basket so far are stored. */
export const basketKept = () => lastWrite

function change(basket: Basket): Promise<Done> {
  const before = now().basket
  const kept = {
    ...basket,
    approval: basket.approval && sameSums(before, basket) ? basket.approval : null,
  }
  show({ basket: kept })
  return keep(() => keepBasket(kept))
}

export function keep(writeIt: () => Promise<unknown>): Promise<Done> {
  const done = lastWrite.then(() => write(writeIt))
  lastWrite = done.catch(() => {})
  return done.then((answer) => (answer.ok ? { ok: true } : answer))
}

export const keepBasket = (basket: Basket) =>
  db.baskets.put({ tab: thisTab(), at: new Date().toISOString(), basket })

/** Whether an approval still holds: it is for one sum and one discount (rules/till/till-approval.ts). */
function sameSums(a: Basket, b: Basket) {
  const [one, other] = [totalsOf(a), totalsOf(b)]
  return one.subtotal === other.subtotal && one.discountAmount === other.discountAmount
}

const withLine = (basket: Basket, line: BasketLine): Basket => ({
  ...basket,
  lines: basket.lines.some(({ id }) => id === line.id)
    ? basket.lines.map((one) => (one.id === line.id ? line : one))
    : [...basket.lines, line],
})

/** Adds `quantity` of a variant, never more than are on hand. */
export async function addToBasket(
  product: TillProduct,
  variant: TillVariant,
  quantity = 1,
): Promise<Done<{ lineId: string }>> {
  const { basket } = now()
  const onHand = leftOf(product, variant)
  const known = basket.lines.find(
    ({ variantId, unitPrice }) => variantId === variant.id && unitPrice === product.price,
  )
  const others = basket.lines
    .filter((line) => line.variantId === variant.id && line !== known)
    .reduce((sum, line) => sum + line.quantity, 0)
  const total = (known?.quantity ?? 0) + quantity
  const enough = checkUnits(total + others, onHand)
  if (!enough.ok) return enough
  const line: BasketLine = known
    ? { ...known, quantity: total, onHand }
    : {
        id: crypto.randomUUID(),
        productId: product.id,
        variantId: variant.id,
        name: product.name,
        sku: variant.sku,
        size: variant.size,
        color: variant.color,
        quantity,
        unitPrice: product.price,
        discount: 0,
        onHand,
        picture: pictureOf(product, variant.color),
        hasOwnPicture: hasOwnPicture(product, variant.color),
      }
  const next = withLine(basket, line)
  if (soldLines(next).length > MOST_SOLD_LINES) return { ok: false, reason: 'cart-full' }
  const done = await change(next)
  return done.ok ? { ok: true, lineId: line.id } : done
}

/** Sets the quantity of a line; 0 or less removes the line (docs/product.md, Selling). */
export async function setQuantity(lineId: string, quantity: number): Promise<Done> {
  const { basket } = now()
  const line = basket.lines.find(({ id }) => id === lineId)
  if (!line) return { ok: true }
  if (quantity <= 0)
    return change({ ...basket, lines: basket.lines.filter(({ id }) => id !== lineId) })
  if (!Number.isInteger(quantity)) return { ok: false, reason: 'bad-quantity' }
  const others = basket.lines
    .filter((one) => one.variantId === line.variantId && one !== line)
    .reduce((sum, one) => sum + one.quantity, 0)
  const enough = checkUnits(quantity + others, line.onHand)
  if (!enough.ok) return enough
  const discount = Math.min(line.discount, quantity * line.unitPrice)
  return change(withLine(basket, { ...line, quantity, discount }))
}

/** Sets the discount of one line in kwacha, at most its price. */
export async function setLineDiscount(lineId: string, discount: number): Promise<Done> {
  const { basket } = now()
  const line = basket.lines.find(({ id }) => id === lineId)
  if (!line) return { ok: true }
  const most = wholeOf(basket, lineId)
  return change(withLine(basket, { ...line, discount: within(discount, most) }))
}

/** Sets the discount of the whole sale in kwacha, in addition to those of its lines. */
export async function setDiscount(discount: number): Promise<Done> {
  const { basket } = now()
  return change({
    ...basket,
    discount: within(discount, totalsOf({ ...basket, discount: 0 }).total),
  })
}

const within = (amount: number, most: number) =>
  Math.min(most, Math.max(0, Number.isFinite(amount) ? Math.round(amount) : 0))

export const setApproval = (approval: Approval | null): Promise<Done> =>
  change({ ...now().basket, approval })

export const setCustomer = (
  customer: Partial<Pick<Basket, 'customerName' | 'customerPhone' | 'notes'>>,
): Promise<Done> => change({ ...now().basket, ...customer })

/** Sets the code that pays a part, or none; the former code's reserve is ended. */
export async function setCredit(credit: CreditInCart | null): Promise<Done> {
  const { basket } = now()
  if (credit && basket.exchange?.credit) {
    void endReserves([credit.id])
    return { ok: false, reason: 'till-exchange-code' }
  }
  const former = basket.credit
  // The server ends a replaced reserve only within the same cart, and that of a cancelled sale had another cart.
  if (former && former.id !== credit?.id) void endReserves([former.id])
  return change({ ...basket, credit })
}

/** Empties the basket. An exchange that the server has taken back stays, because its money is still owed. */
export async function clearBasket(): Promise<Done> {
  const { id, exchange, credit } = now().basket
  if (isUnclear(exchange)) return { ok: false, reason: 'till-exchange-unclear' }
  if (credit) void endReserves([credit.id])
  if (exchange && isOnCode(exchange)) void endReserves([exchange.id])
  return change(exchange && isOwed(exchange) ? { ...emptyBasket(), id, exchange } : emptyBasket())
}

/**
 * Puts an exchange into the basket: one at a time, and not beside another code when a code had paid the returned items.
 */
export async function beginExchange(exchange: ExchangeInCart): Promise<Done> {
  const { basket } = now()
  if (basket.exchange && (basket.exchange.id !== exchange.id || isOwed(basket.exchange)))
    return { ok: false, reason: 'till-exchange-open' }
  if (basket.credit && exchange.credit) return { ok: false, reason: 'till-exchange-code' }
  return change({ ...basket, exchange })
}

/** Stores an approval of the exchange, or null when it must be approved again. */
export const approveExchange = (id: string, approval: Approval | null) => note(id, { approval })

/**
 * Stores that the server is asked to take the items back for this shift, beside this amount of mobile money. Called
 * before the request, because its answer may be lost.
 */
export const noteExchangeAsked = (
  id: string,
  shiftId: string,
  mobileAmount: number | null = null,
) => note(id, { isAsked: true, shiftId, mobileAmount })

/** The server has refused to take the items back. */
export const noteExchangeRefused = (id: string) =>
  note(id, { isAsked: false, shiftId: null, mobileAmount: null })

/** The server has taken the items back; `credit`: as store credit on a code. */
export const noteExchangeSettled = (id: string, credit?: ExchangeInCart['credit']) =>
  note(id, { isSettled: true, ...(credit ? { credit } : {}) })

async function note(id: string, step: Partial<ExchangeInCart>): Promise<Done> {
  const { basket } = now()
  if (basket.exchange?.id !== id) return { ok: false, reason: 'not-found' }
  return change({ ...basket, exchange: { ...basket.exchange, ...step } })
}

const isUnclear = (exchange: Basket['exchange']) => exchange?.isAsked && !exchange.isSettled

/** Ends the exchange: nothing is taken instead. The basket gets a new id, so that no return refers to its sale. */
export async function endExchange(): Promise<Done> {
  const { basket } = now()
  const { exchange } = basket
  if (isUnclear(exchange)) return { ok: false, reason: 'till-exchange-unclear' }
  if (exchange && isOnCode(exchange)) void endReserves([exchange.id])
  return change({ ...basket, id: crypto.randomUUID(), exchange: null, approval: null })
}

/** Suspends the sale, which any tab may resume, and starts a new one. */
export async function holdBasket(): Promise<Done> {
  const { basket, suspended } = now()
  if (isEmpty(basket)) return { ok: false, reason: 'pos-empty-cart' }
  const row: SuspendedSale = { id: basket.id, at: new Date().toISOString(), basket }
  const next = emptyBasket()
  show({ basket: next, suspended: [row, ...suspended] })
  const held = await keep(() =>
    db.transaction('rw', db.baskets, db.suspended, async () => {
      await db.suspended.put(row)
      await keepBasket(next)
    }),
  )
  // Otherwise it would be in neither place.
  if (!held.ok && now().basket.id === next.id && isEmpty(now().basket)) show({ basket, suspended })
  return held
}

/** Resumes a suspended sale; what is in the basket is suspended instead. Refuses when another tab was faster. */
export async function resumeSuspended(id: string): Promise<Done> {
  await basketKept()
  const { basket } = now()
  const answer = await write(() =>
    db.transaction('rw', db.baskets, db.suspended, async () => {
      const row = await db.suspended.get(id)
      if (!row) return null
      await db.suspended.delete(id)
      if (!isEmpty(basket))
        await db.suspended.put({ id: basket.id, at: new Date().toISOString(), basket })
      await keepBasket(row.basket)
      return row.basket
    }),
  )
  if (!answer.ok) return answer
  if (!answer.value) return { ok: false, reason: 'not-found' }
  show({ basket: answer.value })
  return { ok: true }
}

export async function dropSuspended(id: string): Promise<Done> {
  const { credit, exchange } = now().suspended.find((one) => one.id === id)?.basket ?? {}
  if (isOwed(exchange)) return { ok: false, reason: 'till-exchange-owed' }
  if (credit) void endReserves([credit.id])
  if (exchange && isOnCode(exchange)) void endReserves([exchange.id])
  return keep(() => db.suspended.delete(id))
}
