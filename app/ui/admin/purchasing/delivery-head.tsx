import { useEffect, useRef } from 'react'
import { DELIVERY_LABELS } from '../../../rules/messages/purchasing/words.ts'
import { LONGEST_DELIVERY_NOTE } from '../../../rules/purchasing/deliveries.ts'
import {
  HEAD_FIELDS,
  type HeadField,
  readShown,
  wasField,
  writeShown,
} from '../../../rules/purchasing/delivery-form.ts'
import { CheckField, SelectField, TextField } from '../../kit/field.tsx'
import { Panel } from '../panel.tsx'

type Fields = Readonly<Record<string, string>>

/** Replaces what a field shows when another device has changed what is stored; what is typed meanwhile stays. */
function useStored<E extends HTMLInputElement | HTMLSelectElement>(stored: string) {
  const field = useRef<E>(null)
  const last = useRef(stored)
  useEffect(() => {
    if (last.current === stored) return
    last.current = stored
    if (field.current) field.current.value = stored
  }, [stored])
  return field
}

/** A delivery's supplier, day and note, each with the value that the page shows, and the tick about costs. */
export function DeliveryHead({
  delivery,
  suppliers,
  typed,
  sent,
}: {
  delivery: { supplierId: string | null; note: string; expectedOn: string | null }
  suppliers: readonly { id: string; name: string }[]
  /** The values of a form that was refused. */
  typed: Fields
  /** What the page has sent for each field since it was shown, as in the hidden field. */
  sent: Fields
}) {
  const stored = {
    supplier: delivery.supplierId ?? '',
    expected_on: delivery.expectedOn ?? '',
    note: delivery.note,
  }
  const shownOf = (name: HeadField) => {
    const shown = readShown(typed[wasField(name)])
    const now = typed[name]?.trim()
    // A field that nobody typed into shows the current value.
    return now === undefined || shown.every((one) => one === now)
      ? { value: stored[name], was: writeShown([stored[name]]) }
      : { value: now, was: writeShown(shown) }
  }
  const shown = {
    supplier: shownOf('supplier'),
    expected_on: shownOf('expected_on'),
    note: shownOf('note'),
  }
  const fieldOf = (name: HeadField) => ({
    name,
    label: DELIVERY_LABELS[name],
    defaultValue: shown[name].value,
  })
  const supplier = useStored<HTMLSelectElement>(shown.supplier.value)
  const day = useStored<HTMLInputElement>(shown.expected_on.value)
  const note = useStored<HTMLInputElement>(shown.note.value)
  return (
    <Panel title="About it">
      <div className="grid gap-4 sm:grid-cols-2">
        {HEAD_FIELDS.map((name) => (
          <input
            key={name}
            type="hidden"
            name={wasField(name)}
            value={sent[wasField(name)] ?? shown[name].was}
          />
        ))}
        <SelectField ref={supplier} {...fieldOf('supplier')}>
          <option value="">No supplier</option>
          {suppliers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField ref={day} type="date" {...fieldOf('expected_on')} />
        <TextField
          ref={note}
          className="sm:col-span-2"
          hint="Number of the delivery note, if it helps to find it again."
          maxLength={LONGEST_DELIVERY_NOTE}
          {...fieldOf('note')}
        />
        <div className="sm:col-span-2">
          <CheckField
            label="The costs entered become the products’ cost prices"
            name="keep_costs"
            value="true"
          />
          <p className="text-sm text-quiet">
            Booked with this tick, each product keeps its new cost: reports count the profit of
            later sales by it.
          </p>
        </div>
      </div>
    </Panel>
  )
}
