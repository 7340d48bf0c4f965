import { useEffect, useRef } from 'react'
import { Button } from '../../../kit/button.tsx'
import { Dialog } from '../../../kit/dialog.tsx'

/** Asks for confirmation, because the customer may be typing the PIN at this moment. */
export function CancelQuestion({
  isVoucher = false,
  isBack = false,
  isBusy,
  onYes,
  onNo,
}: {
  isVoucher?: boolean | undefined
  isBack?: boolean | undefined
  isBusy: boolean
  onYes: () => void
  onNo: () => void
}) {
  const no = useRef<HTMLButtonElement>(null)
  useEffect(() => no.current?.focus(), [])
  return (
    <Dialog title="Cancel this payment?" onClose={onNo}>
      <p>
        The payment service is asked once more first: if the customer has paid by now, the sale is
        paid. If not, {isVoucher ? 'no voucher is made' : 'its goods are free again'}, and money
        that comes later is still credited to it.
        {isBack ? ' What came back stays store credit, and is used for the cart again.' : ''}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button ref={no} type="button" size="lg" onClick={onNo}>
          Keep waiting
        </Button>
        <Button
          type="button"
          tone="clay"
          size="lg"
          aria-busy={isBusy}
          disabled={isBusy}
          onClick={onYes}
        >
          {isBusy ? 'Asking…' : 'Cancel payment'}
        </Button>
      </div>
    </Dialog>
  )
}
