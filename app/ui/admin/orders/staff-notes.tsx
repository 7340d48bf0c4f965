import { X } from 'lucide-react'
import { useId } from 'react'
import type { AdminOrderDetails } from '../../../modules/orders/staff/find-admin-order.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { LONGEST_STAFF_NOTE, LONGEST_TAG } from '../../../rules/orders/order-staff.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { LongTextArea } from '../../kit/forms/long-text-area.tsx'
import { useSentKey } from '../../kit/request-field.tsx'
import { FoldedPart } from '../list/side-panel.tsx'

export type StaffNote = { id: number; text: string; by: string | null; createdAt: Date }
type Order = Pick<AdminOrderDetails, 'id' | 'tags' | 'anonymizedAt'> & {
  staffNotes: readonly StaffNote[]
}

/** Notes that staff write about an order for one another; the customer does not see them. */
export const StaffNotes = ({ order }: { order: Order }) => {
  const sent = useSentKey(order.staffNotes[0]?.id ?? 0, ['note'])
  return (
    <FoldedPart title="Notes of the staff" isOpen={order.staffNotes.length > 0}>
      {order.anonymizedAt ? null : (
        <ActForm
          about={{ order: order.id }}
          key={`${order.id} ${sent}`}
          className="grid justify-items-start gap-2"
        >
          <LongTextArea
            label={<span className="sr-only">A note that only staff see</span>}
            name="note"
            rows={2}
            required
            most={LONGEST_STAFF_NOTE}
            placeholder="Only staff see it"
            className="w-full"
          />
          <Button name="intent" value="note">
            Add note
          </Button>
        </ActForm>
      )}
      <ul className="mt-2">
        {order.staffNotes.map((note) => (
          <li key={note.id} className="border-t border-line py-2">
            <p className="whitespace-pre-line wrap-anywhere">{note.text}</p>
            <p className="text-sm text-quiet wrap-anywhere">
              {formatDateTime(note.createdAt)} {note.by ? `by ${note.by}` : ''}
            </p>
          </li>
        ))}
      </ul>
    </FoldedPart>
  )
}

/** The tags of an order, and the saved ones to choose from or add to. */
export function Tags({
  order,
  kept,
}: {
  order: Omit<Order, 'staffNotes'>
  kept: readonly string[]
}) {
  const list = useId()
  return (
    <FoldedPart title="Tags" isOpen={order.tags.length > 0}>
      <ul className="flex flex-wrap gap-2">
        {order.tags.map((tag) => (
          <li key={tag}>
            <ActForm about={{ order: order.id, tag }}>
              <button
                name="intent"
                value="untag"
                aria-label={`Take off ${tag}`}
                className="inline-flex min-h-11 items-center gap-1.5 rounded-card border border-edge px-3 font-semibold wrap-anywhere hover:bg-sand"
              >
                {tag} <X aria-hidden size={16} className="shrink-0" />
              </button>
            </ActForm>
          </li>
        ))}
      </ul>
      <ActForm
        about={{ order: order.id }}
        key={order.tags.join()}
        className="mt-2 flex flex-wrap items-end gap-2"
      >
        <TextField
          label={<span className="sr-only">A tag</span>}
          name="tag"
          required
          maxLength={LONGEST_TAG}
          list={list}
          autoComplete="off"
          placeholder="gift, call first …"
          className="grow basis-40"
        />
        <datalist id={list}>
          {kept.map((tag) => (
            <option key={tag} value={tag}>
              {tag}
            </option>
          ))}
        </datalist>
        <Button name="intent" value="tag">
          Add tag
        </Button>
      </ActForm>
    </FoldedPart>
  )
}
