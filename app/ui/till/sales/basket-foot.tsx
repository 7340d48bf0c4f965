import {
  Banknote,
  CirclePause,
  type LucideIcon,
  Percent,
  Smartphone,
  TicketCheck,
  Trash2,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { formatKwacha } from '../../../rules/money.ts'
import { Keys, Press } from '../kit/buttons.tsx'
import { HugeAmount } from '../kit/huge-amount.tsx'
import type { dueOf } from '../store/acts.ts'

export type BasketActs = {
  onCash: () => void
  onMobile: () => void
  onCredit: () => void
  onHold: () => void
  onDiscount: () => void
  onCustomer: () => void
  onClear: () => void
}

/** Shows the total, huge, and the buttons of the basket. */
export function BasketFoot({
  due: {
    totals: { subtotal, discountAmount },
    exchanged,
    credit: paid,
    rest,
  },
  ending,
  needsApproval,
  isEmpty,
  acts,
}: {
  due: ReturnType<typeof dueOf>
  /** Last characters of the code that pays a part. */
  ending: string | null
  needsApproval: boolean
  isEmpty: boolean
  acts: BasketActs
}) {
  const isBack = exchanged.amount > 0 || exchanged.back > 0 || exchanged.onCode > 0
  // Below 0 it is what goes back to the customer.
  const last = isEmpty ? 0 : rest - exchanged.onCode - exchanged.back
  const isOnCode = last < 0 && exchanged.back === 0
  const label = isOnCode
    ? 'Back on a code'
    : last < 0
      ? 'To give back'
      : paid > 0 || isBack
        ? 'To pay'
        : 'Total'
  return (
    <div className="shrink-0 border-t border-line bg-sheet px-3 pt-2 pb-3">
      {discountAmount > 0 ? (
        <dl className="text-sm tabular-nums">
          <div className="flex justify-between">
            <dt>Subtotal</dt>
            <dd>{formatKwacha(subtotal)}</dd>
          </div>
          <div className="flex justify-between text-clay">
            <dt className="font-semibold">Discount{needsApproval ? ' (needs approval)' : ''}</dt>
            <dd className="font-semibold">{formatKwacha(-discountAmount)}</dd>
          </div>
        </dl>
      ) : null}
      {isBack ? (
        <p className="flex justify-between text-sm font-semibold text-lake tabular-nums">
          <span>Comes back</span>
          <span>{formatKwacha(-(exchanged.amount + exchanged.onCode + exchanged.back))}</span>
        </p>
      ) : null}
      {paid > 0 ? (
        <p className="flex justify-between text-sm font-semibold text-lake tabular-nums">
          <span>Voucher …{ending}</span>
          <span>{formatKwacha(-paid)}</span>
        </p>
      ) : null}
      <p className="flex items-baseline justify-between gap-4 text-right">
        <span className="text-lg">{label}</span>
        <HugeAmount label={label} amount={Math.abs(last)} most={3} />
      </p>
      <div className="mt-1 grid grid-cols-[3fr_2fr] gap-2">
        <Press tone="clay" keys="F4" className="min-h-16 px-2 text-xl" onClick={acts.onCash}>
          <Banknote aria-hidden size={24} /> {isBack && rest === 0 ? 'Exchange' : 'Cash'}
        </Press>
        <Press
          tone="lake"
          keys="F6"
          className="min-h-16 px-2 leading-tight"
          onClick={acts.onMobile}
        >
          <Smartphone aria-hidden size={20} className="shrink-0" /> Mobile money
        </Press>
      </div>
      <div className="mt-2 grid grid-cols-5 gap-1 sm:gap-2">
        <Small keys="F7" Icon={Percent} onClick={acts.onDiscount} disabled={isEmpty}>
          Discount
        </Small>
        <Small Icon={TicketCheck} onClick={acts.onCredit} disabled={isEmpty}>
          Voucher
        </Small>
        <Small keys="F9" Icon={UserRound} onClick={acts.onCustomer}>
          Customer
        </Small>
        <Small keys="F8" Icon={CirclePause} onClick={acts.onHold} disabled={isEmpty}>
          Hold
        </Small>
        <Small Icon={Trash2} onClick={acts.onClear} disabled={isEmpty}>
          Clear
        </Small>
      </div>
    </div>
  )
}

const Small = ({
  Icon,
  keys,
  onClick,
  disabled = false,
  children,
}: {
  Icon: LucideIcon
  keys?: string
  onClick: () => void
  disabled?: boolean
  children: ReactNode
}) => (
  <button
    type="button"
    aria-keyshortcuts={keys}
    onClick={onClick}
    disabled={disabled}
    className="flex min-h-14 flex-col items-center justify-center rounded-card bg-sand px-1 text-xs font-semibold enabled:hover:bg-line enabled:active:bg-line disabled:opacity-50"
  >
    <span className="flex items-center gap-1">
      <Icon aria-hidden size={18} />
      {keys ? <Keys>{keys}</Keys> : null}
    </span>
    {children}
  </button>
)
