import { formatKwacha } from '../../../rules/money.ts'
import { MainPress } from '../kit/buttons.tsx'

/** What goes back for what was chosen, in cash and on the code that paid, and the button that does it. */
export const BackInCash = ({
  refund,
  credit,
  isExchange,
  needsApproval,
  isBusy,
  isNothing,
  onTake,
}: {
  refund: number
  credit: { amount: number; ending: string } | null
  isExchange: boolean
  /** Of somebody else. */
  needsApproval: boolean
  isBusy: boolean
  isNothing: boolean
  onTake: () => void
}) => (
  <>
    {credit && credit.amount > 0 ? (
      <p className="flex items-baseline justify-between gap-3">
        <span>Back on the voucher {credit.ending ? `…${credit.ending}` : ''}</span>
        <output aria-label="Back on the voucher" className="text-2xl font-bold tabular-nums">
          {formatKwacha(credit.amount)}
        </output>
      </p>
    ) : null}
    <p className="flex items-baseline justify-between gap-3">
      <span className="text-lg">Back in cash</span>
      <output aria-label="Refund" className="text-4xl font-bold tabular-nums">
        {formatKwacha(refund - (credit?.amount ?? 0))}
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
