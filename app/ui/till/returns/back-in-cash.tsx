import { formatKwacha } from '../../../rules/money.ts'
import { MainPress } from '../kit/buttons.tsx'
import { Choices } from '../kit/choices.tsx'

/** How the rest goes back that the code which paid does not get. */
export type Way = 'cash' | 'credit'

/** What goes back for what was chosen: on the code that paid, in cash or on a new code; and the button that does it. */
export const BackInCash = ({
  refund,
  credit,
  way,
  onWay,
  isExchange,
  needsApproval,
  isBusy,
  isNothing,
  onTake,
}: {
  refund: number
  credit: { amount: number; ending: string } | null
  way: Way
  onWay: (way: Way) => void
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
        <span>
          Back on the voucher{' '}
          <span className="whitespace-nowrap">{credit.ending ? `…${credit.ending}` : ''}</span>
        </span>
        <output aria-label="Back on the voucher" className="text-2xl font-bold tabular-nums">
          {formatKwacha(credit.amount)}
        </output>
      </p>
    ) : null}
    <Choices
      label="How does it go back?"
      choices={{ cash: 'In cash', credit: 'As store credit' }}
      chosen={way}
      isLocked={isBusy}
      onChoose={onWay}
    />
    <p className="flex items-baseline justify-between gap-3">
      <span className="text-lg">{way === 'cash' ? 'Back in cash' : 'On a code'}</span>
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
