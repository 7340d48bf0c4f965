import { formatKwacha } from '../../../rules/money.ts'
import { MainPress } from '../kit/buttons.tsx'
import { Choices } from '../kit/choices.tsx'

/** How the part of a refund is paid that does not go back on the code that paid. */
export type Way = 'cash' | 'credit'
/** `exchange`: the refund pays for what is taken instead. */
export type WayOrExchange = Way | 'exchange'

/** Shows how the refund is paid, on the code that paid, in cash or on a new code, with the button that does it. */
export const BackInCash = ({
  refund,
  credit,
  way,
  onWay,
  taken,
  needsApproval,
  isBusy,
  isAsked,
  isNothing,
  onTake,
}: {
  refund: number
  credit: { amount: number; ending: string } | null
  way: WayOrExchange
  onWay: (way: WayOrExchange) => void
  /** The price of what is taken instead, in kwacha; null while some of it is still to be put in the cart. */
  taken: number | null
  /** Whether a second person has to approve. */
  needsApproval: boolean
  isBusy: boolean
  /** A request whose answer was lost: the way stays as it was sent. */
  isAsked: boolean
  isNothing: boolean
  onTake: () => void
}) => (
  <>
    <Choices
      label="How does it go back?"
      choices={{ cash: 'In cash', credit: 'As store credit', exchange: 'Exchange' }}
      chosen={way}
      isLocked={isBusy || isAsked}
      onChoose={onWay}
    />
    {way === 'exchange' ? (
      <>
        <Sum label="Comes back" name="Worth of what comes back" amount={refund} />
        {taken === null ? (
          <p className="text-quiet">
            What is taken instead is put in the cart next; the difference is paid or given back
            there.
          </p>
        ) : (
          <>
            <Sum label="Taken instead" name="Price of what is taken" amount={taken} />
            <Sum
              isLarge
              label={taken < refund ? 'To give back' : 'To pay'}
              name="Difference"
              amount={Math.abs(taken - refund)}
            />
          </>
        )}
      </>
    ) : (
      <>
        {credit && credit.amount > 0 ? (
          <Sum
            label={`Back on the voucher ${credit.ending ? `…${credit.ending}` : ''}`}
            name="Back on the voucher"
            amount={credit.amount}
          />
        ) : null}
        <Sum
          isLarge
          label={way === 'cash' ? 'Back in cash' : 'On a code'}
          name="Refund"
          amount={refund - (credit?.amount ?? 0)}
        />
      </>
    )}
    <MainPress isBusy={isBusy} disabled={isNothing} onClick={onTake}>
      {needsApproval
        ? 'Ask for approval'
        : way === 'exchange'
          ? 'Exchange'
          : 'Take back and refund'}
    </MainPress>
  </>
)

const Sum = ({
  label,
  name,
  amount,
  isLarge = false,
}: {
  label: string
  name: string
  amount: number
  isLarge?: boolean
}) => (
  <p className="flex items-baseline justify-between gap-3">
    <span className={isLarge ? 'text-lg' : ''}>{label}</span>
    <output
      aria-label={name}
      className={`font-bold tabular-nums ${isLarge ? 'text-4xl' : 'text-2xl'}`}
    >
      {formatKwacha(amount)}
    </output>
  </p>
)
