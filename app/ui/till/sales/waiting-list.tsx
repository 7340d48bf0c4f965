import { CircleAlert, CircleCheck, Smartphone } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { formatKwacha } from '../../../rules/money.ts'
import { isShort, type TillSaleState } from '../../../rules/till/till-payment.ts'
import { beep } from '../kit/beep.ts'
import { Press } from '../kit/buttons.tsx'
import { wasDone } from '../notify.ts'
import { useMobileSale } from '../payments/mobile/use-mobile-sale.ts'
import { showMobileSale, totalOfWait } from '../store/acts.ts'
import type { MobileWait } from '../store/state.ts'

/** Sales that wait for their money while the next customer is served; each shows when it is paid. */
export function WaitingList({
  waiting,
  isOnline,
}: {
  waiting: readonly MobileWait[]
  isOnline: boolean
}) {
  return (
    <ul aria-label="Waiting for mobile money" aria-live="polite" className="shrink-0 empty:hidden">
      {waiting.map((wait) => (
        <Row key={wait.saleId} wait={wait} isOnline={isOnline} />
      ))}
    </ul>
  )
}

function Row({ wait, isOnline }: { wait: MobileWait; isOnline: boolean }) {
  const { saleId, basket, number, offAt } = wait
  const { seen } = useMobileSale(saleId, isOnline, { isAside: true })
  const state = seen?.state ?? 'waiting'
  const isNews = state === 'paid' || state === 'held'
  useEffect(() => {
    if (isNews) beep('good')
  }, [isNews])
  // Cancelled, and nobody has paid it: nothing to show.
  if (offAt && !isNews) return null
  const sold = wait.voucher ? 'Gift voucher' : basket.customerName
  const name = sold || seen?.saleNumber || number || 'Mobile money'
  return (
    <li className="px-2 pt-2">
      <Press
        tone={isNews ? 'lake' : 'soft'}
        className="w-full justify-start text-left leading-tight"
        onClick={() => void showMobileSale(saleId, true).then(wasDone)}
      >
        {ICONS[state]}
        <span className="min-w-0 grow">
          <span className="block truncate">{name}</span>
          <span className="block text-sm font-normal">
            {seen && isShort(seen)
              ? 'Not paid whole: keep the items'
              : offAt && state === 'paid'
                ? 'Paid after it was cancelled'
                : WORDS[state]}
          </span>
        </span>
        <span className="shrink-0 tabular-nums">{formatKwacha(totalOfWait(wait))}</span>
      </Press>
    </li>
  )
}

const WORDS: Record<TillSaleState, string> = {
  waiting: 'Waits for its payment',
  paid: 'Paid: print the receipt',
  held: 'Not the right amount',
  'given-up': 'Not paid: back to the cart',
}
const ICONS: Record<TillSaleState, ReactNode> = {
  waiting: <Smartphone aria-hidden size={20} className="shrink-0" />,
  paid: <CircleCheck aria-hidden size={20} className="shrink-0" />,
  held: <CircleAlert aria-hidden size={20} className="shrink-0" />,
  'given-up': <CircleAlert aria-hidden size={20} className="shrink-0" />,
}
