import { isPickup } from '../../../rules/messages/checkout/delivery.ts'
import { LONGEST_RELEASE_REASON, MOST_RELEASE_TRIES } from '../../../rules/orders/orders.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'

type Released = { id: string; courierId: string; releaseTries: number }

/** Hands the parcel over to whoever says its code, which the customer has; without the code, for a reason. */
export function ReleaseForm({ order }: { order: Released }) {
  const left = MOST_RELEASE_TRIES - order.releaseTries
  return (
    <>
      {left > 0 ? (
        <ActForm about={{ order: order.id }} className="flex flex-wrap items-end gap-2">
          <TextField
            label="Code of the customer"
            name="code"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            required
            className="grow basis-40"
          />
          <Button tone="lake" name="intent" value="release">
            Hand over the parcel
          </Button>
          <p className="basis-full text-sm text-quiet">
            {isPickup(order)
              ? 'Set to Shipped when it is ready: the customer is told to come, with the code. '
              : 'The customer has it on the page of the order and by email. '}
            {left < MOST_RELEASE_TRIES ? `${left} of ${MOST_RELEASE_TRIES} tries are left.` : ''}
          </p>
        </ActForm>
      ) : (
        <p className="text-sm font-semibold text-alarm">
          {MOST_RELEASE_TRIES} wrong codes were tried. Make sure who it is, and say why below.
        </p>
      )}
      <details className="mt-2">
        <summary className="inline-flex min-h-11 items-center font-semibold text-lake underline-offset-4 hover:underline">
          Without the code…
        </summary>
        <ActForm about={{ order: order.id }} className="mt-2 rounded-card bg-sand p-4">
          <TextField
            label="Why, and how you know who it is"
            name="reason"
            required
            maxLength={LONGEST_RELEASE_REASON}
            autoComplete="off"
            hint="It stands in the history of the order."
          />
          <Button name="intent" value="release-without-code" className="mt-3">
            Hand over without the code
          </Button>
        </ActForm>
      </details>
    </>
  )
}
