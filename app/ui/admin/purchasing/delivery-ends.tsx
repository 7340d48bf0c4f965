import { deliveryName } from '../../../rules/messages/purchasing/words.ts'
import type { DeliveryState } from '../../../rules/purchasing/deliveries.ts'
import { mayAct } from '../../../rules/purchasing/deliveries.ts'
import { ConfirmForm } from '../form/confirm-form.tsx'

/** Ends a delivery that has not arrived whole, after a confirmation. */
export function DeliveryEnds({
  delivery: { number, state, received, bookings },
}: {
  delivery: {
    number: number
    state: DeliveryState
    received: number
    bookings: readonly unknown[]
  }
}) {
  const name = deliveryName(number)
  if (mayAct('close', state))
    return (
      <ConfirmForm
        fields={{ intent: 'close' }}
        title={`Close ${name}?`}
        text="What has not arrived is no longer expected. What has arrived stays in stock."
        act="Close delivery"
      >
        Close
      </ConfirmForm>
    )
  if (!mayAct('discard', state) || received > 0 || bookings.length > 0) return null
  return (
    <ConfirmForm
      fields={{ intent: 'discard' }}
      title={`Discard ${name}?`}
      text="The draft is deleted. Nothing of it is in stock."
      act="Discard draft"
    >
      Discard draft
    </ConfirmForm>
  )
}
