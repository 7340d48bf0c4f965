import { Button } from '../../kit/button.tsx'

/** The button that sends the order. */
export function PayButton({
  isOff,
  isBusy,
  isFree,
  className = '',
}: {
  isOff: boolean
  isBusy: boolean
  isFree: boolean
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
      {isBusy ? 'One moment…' : isFree ? 'Place order' : 'Pay'}
    </Button>
  )
}
