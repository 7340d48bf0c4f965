import { NO_PAGE_YET } from '../../../../rules/messages/till/on-device.ts'
import { showToast } from '../../../kit/toaster.tsx'
import { notifyRefusal, wasDone } from '../../notify.ts'
import {
  approveExchange,
  noteMobileSale,
  returnToBasket,
  setApproval,
  totalOfWait,
} from '../../store/acts.ts'
import { now } from '../../store/live.ts'
import { goesOnCode } from '../../store/sales/exchange-in-cart.ts'
import { soldLines } from '../../store/sales/sold-line.ts'
import { takesExchange } from '../../store/start.ts'
import type { MobileWait } from '../../store/state.ts'
import { startMobileSale } from './start-mobile-sale.ts'

/**
 * Whether the server can be asked for this payment; notifies when it cannot. An older release would charge the whole
 * price of an exchange.
 */
export async function canAskPayment({ exchange }: Pick<MobileWait['basket'], 'exchange'>) {
  // Returned items that are on a code pay as any code does.
  if (!exchange || goesOnCode(exchange) || (await takesExchange(exchange))) return true
  notifyRefusal('till-exchange-later')
  return false
}

/**
 * Sends a stored sale, and notifies when it cannot be paid. `refused`: it is in the basket again; `waiting`: the server
 * has it, or may have it.
 */
export async function sendMobileSale(
  wait: MobileWait,
): Promise<'waiting' | 'refused' | 'needs-approval' | 'needs-refund'> {
  const { saleId, basket, cashAmount, voucher } = wait
  const { till, shift } = now()
  const started = await startMobileSale({
    ...basket,
    lines: soldLines(basket),
    tillId: till?.id ?? '',
    shiftId: shift?.id ?? '',
    total: totalOfWait(wait),
    cashAmount,
    voucher,
  })
  if (started.ok) {
    const { saleNumber: number, checkoutUrl } = started
    wasDone(await noteMobileSale(saleId, { number, checkoutUrl }))
    return 'waiting'
  }
  const { title, message: description, mayExist, reason } = started
  if (mayExist) {
    // A connection that is down is shown where the sale waits, and is no failure of the sale.
    if (reason) showToast({ tone: 'bad', title: NO_PAGE_YET, description })
    return 'waiting'
  }
  showToast({ tone: 'bad', title, description })
  const back = await returnToBasket(saleId, 'refused')
  if (!wasDone(back) || back.isSuspended) return 'refused'
  const { exchange } = basket
  // More of that receipt came back before than this device knew of, or the approver may not approve any more.
  if ((reason === 'till-refund' || reason === 'till-refund-late') && exchange)
    return wasDone(await approveExchange(exchange.id, null)) ? 'needs-refund' : 'refused'
  if (reason !== 'pos-discount') return 'refused'
  return wasDone(await setApproval(null)) ? 'needs-approval' : 'refused'
}
