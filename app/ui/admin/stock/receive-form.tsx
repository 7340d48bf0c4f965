import { useState } from 'react'
import type { StockRow } from '../../../rules/stock/stock.ts'
import { LONGEST_NOTE, type StockResult } from '../../../rules/stock/stock-changes.ts'
import { TextField } from '../../kit/field.tsx'
import { StockForm } from './stock-form.tsx'
import { UnitsField } from './units-field.tsx'

/** Receives units of one variant. */
export function ReceiveForm({
  row,
  answer,
  back,
}: {
  row: StockRow
  answer: StockResult | null
  back: string
}) {
  const name = `units:${row.id}`
  const [units, setUnits] = useState(answer?.values[name] ?? '')
  return (
    <StockForm
      intent="receive"
      productId={row.productId}
      version={answer?.values['version'] ?? String(row.version)}
      act="Receive"
      back={back}
    >
      <UnitsField
        name={name}
        label="Units received"
        units={units}
        onUnits={setUnits}
        error={answer?.errors[name] ?? answer?.errors['form']}
      />
      <NoteField answer={answer} />
    </StockForm>
  )
}

export const NoteField = ({ answer }: { answer: StockResult | null }) => (
  <TextField
    name="note"
    label="Note"
    hint="Supplier or delivery note, if it helps to find it again."
    maxLength={LONGEST_NOTE}
    defaultValue={answer?.values['note'] ?? ''}
    error={answer?.errors['note']}
  />
)
