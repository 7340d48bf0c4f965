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
import { type CreditInCart, creditPart } from '../../../rules/credit/reserve.ts'
import { formatKwacha } from '../../../rules/money.ts'
import type { SaleTotals } from '../../../rules/till/till-sale.ts'
import { Keys, Press } from '../kit/buttons.tsx'
import { HugeAmount } from '../kit/huge-amount.tsx'

export type BasketActs = {
  onCash: () => void
  onMobile: () => void
  onCredit: () => void
  onHold: () => void
  onDiscount: () => void
  onCustomer: () => void
  onClear: () => void
}

/** What it costs, huge, and what can be done with the basket. */
export function BasketFoot({
  totals: { subtotal, discountAmount, total },
  credit,
  needsApproval,
  isEmpty,
  acts,
}: {
  totals: SaleTotals
  /** The code that pays of it. */
  credit: CreditInCart | null | undefined
  needsApproval: boolean
  isEmpty: boolean
  acts: BasketActs
}) {
  const paid = creditPart(credit, total)
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
      {credit && paid > 0 ? (
        <p className="flex justify-between text-sm font-semibold text-lake tabular-nums">
          <span>Voucher …{credit.ending}</span>
          <span>{formatKwacha(-paid)}</span>
        </p>
      ) : null}
      <p className="flex items-baseline justify-between gap-4 text-right">
        <span className="text-lg">{paid > 0 ? 'To pay' : 'Total'}</span>
        <HugeAmount label={paid > 0 ? 'To pay' : 'Total'} amount={total - paid} most={3} />
      </p>
      <div className="mt-1 grid grid-cols-[3fr_2fr] gap-2">
        <Press tone="clay" keys="F4" className="min-h-16 px-2 text-xl" onClick={acts.onCash}>
          <Banknote aria-hidden size={24} /> Cash
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
