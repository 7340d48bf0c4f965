import { useState } from 'react'
import {
  DISCOUNT_LABELS,
  type DiscountErrors,
  type DiscountValues,
  LONGEST_CODE,
} from '../../../rules/discounts/discount-values.ts'
import { DISCOUNT_TYPE_WORDS, DISCOUNT_TYPES } from '../../../rules/discounts/discounts.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { SelectField, TextField } from '../../kit/field.tsx'
import { useIsLive } from '../../kit/use-is-live.ts'
import type { Conflict } from '../form/conflict-notice.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { useErrors } from '../form/use-errors.ts'

/** Creates or edits a code. */
export function DiscountDialog({
  subject,
  values: first,
  usedCount,
  back,
  answer,
}: {
  subject: { id: string; version: number } | null
  values: DiscountValues
  /** How often orders have used it so far. */
  usedCount: number
  back: string
  answer:
    | {
        values: DiscountValues
        errors: DiscountErrors
        said?: Message | undefined
        conflict?: Conflict | undefined
      }
    | undefined
}) {
  const start = answer?.values ?? first
  const { errors, mend } = useErrors<DiscountErrors>(answer)
  const [type, setType] = useState(start.type)
  const isLive = useIsLive()
  const field = (name: Exclude<keyof DiscountValues, 'isActive'>) => ({
    name,
    label: DISCOUNT_LABELS[name],
    defaultValue: start[name],
    error: errors[name],
  })
  const isPercentage = type === 'percentage'
  // Without scripts nothing hides: the server asks free shipping for no value.
  const hasValue = type !== 'free_shipping' || !isLive
  return (
    <FormDialog
      title={subject ? 'Edit Discount Code' : 'Create Discount Code'}
      back={back}
      loaded={first}
      subject={subject}
      answer={answer}
      onField={mend}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField
          {...field('code')}
          aria-required
          maxLength={LONGEST_CODE}
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
          hint="Of the goods in the cart. No minimum, if left empty."
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
        <label className="flex min-h-11 items-center gap-3 self-center font-semibold">
          <input
            type="checkbox"
            name="isActive"
            value="true"
            defaultChecked={start.isActive === 'true'}
            className="size-5"
          />
          Active
        </label>
        <TextField {...field('startsAt')} type="datetime-local" hint="At once, if left empty." />
        <TextField {...field('expiresAt')} type="datetime-local" hint="Never, if left empty." />
      </div>
    </FormDialog>
  )
}
