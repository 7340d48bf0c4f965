import { formatKwacha } from '../../../rules/money.ts'
import { MainPress } from '../kit/buttons.tsx'

/** What goes back in cash for what was chosen, and the button that does it. */
export const BackInCash = ({
  refund,
  isExchange,
  needsApproval,
  isBusy,
  isNothing,
  onTake,
}: {
  refund: number
  isExchange: boolean
  /** Of somebody else. */
  needsApproval: boolean
  isBusy: boolean
  isNothing: boolean
  onTake: () => void
}) => (
  <>
    <p className="flex items-baseline justify-between gap-3">
      <span className="text-lg">Back in cash</span>
      <output aria-label="Refund" className="text-4xl font-bold tabular-nums">
        {formatKwacha(refund)}
      </output>
    </p>
    {isExchange ? (
      <p className="text-quiet">Then sell what is taken instead, as a new sale.</p>
    ) : null}
    <MainPress isBusy={isBusy} disabled={isNothing} onClick={onTake}>
      {needsApproval ? 'Ask for approval' : 'Take back and refund'}
    </MainPress>
  </>
)
