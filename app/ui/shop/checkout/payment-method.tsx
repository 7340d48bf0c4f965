import { SHOP } from '../../../shop.ts'
import { Section } from './section.tsx'

/** The one way to pay here, said in full before the customer leaves for the provider's page. */
export const PaymentMethod = ({ isTest }: { isTest: boolean }) => (
  <Section title="Payment method">
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
          {SHOP.paymentNote} You pay on their page and come back here.
        </span>
        {isTest ? (
          <span className="mt-1 block text-sm font-semibold">
            This shop takes test payments: no money moves.
          </span>
        ) : null}
      </span>
    </label>
  </Section>
)
