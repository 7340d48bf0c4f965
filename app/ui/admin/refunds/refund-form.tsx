import type { ListedRefunds } from '../../../modules/refunds/list-refunds.ts'
import type { OpenDrawer } from '../../../modules/till/shifts/drawer-cash.ts'
import { REFUND_REASON_WORDS } from '../../../rules/messages/refunds/words.ts'
import { formatKwacha } from '../../../rules/money.ts'
import type { OrderStatus } from '../../../rules/orders/orders.ts'
import {
  LONGEST_REFUND_NOTE,
  needsSecondPerson,
  REFUND_REASONS,
  refundable,
} from '../../../rules/refunds/refunds.ts'
import { Button } from '../../kit/button.tsx'
import { CheckField, Options, SelectField } from '../../kit/field.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { Folded } from '../form/folded.tsx'
import { KwachaField } from '../form/kwacha-field.tsx'
import { PiecesInput } from '../form/pieces-input.tsx'
import { choiceOf, type ShownLine } from '../orders/lines.tsx'
import { ByHandFields, EnterButton, WhyFields, waysOf } from './refund-fields.tsx'
import { type ProposedWallet, WalletFields } from './wallet-fields.tsx'

export type RefundedOrder = {
  id: string
  orderNumber: string
  version: number
  status: OrderStatus
  deliveryAmount: number
  lines: readonly ShownLine[]
  /** The id of the next refund: pressed twice, it is one. */
  nextRefund: string
}

const Choice = ({
  value,
  label,
  isFirst = false,
}: {
  value: string
  label: string
  isFirst?: boolean
}) => (
  <label className="flex min-h-11 items-center gap-3 font-semibold">
    <input type="radio" name="what" value={value} defaultChecked={isFirst} className="size-5" />
    {label}
  </label>
)

/** Hides fields that would be ignored, in browsers that support it. */
const ONLY_LINES =
  'group-has-[input[value=all]:checked]/way:hidden group-has-[input[value=amount]:checked]/way:hidden'
const ONLY_AMOUNT =
  'group-has-[input[value=all]:checked]/way:hidden group-has-[input[value=lines]:checked]/way:hidden'
const NO_AMOUNT = 'group-has-[input[value=amount]:checked]/way:hidden'

/** The form of a refund: what, how and why; works without scripts. */
export function RefundForm({
  order,
  refunds,
  drawers,
  wallet,
  canPayOut,
}: {
  order: RefundedOrder
  refunds: ListedRefunds
  drawers: readonly OpenDrawer[]
  wallet: ProposedWallet
  canPayOut: boolean
}) {
  const { money, units, secondPersonFrom } = refunds
  const left = refundable(money)
  const isSecondNeeded = needsSecondPerson(
    { amount: left, refunded: money.refunded, isOwn: false },
    secondPersonFrom,
  )
  const open = order.lines.filter((line) => line.quantity > (units[line.id] ?? 0))
  const hasDelivery = order.deliveryAmount > money.delivery
  return (
    <Folded
      className="mt-2"
      label={
        <>
          Give money back…<span className="sr-only"> of {order.orderNumber}</span>
        </>
      }
    >
      <ActForm
        about={{ order: order.id, version: order.version, refund: order.nextRefund }}
        className="group/way mt-2 grid gap-4 rounded-card bg-sand p-4"
      >
        <EnterButton intent="refund" />
        <fieldset>
          <legend className="sr-only">How much</legend>
          <Choice value="all" label={`All that is left, ${formatKwacha(left)}`} isFirst />
          {order.status === 'processing' ? (
            <p className="mb-2 pl-8 text-sm">
              This gives back money alone: what has not left stays to be sent. For what will not be
              sent choose These items, and Not sent as the reason; or cancel the order.
            </p>
          ) : null}
          {open.length > 0 ? (
            <>
              <Choice value="lines" label="These items" />
              <ul className={`mb-2 grid gap-2 pl-8 ${ONLY_LINES}`}>
                {open.map((line) => (
                  <li key={line.id} className="flex flex-wrap items-center gap-2">
                    <PiecesInput
                      name={`units:${line.id}`}
                      label={`Pieces of ${line.name} ${choiceOf(line)}`}
                      most={line.quantity - (units[line.id] ?? 0)}
                      start={0}
                    />
                    <span className="min-w-0 flex-1 wrap-anywhere">
                      {line.name} <span className="text-sm text-quiet">{choiceOf(line)}</span>
                    </span>
                  </li>
                ))}
              </ul>
            </>
          ) : null}
          <Choice value="amount" label="Another amount" />
          <KwachaField className={`pl-8 ${ONLY_AMOUNT}`} />
          {hasDelivery ? (
            <CheckField
              label={`With the delivery, ${formatKwacha(order.deliveryAmount - money.delivery)}`}
              name="delivery"
              defaultChecked
              className={NO_AMOUNT}
            />
          ) : null}
        </fieldset>
        <WhyFields
          reasons={REFUND_REASONS.map((reason) => [reason, REFUND_REASON_WORDS[reason]])}
          note="Note for the staff"
          longest={LONGEST_REFUND_NOTE}
        />
        <SelectField label="How" name="way" required defaultValue="">
          <option value="">Choose a way</option>
          <Options of={waysOf(canPayOut)} />
        </SelectField>
        {canPayOut ? <WalletFields wallet={wallet} /> : null}
        <ByHandFields drawers={drawers}>
          Else leave it empty: it waits here until it is sent.
          {isSecondNeeded && secondPersonFrom !== null
            ? ` From ${formatKwacha(secondPersonFrom)} of an order on a second person agrees first.`
            : ''}
        </ByHandFields>
        <Button name="intent" value="refund" tone="lake">
          Give money back
        </Button>
      </ActForm>
    </Folded>
  )
}
