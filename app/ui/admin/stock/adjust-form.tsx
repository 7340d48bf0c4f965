import { useState } from 'react'
import { REASON_CHOICES } from '../../../rules/messages/stock/words.ts'
import { formatAmount } from '../../../rules/money.ts'
import type { StockRow } from '../../../rules/stock/stock.ts'
import {
  LONGEST_NOTE,
  previewAdjustment,
  type StockResult,
} from '../../../rules/stock/stock-changes.ts'
import { Options, SelectField, TextField } from '../../kit/field.tsx'
import { ConflictNotice } from '../form/conflict-notice.tsx'
import { StockForm } from './stock-form.tsx'
import { UnitsField } from './units-field.tsx'

/** Corrects the stock of one variant, with a reason. It starts from the number that was shown when it was opened. */
export function AdjustForm({
  row,
  answer,
  reload,
  back,
}: {
  row: StockRow
  answer: StockResult | null
  reload: string
  back: string
}) {
  const typed = answer?.values ?? {}
  const [atOpening] = useState(typed['seen'] ?? String(row.onHand))
  const [reason, setReason] = useState(typed['reason'] ?? '')
  const [units, setUnits] = useState(typed['units'] ?? '')
  const conflict = answer?.conflict
  // After a conflict it starts from the number that the faster person has saved.
  const seen = typed['seen'] ?? atOpening
  const after = previewAdjustment({ reason, units, note: '', seen })
  return (
    <StockForm
      intent="adjust"
      productId={row.productId}
      version={typed['version'] ?? String(row.version)}
      act="Save"
      back={back}
    >
      <input type="hidden" name="variant" value={row.id} />
      <input type="hidden" name="seen" value={seen} />
      {conflict ? <ConflictNotice conflict={conflict} reload={reload} /> : null}
      <SelectField
        name="reason"
        label="Reason"
        required
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={answer?.errors['reason']}
      >
        <option value="">Choose a reason</option>
        <Options of={REASON_CHOICES} />
      </SelectField>
      <UnitsField
        name="units"
        label={reason === 'counted' ? 'Units counted' : 'Units'}
        units={units}
        onUnits={setUnits}
        error={answer?.errors['units']}
        hint={
          reason === 'counted'
            ? 'Count what can be sold: leave out what lies there for orders, paid or not. What is sold meanwhile stays sold.'
            : undefined
        }
      />
      <div>
        <TextField
          name="note"
          label="Note"
          required={reason.startsWith('other')}
          maxLength={LONGEST_NOTE}
          defaultValue={typed['note'] ?? ''}
          error={answer?.errors['note']}
        />
        <output className="block tabular-nums not-empty:mt-3">
          {after === null ? null : after < 0 ? (
            <span className="font-semibold text-alarm">
              Only {formatAmount(Number(seen))} are on the shelf.
            </span>
          ) : (
            <>
              On hand: {formatAmount(Number(seen))} → <strong>{formatAmount(after)}</strong>
            </>
          )}
        </output>
      </div>
    </StockForm>
  )
}
