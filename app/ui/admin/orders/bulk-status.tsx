import { useRef, useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { STAFF_STATUS_WORDS } from '../../../rules/order-status.ts'
import { ORDER_STATUSES, type OrderStatus } from '../../../rules/orders.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmDialog } from '../dialog.tsx'

export const BULK_FORM = 'bulk-status'

type Row = { id: string; version: number; status: OrderStatus; paidAt: Date | null }
type Asked = { to: OrderStatus; count: number; cancelled: number; unpaid: number }

/**
 * One status for all ticked orders, each by itself; the versions are those that are seen. It asks first
 * when they are to be cancelled, or when one of them is cancelled or not paid.
 */
export function BulkStatus({ rows }: { rows: readonly Row[] }) {
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const submit = useSubmit()
  const isBusy = useNavigation().formData?.get('intent') === 'move-many'
  return (
    <>
      <Form
        id={BULK_FORM}
        ref={form}
        method="post"
        preventScrollReset
        onSubmit={(event) => {
          const fields = new FormData(event.currentTarget)
          const to = ORDER_STATUSES.find((status) => status === fields.get('to'))
          const ticked = rows.filter(({ id }) => fields.getAll('order').includes(id))
          const cancelled = ticked.filter(({ status }) => status === 'cancelled').length
          const unpaid = ticked.filter(({ paidAt }) => paidAt === null).length
          if (!to || (to !== 'cancelled' && cancelled + unpaid === 0)) return
          event.preventDefault()
          setAsked({ to, count: ticked.length, cancelled, unpaid })
        }}
        className="flex flex-wrap items-center gap-2"
      >
        <input type="hidden" name="intent" value="move-many" />
        {rows.map(({ id, version }) => (
          <input key={id} type="hidden" name={`version:${id}`} value={version} />
        ))}
        <label>
          <span className="sr-only">New status</span>
          <select
            name="to"
            required
            defaultValue=""
            className="min-h-11 rounded-card border border-edge bg-sheet px-3"
          >
            <option value="">Choose a status</option>
            {ORDER_STATUSES.map((status) => (
              <option key={status} value={status}>
                {STAFF_STATUS_WORDS[status]}
              </option>
            ))}
          </select>
        </label>
        <Button tone="lake" disabled={isBusy} aria-busy={isBusy}>
          Set status
        </Button>
      </Form>
      {asked ? (
        <ConfirmDialog
          {...questionFor(asked)}
          onNo={() => setAsked(null)}
          onYes={() => {
            setAsked(null)
            void submit(form.current, { preventScrollReset: true })
          }}
        />
      ) : null}
    </>
  )
}

const areCancelled = (count: number) => `${count} ${count === 1 ? 'is' : 'are'} cancelled`
export const areUnpaid = (count: number) => `${count} ${count === 1 ? 'is' : 'are'} not paid`

function questionFor({ to, count, cancelled, unpaid }: Asked) {
  const odd = [cancelled > 0 && areCancelled(cancelled), unpaid > 0 && areUnpaid(unpaid)]
    .filter(Boolean)
    .join(', ')
  const what = count === 1 ? '1 order' : `${count} orders`
  return {
    title:
      to === 'cancelled' ? 'Cancel these orders?' : `Set ${what} to ${STAFF_STATUS_WORDS[to]}?`,
    act: to === 'cancelled' ? 'Cancel the orders' : `Set to ${STAFF_STATUS_WORDS[to]}`,
    text: (
      <>
        {odd ? (
          <p className="mb-2 font-semibold">
            Of {what}, {odd}.
          </p>
        ) : null}
        <p>
          {to === 'cancelled'
            ? 'Their goods go back on the shelf, and each customer is told by email. Money of those that are paid is not sent back by itself: they stand at the top of the list until it is refunded by hand.'
            : [
                cancelled > 0 && 'Back from cancelled, goods are taken again if they are there.',
                unpaid > 0 && 'Another status does not say that money has come.',
              ]
                .filter(Boolean)
                .join(' ')}
        </p>
      </>
    ),
  }
}

export type BulkAnswer = {
  to: OrderStatus
  moved: number
  already: number
  unpaid: number
  refused: readonly { name: string; why: string }[]
}

/** What became of the ticked orders, where not all of them could be moved. */
export const BulkReport = ({ to, moved, already, unpaid, refused }: BulkAnswer) => (
  <div role="alert" className="mb-4 rounded-card border-2 border-alarm bg-alarm-wash p-4">
    <p className="font-semibold">
      {moved} set to {STAFF_STATUS_WORDS[to]}
      {unpaid > 0 ? `, of which ${areUnpaid(unpaid)}` : ''}
      {already > 0 ? `, ${already} stood there already` : ''}, {refused.length} could not be:
    </p>
    <ul className="mt-1 list-disc pl-5">
      {refused.map(({ name, why }) => (
        <li key={name}>
          <strong className="tabular-nums">{name}</strong> {why}
        </li>
      ))}
    </ul>
  </div>
)
