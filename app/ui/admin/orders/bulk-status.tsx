import { Printer } from 'lucide-react'
import { useRef, useState } from 'react'
import { Form, useNavigation, useSearchParams, useSubmit } from 'react-router'
import { PAPER_WORDS } from '../../../rules/messages/orders/changes.ts'
import { STAFF_STATUS_WORDS } from '../../../rules/messages/orders/words.ts'
import {
  isPackable,
  LONGEST_WAYBILL,
  ORDER_STATUSES,
  type OrderStatus,
} from '../../../rules/orders/orders.ts'
import { PACKING_PAPERS } from '../../../rules/orders/packing-papers.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { Options, TextField } from '../../kit/field.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import { NamedFew } from '../list/named-few.tsx'
import { questionFor } from './bulk-question.ts'
import { openPaper, PRINT_PATH } from './papers/open-paper.ts'
import { AskField } from './status/ask-field.tsx'

export const BULK_FORM = 'bulk-status'

type Row = {
  id: string
  orderNumber: string
  version: number
  status: OrderStatus
  paidAt: Date | null
  packedAt: Date | null
  /** The number of parcels of an order that is sent in parts. */
  parcelCount: number
  courierName: string
  waybill: string | null
  hasToSend: boolean
  hasMessage: boolean
}
type BulkQuestion = ReturnType<typeof questionFor> & {
  names: string[]
  /** The orders whose waybills are typed with the status. */
  sent: readonly Row[]
  /** The form as it was when the question was asked: the list goes on loading behind it. */
  fields: FormData
}

/**
 * Sets all ticked orders to one status, each in the version that is shown, after a confirmation. Also prints their
 * packing papers, or marks them as packed, which needs no confirmation, because it can be undone like a status and
 * sends no email.
 */
export function BulkStatus({ rows }: { rows: readonly Row[] }) {
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState<BulkQuestion | null>(null)
  const submit = useSubmit()
  const [params] = useSearchParams()
  const isToPack = params.get('waiting') === 'packing'
  const sent = useNavigation().formData?.getAll('intent').at(-1)
  const isBusy = sent === 'move-many' || sent === 'pack-many'
  return (
    <>
      <Form
        id={BULK_FORM}
        ref={form}
        method="post"
        preventScrollReset
        onSubmit={(event) => {
          const { submitter } = event.nativeEvent as SubmitEvent
          const fields = new FormData(event.currentTarget, submitter)
          const ticked = rows.filter(({ id }) => fields.getAll('order').includes(id))
          const paper = PACKING_PAPERS.find((one) => one === fields.get('paper'))
          if (paper) {
            event.preventDefault()
            openPaper(paper, ticked)
          }
          const to = ORDER_STATUSES.find((status) => status === fields.get('to'))
          const isMove = fields.getAll('intent').at(-1) === 'move-many'
          if (paper || !isMove || !to || ticked.length === 0) return
          event.preventDefault()
          setAsked({
            ...questionFor(to, ticked.map(withPacking)),
            names: ticked.map((one) => one.orderNumber),
            sent: to === 'shipped' ? ticked.filter(isSentWhole) : [],
            fields,
          })
        }}
        className="flex flex-wrap items-center gap-2"
      >
        <input type="hidden" name="intent" value="move-many" />
        <RequestField />
        <AskField />
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
        <Button tone={isToPack ? 'plain' : 'lake'} disabled={isBusy} aria-busy={isBusy}>
          Set status
        </Button>
        {PACKING_PAPERS.map((paper) => (
          <Button
            key={paper}
            name="paper"
            value={paper}
            formAction={PRINT_PATH}
            formMethod="get"
            formTarget="_blank"
            formNoValidate
            className="max-sm:grow max-sm:px-2"
          >
            <Printer aria-hidden size={18} className="max-sm:hidden" /> {PAPER_WORDS[paper]}
            <span className="sr-only">(opens in a new tab)</span>
          </Button>
        ))}
        <Button
          tone={isToPack ? 'lake' : 'plain'}
          name="intent"
          value="pack-many"
          formNoValidate
          disabled={isBusy}
          aria-busy={isBusy}
          className="max-sm:grow"
        >
          Mark as packed
        </Button>
      </Form>
      {asked ? (
        <ConfirmDialog
          {...asked}
          text={
            <>
              {asked.sent.length > 0 ? null : <NamedFew names={asked.names} />}
              {asked.odd ? <p className="mb-2 font-semibold">{asked.odd}</p> : null}
              <p>{asked.text}</p>
              {asked.sent.map(({ id, orderNumber, courierName, waybill }) => (
                <TextField
                  key={id}
                  form={BULK_FORM}
                  label={`Waybill of ${courierName} for ${orderNumber}`}
                  name={`waybill:${id}`}
                  defaultValue={waybill ?? ''}
                  maxLength={LONGEST_WAYBILL}
                  autoComplete="off"
                  className="mt-3"
                />
              ))}
            </>
          }
          onNo={() => setAsked(null)}
          onYes={() => {
            const typed = new FormData(form.current ?? undefined)
            for (const { id } of asked.sent) {
              const name = `waybill:${id}`
              asked.fields.set(name, typed.get(name) ?? '')
            }
            setAsked(null)
            void submit(asked.fields, { method: 'post', preventScrollReset: true })
          }}
        />
      ) : null}
    </>
  )
}

/** An order that is sent in parts has a waybill for each parcel. */
const isSentWhole = ({ status, parcelCount }: Row) =>
  parcelCount === 0 && (status === 'processing' || status === 'pending')

const withPacking = (row: Row) => ({
  ...row,
  isToPack: isPackable(row) && row.packedAt === null && row.parcelCount === 0 && row.hasToSend,
})
