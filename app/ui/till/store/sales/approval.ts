import { mayRunShop } from '../../../../rules/accounts/roles.ts'
import {
  moneyOfRefund,
  type OwnSale,
  ownNeedsApproval,
  ownSaleOf,
  refundNeedsApproval,
  type SaleParties,
} from '../../../../rules/till/till-sale.ts'
import type { TillState } from '../state.ts'
import type { ExchangeInCart } from './exchange-in-cart.ts'

/** The person at the till, and the staff who can approve at it. */
export type Standing = Pick<TillState, 'person' | 'approvers'>

/**
 * Whether the person at the till made or bought the sale. Somebody who runs the shop takes back what they bought when
 * nobody else can approve here: somebody else reviews it afterwards.
 */
export function ownOf(sale: SaleParties, { person, approvers }: Standing): OwnSale {
  if (!person) return { isMade: false, isBought: false }
  const own = ownSaleOf(sale, { id: person.id, phone: person.phone ?? null })
  const canBeAsked = !mayRunShop(person.role) || approvers.some(({ id }) => id !== person.id)
  return { ...own, isBought: own.isBought && canBeAsked }
}

/** Why a second person must approve: more than a cashier refunds alone, too late, or the cashier's own sale. */
export type WhyApproved = 'large' | 'late' | 'own'

/**
 * Why somebody has to approve an exchange that the person at the till now takes; null when nobody has to. `above`: the
 * part in kwacha that is paid back, and pays for nothing.
 */
export function whyApproved(
  { order, of, before = 0, refund, lines }: ExchangeInCart,
  who: Standing,
  above: number,
): WhyApproved | null {
  const role = who.person?.role ?? 'customer'
  if (order?.isLate && !mayRunShop(role)) return 'late'
  if (order?.needsApproval || refundNeedsApproval(role, before + refund)) return 'large'
  const own = of && ownOf(of, who)
  return ownNeedsApproval(role, own, moneyOfRefund(lines, refund, above)) ? 'own' : null
}

/** Whether an approval is needed and missing. */
export function mustApprove(
  exchange: ExchangeInCart | null | undefined,
  who: Standing,
  above: number,
): boolean {
  // The server checked it before it took back the ordered items.
  if (!exchange || exchange.isSettled) return false
  const why = whyApproved(exchange, who, above)
  if (why === null) return false
  // Somebody who approved it for another cashier and now goes on with the cart cannot have approved their own sale.
  return !exchange.approval || (why === 'own' && exchange.approval.by === who.person?.id)
}
