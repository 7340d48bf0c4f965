import { useRef, useState } from 'react'
import { isShort, type TillSale } from '../../../rules/till/till-payment.ts'
import { Sheet } from '../kit/sheet.tsx'
import { notifySuccess, wasDone } from '../notify.ts'
import { keepCodeAgain } from '../returns/settle-exchange.ts'
import { dueOf, endMobileSale, returnToBasket, showMobileSale, totalOfWait } from '../store/acts.ts'
import { now } from '../store/live.ts'
import { isOnCode } from '../store/sales/exchange-in-cart.ts'
import type { MobileWait, TillState } from '../store/state.ts'
import { MobileSale } from './mobile/mobile-sale.tsx'
import { PaidLate } from './mobile/paid-late.tsx'
import { PaidShort } from './mobile/paid-short.tsx'
import { canAskPayment, sendMobileSale } from './mobile/send-mobile-sale.ts'
import { type Paid, paidByServer } from './paid.ts'

/** Follows a mobile-money sale until the server says that it is paid or cancelled; the cashier can leave it waiting. */
export function MobileWaiting({
  wait,
  till: { person, connection },
  onPaid,
}: {
  wait: MobileWait
  till: Pick<TillState, 'person' | 'connection'>
  onPaid: (paid: Paid) => void
}) {
  const { saleId, basket, cashAmount, number, checkoutUrl, offAt } = wait
  const [late, setLate] = useState<TillSale | null>(null)
  const isOver = useRef(false)
  const total = totalOfWait(wait)
  const isVoucher = wait.voucher !== undefined
  const leave = () => void showMobileSale(saleId, false).then(wasDone)

  const finish = async (sale: TillSale) => {
    const ended = await endMobileSale(saleId)
    if (!wasDone(ended)) return
    // Otherwise another tab has taken the sale, and prints it.
    if (ended.wait && !isShort(sale)) onPaid(paidByServer(sale, { exchange: basket.exchange }))
  }
  const goBack = async (why: 'never-sent' | 'called-off') => {
    if (isOver.current) return undefined
    isOver.current = true
    const back = await returnToBasket(saleId, why)
    isOver.current = wasDone(back)
    if (!isOver.current || !back.ok || !back.wait) return undefined
    if (isVoucher) return notifySuccess('voucher-cancelled')
    const isBack = isOnCode(basket.exchange)
    const wasApproved = Boolean(basket.approval || (basket.exchange?.approval && !isBack))
    const ending = isBack
      ? await keepCodeAgain(wait, back.isSuspended ? null : now().basket.id)
      : null
    return notifySuccess('sale-cancelled', { isSuspended: back.isSuspended, ending, wasApproved })
  }
  return (
    <Sheet title="Mobile money" onClose={leave} width={late ? 'usual' : 'wide'}>
      {late && isShort(late) ? (
        <PaidShort sale={late} person={person} onDone={() => void finish(late)} />
      ) : late ? (
        <PaidLate sale={late} isBack={isOnCode(basket.exchange)} onDone={() => void finish(late)} />
      ) : (
        <MobileSale
          sale={{
            saleNumber: number,
            saleId,
            total,
            otherwise: total - dueOf(basket).rest,
            cashAmount,
            checkoutUrl,
            isVoucher,
            isBack: isOnCode(basket.exchange),
          }}
          isOnline={connection.isOnline}
          onPaid={(sale) => (offAt || isShort(sale) ? setLate(sale) : void finish(sale))}
          onGivenUp={() => void (offAt ? leave() : goBack('called-off'))}
          {...(number ? {} : { unsent: { onBack: () => void goBack('never-sent'), onAgain } })}
          onLater={leave}
        />
      )}
    </Sheet>
  )

  async function onAgain() {
    if (await canAskPayment(basket)) await sendMobileSale(wait)
  }
}
