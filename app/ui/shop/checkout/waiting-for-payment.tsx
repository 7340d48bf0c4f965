import { Form, useNavigation } from 'react-router'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { useFollow } from '../use-follow.ts'
import { OrderNumber } from './order-number.tsx'

const WITHOUT_SCRIPTS_SECONDS = 6

/** The provider has not answered yet: calm, live, and never a wrong 'failed' (docs/product.md, Payments). */
export function WaitingForPayment({
  orderNumber,
  isBuyer,
  link,
}: {
  orderNumber: string
  isBuyer: boolean
  /** The order's own page, where it is paid; only its account pays it from here. */
  link: string
}) {
  useFollow(isBuyer)
  const isChecking = useNavigation().formMethod === 'POST'
  const here = `/checkout/success?order=${orderNumber}`
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={String(WITHOUT_SCRIPTS_SECONDS)} />
      </noscript>
      <div aria-hidden className="cloth-shells skeleton mx-auto mb-8 h-24 rounded-card" />
      <h1 className="text-3xl md:text-4xl">Validating your order...</h1>
      <p className="mt-4 text-lg" aria-live="polite">
        We are confirming your payment with the payment service. This can take a minute or two. Your
        items are kept for you, and this page goes on by itself.
      </p>
      <OrderNumber number={orderNumber} />
      <Form method="post" action={here} preventScrollReset>
        <Button tone="lake" size="lg" aria-busy={isChecking}>
          I have paid: check now
        </Button>
      </Form>
      {isBuyer ? (
        <Form method="post" action="/checkout" className="mt-8">
          <p className="text-quiet">You have not paid yet?</p>
          <input type="hidden" name="then" value="/checkout" />
          <div className="mt-2 flex flex-wrap justify-center gap-3">
            <Button name="intent" value={`pay-order:${orderNumber}`}>
              Go to the payment page
            </Button>
            <Button tone="bare" name="intent" value={`cancel-order:${orderNumber}`}>
              Cancel this order
            </Button>
          </div>
        </Form>
      ) : (
        <div className="mt-8">
          <p className="text-quiet">You have not paid yet?</p>
          <ButtonLink to={link} reloadDocument className="mt-2">
            Back to your order
          </ButtonLink>
        </div>
      )}
    </>
  )
}
