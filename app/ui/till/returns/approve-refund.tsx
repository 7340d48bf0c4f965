import { formatKwacha } from '../../../rules/money.ts'
import type { Approval } from '../../../rules/till/till-events.ts'
import { refundNeedsApproval } from '../../../rules/till/till-sale.ts'
import { Press } from '../kit/buttons.tsx'
import { Sheet, type SheetProps } from '../kit/sheet.tsx'
import { notifySuccess, wasDone } from '../notify.ts'
import { ApproveForm } from '../sales/approve-sheet.tsx'
import { approveExchange } from '../store/acts.ts'
import type { ExchangeInCart } from '../store/sale/exchange-in-cart.ts'
import type { TillState } from '../store/state.ts'

/** Why somebody else types a PIN: it is more than a cashier gives back alone, too late, or of a sale of their own. */
export type WhyApproved = 'large' | 'late' | 'own'

const REASONS: Record<WhyApproved, string> = {
  large: 'A refund of so much is approved with a PIN.',
  late: 'What was not delivered, or too long ago, is approved with a PIN.',
  own: 'You made this sale, or bought it: somebody else approves with a PIN what goes back.',
}

/** Somebody else types a PIN for what goes back. */
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
  why: WhyApproved
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

/** The same of what is in the cart already: it was approved for a sale that was called off since, or the server asks for it. */
export function ApproveExchange({
  till,
  exchange: { id, number, refund, own },
  onClose,
}: SheetProps & { exchange: ExchangeInCart }) {
  const isLarge = !own || refundNeedsApproval(till.person?.role ?? 'customer', refund)
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
        why={isLarge ? 'large' : 'own'}
        isBusy={false}
        onApproved={keep}
        onBack={onClose}
      />
    </Sheet>
  )
}
