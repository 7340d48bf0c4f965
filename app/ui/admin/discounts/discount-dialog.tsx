import { useState } from 'react'
import { type DiscountValues, LONGEST_CODE } from '../../../rules/discounts/discount-values.ts'
import { DISCOUNT_TYPES } from '../../../rules/discounts/discounts.ts'
import { DISCOUNT_LABELS, DISCOUNT_TYPE_WORDS } from '../../../rules/messages/discounts/words.ts'
import { CheckField, SelectField, TextField } from '../../kit/field.tsx'
import { useIsLive } from '../../kit/use-is-live.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { type Entry, useEntry } from '../form/use-entry.ts'

/** Creates or edits a code. */
export function DiscountDialog({
  usedCount,
  ...entry
}: Entry<DiscountValues> & {
  /** How often orders have used it so far. */
  usedCount: number
}) {
  const { start, field, active, dialog } = useEntry(entry, DISCOUNT_LABELS, { code: LONGEST_CODE })
  const [type, setType] = useState(start.type)
  const isLive = useIsLive()
  const isPercentage = type === 'percentage'
  // Without scripts no field is hidden; the server needs no value for free shipping.
  const hasValue = type !== 'free_shipping' || !isLive
  return (
    <FormDialog {...dialog} title={entry.subject ? 'Edit Discount Code' : 'Create Discount Code'}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField
          {...field('code')}
          aria-required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="What customers type; always in capitals."
          style={{ textTransform: 'uppercase' }}
        />
        <SelectField
          {...field('type')}
          onChange={({ currentTarget }) => setType(currentTarget.value)}
        >
          {DISCOUNT_TYPES.map((known) => (
            <option key={known} value={known}>
              {DISCOUNT_TYPE_WORDS[known]}
            </option>
          ))}
        </SelectField>
        {hasValue ? (
          <TextField
            {...field('value')}
            label={isPercentage ? 'Value (%)' : 'Value (MK)'}
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
            {...(isPercentage && { max: 100 })}
          />
        ) : (
          <p className="self-center text-quiet">Delivery is free with this code.</p>
        )}
        <TextField
          {...field('minimumAmount')}
          label="Minimum amount (MK)"
          type="number"
          inputMode="numeric"
          step={1}
          hint="Of the products in the cart. No minimum, if left empty."
        />
        <TextField
          {...field('maximumUses')}
          type="number"
          inputMode="numeric"
          step={1}
          hint={
            usedCount > 0
              ? `Used ${usedCount} so far. Unlimited, if left empty.`
              : 'Unlimited, if left empty.'
          }
        />
        <CheckField {...active} label="Active" className="self-center" />
        <TextField {...field('startsAt')} type="datetime-local" hint="At once, if left empty." />
        <TextField {...field('expiresAt')} type="datetime-local" hint="Never, if left empty." />
      </div>
    </FormDialog>
  )
}
