import { useSearchParams } from 'react-router'
import { formatDateTime } from '../../../../rules/dates.ts'
import { writePayLink } from '../../../../rules/messages/orders/changes.ts'
import type { OrderNotice } from '../../../../rules/orders/order-messages.ts'
import { toPay } from '../../../../rules/orders/orders.ts'
import { Button, ButtonLink } from '../../../kit/button.tsx'
import { ActForm } from '../../../kit/forms/act-form.tsx'
import { CopyButton } from '../../copy-button.tsx'
import { addressOf, Part } from '../../list/side-panel.tsx'

type Waiting = {
  id: string
  orderNumber: string
  email: string
  totalAmount: number
  creditAmount: number
  expiresAt: Date
  link: string
}

/** The link by which the customer pays: copied, or sent with a text that is added to the order's messages. */
export function PayLink({ order }: { order: Waiting }) {
  const [params] = useSearchParams()
  const notice: OrderNotice = 'pay-link'
  const text = writePayLink({ ...order, totalAmount: toPay(order) })
  return (
    <Part title="Pay link">
      <p>Waits for its payment until {formatDateTime(order.expiresAt)}.</p>
      {/* Continues among the messages, where the chat is opened. */}
      <ActForm
        about={{ order: order.id, text, notice }}
        action={addressOf(params, 'part', 'messages')}
        className="mt-2 flex flex-wrap items-center gap-2"
      >
        <Button name="intent" value="answer-whatsapp">
          Send by WhatsApp
        </Button>
        {order.email ? (
          <Button name="intent" value="answer-email">
            Send by email
          </Button>
        ) : null}
        <CopyButton text={order.link} label="Copy pay link" />
      </ActForm>
      <ButtonLink to={`/admin/orders/${order.orderNumber}/edit`} className="mt-2">
        Change the order
      </ButtonLink>
    </Part>
  )
}
