import { useState } from 'react'
import { newCreditCode } from '../../../rules/credit/credit.ts'
import { backOnCode } from '../../../rules/credit/reserve.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { settings } from '../../../rules/settings/settings.ts'
import {
  moneyOfRefund,
  ownNeedsApproval,
  refundFor,
  refundNeedsApproval,
} from '../../../rules/till/till-sale.ts'
import { wasDone } from '../notify.ts'
import { takeBack } from '../store/acts.ts'
import { ownOf } from '../store/sales/approval.ts'
import { type Back, pieceOf, type TakesBack } from './back.ts'
import { putInCart } from './begin-exchange.ts'
import type { Returnable, ReturnableLine } from './find-sale.ts'
import { finishReturn } from './finish-return.ts'
import { TakeBackForm } from './take-back-form.tsx'

const FAULTY = 'Faulty'
const EXCHANGE = 'Exchange'
const REASONS = [FAULTY, 'Wrong item', 'Other fault of the shop', EXCHANGE].map(
  (one) => [one, one] as const,
)
const DAY = 86_400_000

export function TakeBack({
  till,
  sale,
  onTakenBack,
  onExchange,
}: TakesBack & { sale: Returnable }) {
  const role = till.person?.role ?? 'customer'
  const own = ownOf(sale, till)
  // All refunds of one receipt count together: many small ones are a large refund too.
  const before = sale.lines.reduce(
    (sum, { paid, quantity, returned }) => sum + refundFor(paid, quantity, 0, returned),
    0,
  )
  const creditOf = (refund: number) =>
    sale.credit && { ...sale.credit, amount: backOnCode(sale.credit.amount, before, refund) }
  const [now] = useState(() => Date.now())
  const isLate = now - Date.parse(sale.at) > settings().returnsDays * DAY
  // Pressed again after a full disk, it uses the same code.
  const [newCode] = useState(newCreditCode)
  const take = async (back: Back<ReturnableLine, string>) => {
    const { id, lines, refund, reason, way, approval, taken } = back
    const credit = creditOf(refund)
    if (way === 'exchange') {
      const { number, cashierId, customerPhone } = sale
      const of = { cashierId, customerPhone }
      const named = lines.map((line) => ({ ...pieceOf(line, till), lineId: line.id }))
      const exchange = { id, number, order: null, lines: named, refund, reason, approval }
      return putInCart(
        { ...exchange, of, before, credit: credit && credit.amount > 0 ? credit : null },
        taken,
        onExchange,
      )
    }
    const creditCode =
      way === 'credit' && refund > (credit?.amount ?? 0) ? { creditCode: newCode } : {}
    const done = await takeBack(
      {
        saleNumber: sale.number,
        lines: lines.map(({ id: lineId, quantity, isRestocked, amount }) => ({
          lineId,
          quantity,
          isRestocked,
          amount,
        })),
        refund,
        reason,
        approval,
        exchangeSaleId: null,
        ...(credit && credit.amount > 0 ? { creditBack: credit.amount } : {}),
        ...creditCode,
      },
      id,
      sale,
    )
    if (wasDone(done)) finishReturn(till, { ...done.event, lines, credit }, onTakenBack)
  }
  return (
    <TakeBackForm
      {...{ till, creditOf }}
      number={sale.number}
      lines={sale.lines}
      reasons={REASONS}
      firstReason={FAULTY}
      exchange={EXCHANGE}
      worthOf={(line, units) => refundFor(line.paid, line.quantity, line.returned, units)}
      needsApproval={({ lines, refund, way }) =>
        refundNeedsApproval(role, before + refund)
          ? 'large'
          : // For an exchange the new items are not known yet: the cart asks when money is paid back.
            ownNeedsApproval(
                role,
                own,
                way === 'exchange' ? moneyOfRefund(lines, refund, 0) : refund,
              )
            ? 'own'
            : null
      }
      head={
        <>
          <p className="text-quiet">
            {sale.number} · {formatDateTime(sale.at)}
          </p>
          {isLate ? (
            <p role="alert" className="rounded-card bg-clay-wash p-3 font-semibold">
              It was sold more than {settings().returnsDays} days ago.
            </p>
          ) : null}
        </>
      }
      onTake={take}
    />
  )
}
