import { paymentRefusals } from '../../../rules/messages/payments/payments.ts'
import type { PaymentsMode } from '../../../rules/payments/payments.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Section } from './section.tsx'

/** Shown before anything is filled in: payments are off at the moment. */
export const PaymentsOff = () => {
  const { title, description } = paymentRefusals['payments-off']
  return (
    <div role="alert" className="mt-6 rounded-card border-l-8 border-alarm bg-alarm-wash px-4 py-3">
      <p className="font-semibold">{title}</p>
      <p>
        {description} To buy now, call {settings().supportPhone}.
      </p>
    </div>
  )
}

/** The payment method, explained before the customer leaves for the provider's page. */
export const PaymentMethod = ({
  payments,
  isFree,
}: {
  payments: PaymentsMode
  isFree: boolean
}) => (
  <Section title="Payment method">
    {isFree ? (
      <p className="rounded-card border border-leaf bg-leaf-wash px-4 py-3">
        There is nothing to pay: your order is placed at once.
      </p>
    ) : (
      <label className="flex items-start gap-3 rounded-card border border-lake bg-lake-wash px-4 py-3">
        <input
          type="radio"
          name="payment_method"
          value="paychangu"
          defaultChecked
          className="mt-1 size-5 shrink-0 accent-lake"
        />
        <span className="min-w-0 wrap-anywhere">
          <span className="block font-semibold">PayChangu</span>
          <span className="block text-sm">
            {settings().paymentNote} You pay on their page and come back here.
          </span>
          {payments === 'sandbox' ? (
            <span className="mt-1 block text-sm font-semibold">
              This shop takes test payments: no money moves.
            </span>
          ) : null}
        </span>
      </label>
    )}
  </Section>
)
