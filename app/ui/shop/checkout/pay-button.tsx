import { Button } from '../../kit/button.tsx'

/** Sends the order; `form` when it stands outside. */
export function PayButton({
  isOff,
  isBusy,
  className = '',
}: {
  isOff: boolean
  isBusy: boolean
  className?: string
}) {
  return (
    <Button
      tone="clay"
      size="lg"
      name="intent"
      value="pay"
      disabled={isOff || isBusy}
      aria-busy={isBusy}
      className={className}
    >
      {isBusy ? 'One moment…' : 'Pay'}
    </Button>
  )
}
