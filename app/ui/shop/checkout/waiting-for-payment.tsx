import { useEffect } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '../../kit/button.tsx'
import { listenToEvents } from '../../kit/events.ts'
import { useRefresh } from '../../kit/use-refresh.ts'
import { OrderNumber } from './order-number.tsx'

const LOOK_EVERY_MS = 4000
const WITHOUT_SCRIPTS_SECONDS = 6

/** Looks again every few seconds, and at once when the shop says that something has changed. */
function useFollow(canListen: boolean) {
  const refresh = useRefresh()
  useEffect(() => {
    let isLooking = false
    const look = async () => {
      // Not while the page is hidden: a phone in a pocket spends no data.
      if (isLooking || document.hidden) return
      isLooking = true
      // A line that is down for a moment must not end in an error page.
      const isThere = await fetch('/healthz').then(
        ({ ok }) => ok,
        () => false,
      )
      if (isThere) await refresh()
      isLooking = false
    }
    const lookNow = () => void look()
    const timer = setInterval(lookNow, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', lookNow)
    const stop = canListen ? listenToEvents({ order: lookNow }) : null
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookNow)
      stop?.()
    }
  }, [canListen, refresh])
}

/** The provider has not answered yet: calm, live, and never a wrong 'failed' (docs/product.md, Payments). */
export function WaitingForPayment({
  orderNumber,
  isBuyer,
}: {
  orderNumber: string
  isBuyer: boolean
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
      ) : null}
    </>
  )
}
