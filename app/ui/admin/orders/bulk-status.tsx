import { useRef, useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { STAFF_STATUS_WORDS } from '../../../rules/messages/words/orders.ts'
import { ORDER_STATUSES, type OrderStatus } from '../../../rules/orders/orders.ts'
import { UNDO_SECONDS } from '../../../rules/orders/undo.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { Options } from '../../kit/field.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import { NamedFew } from '../list/named-few.tsx'
import { areUnpaid, questionFor } from './bulk-question.ts'
import { UndoForm } from './status/undo-form.tsx'

export const BULK_FORM = 'bulk-status'

type Row = {
  id: string
  orderNumber: string
  version: number
  status: OrderStatus
  paidAt: Date | null
}
type BulkQuestion = ReturnType<typeof questionFor> & { names: string[] }

/** One status for all ticked orders, each by itself; the versions are those that are seen. It asks first. */
export function BulkStatus({ rows }: { rows: readonly Row[] }) {
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState<BulkQuestion | null>(null)
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
          if (!to || ticked.length === 0) return
          event.preventDefault()
          setAsked({ ...questionFor(to, ticked), names: ticked.map((one) => one.orderNumber) })
        }}
        className="flex flex-wrap items-center gap-2"
      >
        <input type="hidden" name="intent" value="move-many" />
        <RequestField />
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
            <Options of={ORDER_STATUSES.map((status) => [status, STAFF_STATUS_WORDS[status]])} />
          </select>
        </label>
        <Button tone="lake" disabled={isBusy} aria-busy={isBusy}>
          Set status
        </Button>
      </Form>
      {asked ? (
        <ConfirmDialog
          {...asked}
          text={
            <>
              <NamedFew names={asked.names} />
              {asked.odd ? <p className="mb-2 font-semibold">{asked.odd}</p> : null}
              <p>{asked.text}</p>
            </>
          }
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

export type BulkResult = {
  to: OrderStatus
  moved: number
  already: number
  unpaid: number
  refused: readonly { name: string; why: string }[]
  /** What undoes those that were moved. */
  undo: readonly number[]
}

/** What became of the ticked orders, where not all of them could be moved. */
export const BulkReport = ({ to, moved, already, unpaid, refused, undo }: BulkResult) => (
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
    <UndoForm key={undo.join()} moves={undo} leftMs={UNDO_SECONDS * 1000} />
  </div>
)
