import { settleExchange } from '../returns/settle-exchange.ts'
import { beginMobileSale, dueOf } from '../store/acts.ts'
import { now } from '../store/live.ts'
import { refuseMobile } from '../store/sales/exchange.ts'
import { goesOnCode } from '../store/sales/exchange-in-cart.ts'
import type { Done, MobileWait } from '../store/state.ts'

type BeginResult = Done<{ wait: MobileWait }> | { ok: false; reason: null; message: string }

/**
 * Keeps what is in the basket as a sale that mobile money is to pay beside so much cash (kwacha). What comes back for
 * it of an order that a code paid is taken back first, and pays from that code as any code does: never for a payment
 * that would be refused. `message`: what the server has to say of what comes back.
 */
export async function beginMobile(cashAmount: number): Promise<BeginResult> {
  const { basket, shift } = now()
  const refused = refuseMobile(basket, now(), cashAmount)
  if (refused) return { ok: false, reason: refused }
  if (goesOnCode(basket.exchange)) {
    const settled = await settleExchange(basket, shift, dueOf(basket).rest - cashAmount)
    if (!settled.ok) return { ...settled, reason: null }
  }
  return beginMobileSale(cashAmount)
}
