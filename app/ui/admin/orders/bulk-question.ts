import { STAFF_STATUS_WORDS } from '../../../rules/messages/orders/words.ts'
import { findTransition } from '../../../rules/orders/order-transitions.ts'
import type { OrderStatus } from '../../../rules/orders/orders.ts'

type Ticked = {
  status: OrderStatus
  paidAt: Date | null
  /** Whether its parcel still has to be packed. */
  isToPack: boolean
  /** Whether its customer waits for an answer. */
  hasMessage: boolean
}

const are = (count: number) => (count === 1 ? 'is' : 'are')
export const areUnpaid = (count: number) => `${count} ${are(count)} not paid`

/** Whether an order that leaves the shop needs a confirmation first. */
export const isOdd = (to: OrderStatus, one: Ticked) =>
  leaves(to) && (one.isToPack || one.hasMessage)
const leaves = (to: OrderStatus) => to === 'shipped' || to === 'delivered'

/**
 * The confirmation before the ticked orders are set to one status. It is always asked, because nobody sees among many
 * orders within the time of Undo which one was wrong, and a sent email cannot be recalled.
 */
export function questionFor(to: OrderStatus, ticked: readonly Ticked[]) {
  const isCancelling = to === 'cancelled'
  // Counts each order once, so that the numbers add up.
  const cancelled = ticked.filter(({ status }) => status === 'cancelled').length
  const others = ticked.filter(({ status }) => status !== 'cancelled')
  const isDelivered = ({ status }: Ticked) => isCancelling && status === 'delivered'
  const delivered = others.filter(isDelivered).length
  const unpaid = others.filter((one) => one.paidAt === null && !isDelivered(one)).length
  const emails = ticked.filter((one) => findTransition('staff', one, to)?.email).length

  const odd = [
    cancelled > 0 && `${cancelled} ${are(cancelled)} cancelled${isCancelling ? ' already' : ''}`,
    delivered > 0 && `${delivered} ${are(delivered)} delivered`,
    unpaid > 0 && areUnpaid(unpaid),
  ].filter(Boolean)
  const open = ticked.filter((one) => isOdd(to, one))
  const unpacked = open.filter(({ isToPack }) => isToPack).length
  const unanswered = open.filter(({ hasMessage }) => hasMessage).length
  const isOne = ticked.length === 1
  const what = isOne ? '1 order' : `${ticked.length} orders`
  const notes = isCancelling
    ? [
        'Their goods go back on the shelf, and each customer is told by email. Money of those that are paid is not sent back by itself: they stand at the top of the list until it is refunded by hand.',
      ]
    : [
        cancelled > 0 && 'Back from cancelled, goods are taken again if they are there.',
        ticked.some(({ paidAt }) => paidAt === null) &&
          'Another status does not say that money has come.',
        emails > 0 &&
          `${emails === 1 ? '1 customer is' : `${emails} customers are`} told by email.`,
      ]
  return {
    title: isCancelling ? 'Cancel these orders?' : `Set ${what} to ${STAFF_STATUS_WORDS[to]}?`,
    odd:
      [
        odd.length > 0 && `Of ${what}, ${odd.join(', ')}.`,
        unpacked > 0 && (isOne ? 'It is not packed yet.' : `Not packed yet: ${unpacked}.`),
        unanswered > 0 &&
          (isOne
            ? 'Its customer waits for an answer.'
            : `With a message to answer: ${unanswered}.`),
      ]
        .filter(Boolean)
        .join(' ') || null,
    text: notes.filter(Boolean).join(' '),
    act: isCancelling ? 'Cancel the orders' : `Set to ${STAFF_STATUS_WORDS[to]}`,
    ...(isCancelling ? { keep: 'Keep them' } : { isHarmless: true }),
  }
}

/** The same for one order, which its title names. */
export const questionForOne = (to: OrderStatus, order: Ticked & { orderNumber: string }) => ({
  ...questionFor(to, [order]),
  title: `Set ${order.orderNumber} to ${STAFF_STATUS_WORDS[to]}?`,
})
