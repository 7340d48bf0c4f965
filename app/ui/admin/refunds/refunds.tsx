import type { ListedRefunds } from '../../../modules/refunds/list-refunds.ts'
import type { OpenDrawer } from '../../../modules/till/shifts/drawer-cash.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { refundable } from '../../../rules/refunds/refunds.ts'
import { Part } from '../list/side-panel.tsx'
import { AmountRows } from '../orders/lines.tsx'
import { type RefundedOrder, RefundForm } from './refund-form.tsx'
import { RefundRow } from './refund-row.tsx'
import type { ProposedWallet } from './wallet-fields.tsx'

export type RefundsMoney = {
  refunds: ListedRefunds
  drawers: readonly OpenDrawer[]
  /** The wallet that the form proposes; null when the shop does not pay out. */
  wallet: ProposedWallet
  canPayOut: boolean
  /** The person who looks at it, and whether the order is their own. */
  userId: string
  isOwn: boolean
  /** The id of the next refund. */
  nextRefund: string
}

/** The money of an order: what came, what was refunded, and the form to refund more. A message when no money came. */
export function Refunds({
  order,
  refunds,
  drawers,
  wallet,
  canPayOut,
  userId,
  isOwn,
}: { order: RefundedOrder } & Omit<RefundsMoney, 'nextRefund'>) {
  const { rows, money } = refunds
  if (money.paid === 0 && rows.length === 0)
    return <p>No money has come for it that could be given back.</p>
  const left = refundable(money)
  return (
    <Part title="Money back">
      <AmountRows
        rows={[
          ['Paid', formatKwacha(money.paid - money.covered + money.exchanged)],
          ...(money.credit > 0
            ? [['Of it by store credit', formatKwacha(money.credit)] as const]
            : []),
          ...(money.covered > 0
            ? [['Paid by an exchange', formatKwacha(money.covered)] as const]
            : []),
          ...(money.exchanged > 0
            ? [['Went into an exchange', formatKwacha(-money.exchanged)] as const]
            : []),
          ['Given back, or about to be', formatKwacha(money.refunded)],
          ['Left', formatKwacha(left)],
        ]}
      />
      <ul className="mt-2">
        {rows.map((refund) => (
          <RefundRow
            key={refund.id}
            refund={refund}
            drawers={drawers}
            mayAgree={refund.requestedBy !== userId && !isOwn}
          />
        ))}
      </ul>
      {left > 0 ? (
        <RefundForm
          key={order.version}
          order={order}
          refunds={refunds}
          drawers={drawers}
          wallet={wallet}
          canPayOut={canPayOut}
        />
      ) : null}
    </Part>
  )
}
