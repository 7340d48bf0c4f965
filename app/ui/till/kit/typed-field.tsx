import type { ComponentProps } from 'react'
import { TextField } from '../../kit/field.tsx'

/** A text that is typed at the till. The browser offers nothing for it: what it would know is another customer's. */
export const TypedField = ({
  text,
  onText,
  ...field
}: { text: string; onText: (text: string) => void } & ComponentProps<typeof TextField>) => (
  <TextField
    autoComplete="off"
    value={text}
    onChange={(event) => onText(event.target.value)}
    {...field}
  />
)
