import { shortSale } from '../../../../rules/messages/till/till.ts'
import { formatKwacha } from '../../../../rules/money.ts'
import type { TillSale } from '../../../../rules/till/till-payment.ts'
import { Press } from '../../kit/buttons.tsx'
import type { TillState } from '../../store/state.ts'
import { EndShort } from './end-short.tsx'

/** Late money came for a sale that is not fully paid: no items are handed out for it, and there is no receipt. */
export function PaidShort({
  sale,
  person,
  onDone,
}: { sale: TillSale; onDone: () => void } & Pick<TillState, 'person'>) {
  const { title, description } = shortSale({ amount: sale.payment?.amount ?? 0 })
  return (
    <section aria-labelledby="paid-short" className="grid justify-items-center gap-4 text-center">
      <h2 id="paid-short" className="text-3xl font-bold text-balance text-alarm">
        {title}
      </h2>
      <p className="text-quiet tabular-nums">
        of {formatKwacha(sale.totalAmount)} · {sale.saleNumber}
      </p>
      <p
        role="alert"
        className="max-w-prose rounded-card bg-alarm-wash p-4 text-lg font-semibold text-alarm"
      >
        {description}
      </p>
      <EndShort number={sale.saleNumber} person={person} />
      <Press tone="clay" className="min-h-14 w-full text-lg" data-first onClick={onDone}>
        Next sale
      </Press>
    </section>
  )
}
