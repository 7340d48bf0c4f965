import { formatKwacha } from '../../../rules/money.ts'
import type { Approval } from '../../../rules/till/till-events.ts'
import { Press } from '../kit/buttons.tsx'
import { Sheet, type SheetProps } from '../kit/sheet.tsx'
import { notifySuccess, wasDone } from '../notify.ts'
import { ApproveForm } from '../sales/approve-sheet.tsx'
import { approveExchange, dueOf } from '../store/acts.ts'
import { type WhyApproved, whyApproved } from '../store/sales/approval.ts'
import type { ExchangeInCart } from '../store/sales/exchange-in-cart.ts'
import type { TillState } from '../store/state.ts'

/** `asked`: the server asks for approval, because it knows more about the receipt or the cashier. */
type Why = WhyApproved | 'asked'

const REASONS: Record<Why, string> = {
  large: 'A refund of so much is approved with a PIN.',
  late: 'What was not delivered, or too long ago, is approved with a PIN.',
  own: 'You made this sale, or bought it: somebody else approves with a PIN what goes back.',
  asked:
    'The server asks for a PIN: more of it came back before, or you made this sale, or bought it.',
}

/** A second person approves a refund with a PIN. */
export const ApproveRefund = ({
  till,
  number,
  asked,
  why,
  isBusy,
  onApproved,
  onBack,
}: {
  till: TillState
  number: string
  asked: { returnId: string; refund: number }
  why: Why
  isBusy: boolean
  onApproved: (approval: Approval) => Promise<void>
  onBack: () => void
}) => (
  <div className="grid gap-4">
    <p className="text-lg">
      <strong className="tabular-nums">{formatKwacha(asked.refund)}</strong> back for {number}.{' '}
      {REASONS[why]}
    </p>
    <ApproveForm till={till} asked={asked} onApproved={onApproved} />
    <Press className="border-0" disabled={isBusy} onClick={onBack}>
      Back
    </Press>
  </div>
)

/**
 * The same for an exchange in the cart: its approval was for a sale that was cancelled since, or the server asks
 * for one.
 */
export function ApproveExchange({
  till,
  exchange,
  onClose,
}: SheetProps & { exchange: ExchangeInCart }) {
  const { id, number, refund } = exchange
  const { onCode, back } = dueOf(till.basket).exchanged
  const keep = async (approval: Approval) => {
    if (!wasDone(await approveExchange(id, approval))) return
    notifySuccess('refund-approved', { by: approval.byName })
    onClose()
  }
  return (
    <Sheet title="Approve a refund" onClose={onClose} width="narrow">
      <ApproveRefund
        {...{ till, number }}
        asked={{ returnId: id, refund }}
        why={whyApproved(exchange, till, onCode + back) ?? 'asked'}
        isBusy={false}
        onApproved={keep}
        onBack={onClose}
      />
    </Sheet>
  )
}
