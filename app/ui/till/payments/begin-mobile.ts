import { settleExchange } from '../returns/settle-exchange.ts'
import { beginMobileSale, dueOf } from '../store/acts.ts'
import { now } from '../store/live.ts'
import { refuseMobile } from '../store/sales/exchange.ts'
import { goesOnCode } from '../store/sales/exchange-in-cart.ts'
import type { Done, MobileWait } from '../store/state.ts'

type BeginResult = Done<{ wait: MobileWait }> | { ok: false; reason: null; message: string }

/**
 * Starts a sale of the basket by mobile money, with `cashAmount` kwacha in cash. In an exchange of an order that a code
 * paid, the items are taken back first and put on a code, which then pays as any code does; not for a payment that
 * would be refused. `message`: the server's answer about taking them back.
 */
export async function beginMobile(cashAmount: number): Promise<BeginResult> {
  const { basket, shift } = now()
  const refused = refuseMobile(basket, now(), cashAmount)
  if (refused) return { ok: false, reason: refused }
  if (goesOnCode(basket.exchange)) {
    const settled = await settleExchange(basket, shift, {
      mobileAmount: dueOf(basket).rest - cashAmount,
    })
    if (!settled.ok) return { ...settled, reason: null }
  }
  return beginMobileSale(cashAmount)
}
