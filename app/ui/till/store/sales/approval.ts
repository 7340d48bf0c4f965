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

/** Who stands at the till, and who could approve at it. */
export type Standing = Pick<TillState, 'person' | 'approvers'>

/**
 * Whether it is the sale of whoever stands at the till: made or bought by them. Who runs the shop, and of whom nobody
 * else can approve here, takes back what they have bought: somebody else looks at it afterwards.
 */
export function ownOf(sale: SaleParties, { person, approvers }: Standing): OwnSale {
  if (!person) return { isMade: false, isBought: false }
  const own = ownSaleOf(sale, { id: person.id, phone: person.phone ?? null })
  const canBeAsked = !mayRunShop(person.role) || approvers.some(({ id }) => id !== person.id)
  return { ...own, isBought: own.isBought && canBeAsked }
}

/** Why somebody else types a PIN: it is more than a cashier gives back alone, too late, or of a sale of their own. */
export type WhyApproved = 'large' | 'late' | 'own'

/**
 * Why somebody has to approve what comes back, as whoever stands at the till now takes it; null where nobody has to.
 * `above`: kwacha that are given back for it, and pay for nothing.
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

/** Whether somebody has to, and has not. */
export function mustApprove(
  exchange: ExchangeInCart | null | undefined,
  who: Standing,
  above: number,
): boolean {
  // The server has looked before it took back what was ordered online.
  if (!exchange || exchange.isSettled) return false
  const why = whyApproved(exchange, who, above)
  if (why === null) return false
  // Who approved it for another, and goes on with the cart, does not agree to a sale of their own.
  return !exchange.approval || (why === 'own' && exchange.approval.by === who.person?.id)
}
