import type { ComponentProps } from 'react'
import { TextField } from '../../kit/field.tsx'

/** A text field without the browser's suggestions, which would be data of other customers. */
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
