import { type ComponentProps, useState } from 'react'
import { formatAmount } from '../../../rules/money.ts'
import { TextArea } from '../field.tsx'
import { useIsLive } from '../use-is-live.ts'

/** From this part of the limit on the field shows its length. */
const NEAR = 0.9

/**
 * A long text of at most `most` characters. With scripts it has no `maxLength`, because browsers silently cut pasted
 * text: it shows the length when the limit comes near, and the server refuses a longer text.
 */
export function LongTextArea({
  most,
  hint,
  error,
  ...field
}: Omit<ComponentProps<typeof TextArea>, 'maxLength' | 'onInput' | 'defaultValue'> & {
  most: number
  defaultValue?: string
}) {
  const isLive = useIsLive()
  const [length, setLength] = useState(() => count(field.defaultValue ?? ''))
  const near = `${formatAmount(length)} of at most ${formatAmount(most)} characters.`
  return (
    <TextArea
      {...field}
      maxLength={isLive ? undefined : most}
      onInput={({ currentTarget }) => setLength(count(currentTarget.value))}
      hint={
        length > most * NEAR && length <= most ? (
          <>
            {hint} {near}
          </>
        ) : (
          hint
        )
      }
      error={length > most ? `${near} Please shorten it.` : error}
    />
  )
}
const count = (text: string) => Array.from(text.trim()).length
