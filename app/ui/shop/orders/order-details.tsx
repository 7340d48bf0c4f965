import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { OpenedOrder } from '../../../modules/orders/open-order.ts'
import type { OwnRefund } from '../../../modules/refunds/list-refunds.ts'
import { formatCollectAt } from '../../../rules/messages/checkout/delivery.ts'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import { type OwnReturns, Returns } from '../returns/own-returns.tsx'
import type { RefusedReturn } from '../returns/return-form.tsx'
import { AddressLines } from './address-lines.tsx'
import { Messages, type RefusedMessage } from './messages.tsx'
import { OrderBlock } from './order-block.tsx'
import type { OrderContents } from './order-contents.tsx'
import { Payment, WaitingForm } from './order-payment.tsx'
import { OrderSteps } from './order-steps.tsx'
import { PassOn } from './pass-on.tsx'
import { useLiveOrders } from './use-live-orders.ts'

type Shown = Omit<OpenedOrder, 'lines'> &
  OrderContents & {
    refunds: readonly OwnRefund[]
    returns: OwnReturns
  }
type Reader = 'account' | 'link'

/** All that customers may see of an order and do with it. `link` opens it on other devices. */
export function OrderDetails({
  order,
  by,
  link,
  path,
  refused,
}: {
  order: Shown
  by: Reader
  link: string | null
  /** The address of this page. */
  path: string
  /** A message or a return that was refused, with what was typed. */
  refused: RefusedMessage | RefusedReturn | null
}) {
  const [page = '', query] = path.split('?')
  const refusedReturn = refused && 'asked' in refused ? refused : null
  const refusedMessage = refused && 'typed' in refused ? refused : null
  return (
    <div className="grid gap-6">
      {by === 'account' ? <Live /> : null}
      <OrderBlock order={order} contents={order}>
        {order.isWaiting ? <WaitingForm order={order} by={by} /> : null}
      </OrderBlock>
      <div className="grid gap-6 rounded-card bg-sheet px-5 py-4 md:grid-cols-2 md:px-6">
        <Part title="Dates">
          <OrderSteps order={order} />
        </Part>
        <Part title="Payment">
          <Payment order={order} />
        </Part>
        <Part title="Delivery">
          <address className="not-italic wrap-anywhere">
            {order.collectAt ? (
              <>
                {order.shippingAddress.firstName} {order.shippingAddress.lastName} collects it at{' '}
                {formatCollectAt(order)}.
              </>
            ) : (
              <AddressLines address={order.shippingAddress} />
            )}
            <br />
            {order.shippingAddress.phone}
          </address>
          {by === 'link' && !order.collectAt ? (
            <p className="mt-1 text-sm text-quiet">
              Sign in to see the whole address: this link may have been passed on.
            </p>
          ) : null}
        </Part>
        <Part title="More">
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            {order.isWaiting ? null : (
              <Form method="post">
                <RequestField />
                <Button name="intent" value="again">
                  Order again
                </Button>
              </Form>
            )}
            <Link
              to={`${page}/invoice${query ? `?${query}` : ''}`}
              reloadDocument
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center font-semibold text-lake underline underline-offset-4 hover:text-lake-deep"
            >
              Invoice<span className="sr-only"> (opens in a new tab)</span>
            </Link>
          </div>
        </Part>
      </div>
      <Returns returns={order.returns} lines={order.lines} by={by} refused={refusedReturn} />
      {order.isAnonymized && order.messages.length === 0 ? null : (
        <Messages order={order} by={by} refused={refusedMessage} />
      )}
      {link ? <PassOn link={link} number={order.orderNumber} /> : null}
    </div>
  )
}

function Live() {
  useLiveOrders()
  return null
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="min-w-0">
    <h2 className="mb-1 font-body text-lg font-bold">{title}</h2>
    {children}
  </section>
)
