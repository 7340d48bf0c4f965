import { type ReactNode, useState } from 'react'
import { newCreditCode } from '../../../rules/credit/credit.ts'
import { formatChoice } from '../../../rules/messages/catalogue/choice.ts'
import { formatKwacha } from '../../../rules/money.ts'
import type { CashSale } from '../../../rules/till/till-events.ts'
import { MainPress } from '../kit/buttons.tsx'
import { Choices } from '../kit/choices.tsx'
import { HugeAmount } from '../kit/huge-amount.tsx'
import { Sheet, type SheetProps } from '../kit/sheet.tsx'
import { useCashSale } from '../payments/use-cash-sale.ts'
import { Changes } from '../sales/changes.tsx'
import { dueOf } from '../store/acts.ts'
import type { ExchangeInCart } from '../store/sales/exchange-in-cart.ts'
import type { Way } from './back-in-cash.tsx'

/**
 * Settles an exchange whose returned items are worth as much as the new ones or more: nothing is to pay, and the
 * difference goes back.
 */
export function ExchangeSheet({
  till,
  exchange,
  onClose,
  onSold,
  onNeedsApproval,
}: SheetProps & {
  exchange: ExchangeInCart
  onSold: (sale: CashSale, newCode: string | undefined) => void
  onNeedsApproval: () => void
}) {
  const { basket } = till
  const {
    totals,
    exchanged: { onCode, back },
  } = dueOf(basket)
  const [way, setWay] = useState<Way>('cash')
  // Pressed again after a full disk, it uses the same code.
  const [newCode] = useState(newCreditCode)
  const creditCode = way === 'credit' && back > 0 ? newCode : undefined
  const sale = useCashSale(till, {
    onSold: (sold) => onSold(sold, creditCode),
    onNeedsApproval,
  })
  return (
    <Sheet title="Exchange" onClose={onClose} width="usual">
      {sale.changes.length > 0 ? (
        <Changes changes={sale.changes} onTaken={sale.onTaken} />
      ) : (
        <div className="grid gap-4">
          <dl className="grid gap-2">
            <Row
              label={
                <>
                  Back of <span className="whitespace-nowrap">{exchange.number}</span>
                </>
              }
              amount={exchange.refund}
            >
              {exchange.lines}
            </Row>
            <Row label="Taken instead" amount={totals.total}>
              {basket.lines}
            </Row>
          </dl>
          {onCode > 0 ? (
            <p className="flex items-baseline justify-between gap-3">
              <span>
                {exchange.order
                  ? 'Stays as store credit'
                  : `Back on the voucher …${exchange.credit?.ending}`}
              </span>
              <span className="font-bold tabular-nums">{formatKwacha(onCode)}</span>
            </p>
          ) : null}
          {back > 0 && !exchange.order ? (
            <Choices
              label="How does it go back?"
              choices={{ cash: 'In cash', credit: 'As store credit' }}
              chosen={way}
              isLocked={sale.isWorking}
              onChoose={setWay}
            />
          ) : null}
          <p className="rounded-card bg-sand px-4 py-3 text-right">
            <span className="block text-left text-quiet">
              {back === 0
                ? onCode > 0
                  ? 'Nothing to pay, and nothing in cash'
                  : 'Nothing to pay'
                : way === 'cash' || exchange.order
                  ? 'Give the customer'
                  : 'On a new code'}
            </span>
            <HugeAmount label="Goes back" amount={back} most={3} />
          </p>
          <p role="alert" className="font-semibold text-alarm empty:hidden">
            {sale.error}
          </p>
          <MainPress
            data-first
            isBusy={sale.isWorking}
            onClick={() => void sale.pay(0, creditCode)}
          >
            {sale.isWorking ? 'Keeping it…' : 'Exchange'}
          </MainPress>
        </div>
      )}
    </Sheet>
  )
}

type Piece = { name: string; size: string | null; color: string | null; quantity: number }

const Row = ({
  label,
  amount,
  children,
}: {
  label: ReactNode
  amount: number
  children: readonly Piece[]
}) => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
    <dt className="font-semibold">{label}</dt>
    <dd className="font-semibold tabular-nums">{formatKwacha(amount)}</dd>
    {children.map((piece, at) => (
      <dd key={at} className="col-span-2 text-sm text-quiet wrap-anywhere">
        {piece.quantity} × {[piece.name, formatChoice(piece)].filter(Boolean).join(', ')}
      </dd>
    ))}
  </div>
)
