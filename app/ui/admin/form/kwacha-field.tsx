import type { ComponentProps } from 'react'
import { TextField } from '../../kit/field.tsx'

/** The field `amount`: a whole amount that staff type. */
export const KwachaField = (
  field: Pick<ComponentProps<typeof TextField>, 'required' | 'hint' | 'className'>,
) => (
  <TextField
    label="Amount in kwacha"
    name="amount"
    inputMode="numeric"
    autoComplete="off"
    maxLength={12}
    {...field}
  />
)
