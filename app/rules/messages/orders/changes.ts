import { formatDateTime } from '../../dates.ts'
import { formatKwacha } from '../../money.ts'
import type { OrderStatus } from '../../orders/orders.ts'
import { error, type Messages, type Sentences } from '../message.ts'
import { STAFF_STATUS_WORDS } from '../words/orders.ts'

/** Refusals of what staff take back, make and change of orders. */
export const orderChangeRefusals = {
  'undo-too-late': ({ orderNumber }: { orderNumber?: string }) => ({
    title: 'Not undone',
    description: `${orderNumber ?? 'The order'} stays as it is: its customer has been told, or something else has happened to it since. Set its status anew.`,
  }),
  'draft-empty': error('Choose at least one product, and how many of which size.'),
  'draft-full': ({ most }: { most: number }) =>
    error(`An order that is typed in holds up to ${most} products.`),
  'answer-no-email': error(
    'There is no email address with this order. Write by WhatsApp, or call the customer.',
  ),
} satisfies Messages

export const orderChangeStatuses = {
  'undo-too-late': 409,
  'draft-empty': 400,
  'draft-full': 400,
  'answer-no-email': 409,
} as const

type ToPay = { totalAmount: number; expiresAt: Date }

/** What goes with the link by which a customer pays. */
export const writePayLink = ({ totalAmount, expiresAt }: ToPay) =>
  `Your order of ${formatKwacha(totalAmount)} is kept for you until ${formatDateTime(expiresAt)}. Please pay on its page: by mobile money, bank or card.`

type UndoneMove = { orderNumber: string; to: OrderStatus }

export const orderChangeNotices = {
  'moves-undone': ({ undone, left }: { undone: readonly UndoneMove[]; left: number }) => ({
    title: 'Undone',
    description: [
      undone.length === 1
        ? `${undone[0]?.orderNumber} is ${STAFF_STATUS_WORDS[undone[0]?.to ?? 'pending']} again.`
        : `${undone.length} orders are as they were.`,
      left > 0 &&
        `${left === 1 ? '1 stays as it is' : `${left} stay as they are`}: the customer has been told, or something else has happened since.`,
    ]
      .filter(Boolean)
      .join(' '),
  }),
  'order-made': ({ orderNumber }: { orderNumber: string }) => ({
    title: 'Order made',
    description: `${orderNumber} waits for its payment. Send its pay link to the customer.`,
  }),
} satisfies Messages

/** What is said of orders that are moved together. */
export const bulkTexts = {
  'nothing-chosen': ({ most }: { most: number }) => `Choose a status and 1 to ${most} orders.`,
  'name-unknown': 'One order',
  'edited-meanwhile': 'was changed by somebody else since you looked. See it again first.',
} satisfies Sentences
