import { formatKwacha } from '../../../rules/money.ts'
import type { Approval } from '../../../rules/till/till-events.ts'
import { Press } from '../kit/buttons.tsx'
import { ApproveForm } from '../sale/approve-sheet.tsx'
import type { TillState } from '../store/state.ts'

/** More than a cashier gives back alone, or too late (`isLate`): somebody else types a PIN for it. */
export const ApproveRefund = ({
  till,
  number,
  asked,
  isLate = false,
  isBusy,
  onApproved,
  onBack,
}: {
  till: TillState
  number: string
  asked: { returnId: string; refund: number }
  isLate?: boolean
  isBusy: boolean
  onApproved: (approval: Approval) => Promise<void>
  onBack: () => void
}) => (
  <div className="grid gap-4">
    <p className="text-lg">
      <strong className="tabular-nums">{formatKwacha(asked.refund)}</strong> back for {number}.{' '}
      {isLate
        ? 'What was not delivered, or too long ago, is approved with a PIN.'
        : 'A refund of so much is approved with a PIN.'}
    </p>
    <ApproveForm till={till} asked={asked} onApproved={onApproved} />
    <Press className="border-0" disabled={isBusy} onClick={onBack}>
      Back
    </Press>
  </div>
)
