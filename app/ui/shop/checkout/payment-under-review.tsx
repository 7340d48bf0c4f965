import { settings } from '../../../rules/settings/settings.ts'
import { OrderNumber } from './order-number.tsx'
import { WaysOn } from './ways-on.tsx'

/** The payment does not fit the order (too late, or not the whole amount): staff look into it. */
export const PaymentUnderReview = ({ orderNumber }: { orderNumber: string }) => (
  <>
    <h1 className="text-3xl md:text-4xl">We have your payment, and are looking into it</h1>
    <p className="mt-4 text-lg">
      It came too late for this order, or was not the whole amount. Nothing is lost: we will send
      your order or give the money back. Please do not pay again.
    </p>
    <OrderNumber number={orderNumber} />
    <p>
      Questions? Call {settings().supportPhone} or write to{' '}
      <a
        href={`mailto:${settings().ordersEmail}`}
        className="text-lake underline underline-offset-4"
      >
        {settings().ordersEmail}
      </a>
      .
    </p>
    <WaysOn />
  </>
)
