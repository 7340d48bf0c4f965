import type { ComponentProps } from 'react'
import { Button } from '../../kit/button.tsx'

/** The button that sends a form: while it is sent, it is dimmed and cannot be pressed again. */
export const SendButton = ({
  isSending,
  isOff = false,
  ...rest
}: { isSending: boolean; isOff?: boolean } & ComponentProps<typeof Button>) => (
  <Button tone="lake" {...rest} aria-busy={isSending} disabled={isSending || isOff} />
)
