import { formatDateTime } from '../../dates.ts'
import { formatKwacha } from '../../money.ts'
import { MOST_DRAFT_UNITS } from '../../orders/order-draft.ts'
import type { OrderStatus } from '../../orders/orders.ts'
import type { PackingPaper } from '../../orders/packing-papers.ts'
import { error, type Messages, type Sentences } from '../message.ts'
import { adjustmentErrors } from '../stock/stock.ts'
import { STAFF_STATUS_WORDS } from './words.ts'

/** Refusals when staff undo, create or change orders. */
export const orderChangeRefusals = {
  'undo-too-late': ({ orderNumber }: { orderNumber?: string }) => ({
    title: 'Not undone',
    description: `${orderNumber ?? 'The order'} stays as it is: its customer has been told, or something else has happened to it since. Set its status anew.`,
  }),
  'draft-empty': error('Choose at least one product, and how many of which size.'),
  'draft-full': ({ most }: { most: number }) =>
    error(`An order that is typed in holds up to ${most} products.`),
  'order-not-editable': error(
    'Only an order that waits for its payment is changed. Money has come for this one, or it has ended.',
  ),
  'order-edit-preorder': error(
    'Something of this order was pre-ordered: its contents stay. Cancel it and make a new one.',
  ),
  'draft-gone': ({ names = [] }: { names?: readonly string[] }) =>
    error(
      `Not for sale any more: ${names.join(', ')}. Once it is saved, the order goes without it.`,
    ),
  'answer-no-email': error(
    'There is no email address with this order. Write by WhatsApp, or call the customer.',
  ),
} satisfies Messages

export const orderChangeStatuses = {
  'undo-too-late': 409,
  'draft-empty': 400,
  'draft-full': 400,
  'order-not-editable': 409,
  'order-edit-preorder': 409,
  'draft-gone': 409,
  'answer-no-email': 409,
} as const

/** The message beside a size whose units cannot be read. */
export const draftUnitsError = adjustmentErrors['units-bad']({ most: MOST_DRAFT_UNITS })

type ToPay = { totalAmount: number; expiresAt: Date }

/** The text that goes with the link to pay an order. */
export const writePayLink = ({ totalAmount, expiresAt }: ToPay) =>
  `Your order of ${formatKwacha(totalAmount)} is kept for you until ${formatDateTime(expiresAt)}. Please pay on its page: by mobile money, bank or card.`

/** `already`: had the target status before; `unpaid`: moved orders that should have been paid by now. */
type MovedOrders = { to: BulkAim; moved: number; already: number; unpaid: number }

/** The target of a bulk action on ticked orders: a status, or packed. */
export type BulkAim = OrderStatus | 'packed'
export const formatAim = (to: BulkAim) => (to === 'packed' ? 'Packed' : STAFF_STATUS_WORDS[to])

type UndoneMove = { orderNumber: string; to: OrderStatus; isUnpacked?: boolean }
const formatUndone = ({ orderNumber, to, isUnpacked }: UndoneMove) =>
  isUnpacked
    ? `${orderNumber} is to be packed again.`
    : `${orderNumber} is ${STAFF_STATUS_WORDS[to]} again.`

export const orderChangeNotices = {
  'orders-status-changed': ({ to, moved, already, unpaid }: MovedOrders) => {
    const orders = moved === 1 ? '1 order is' : `${moved} orders are`
    const rest = already > 0 ? ` ${already} stood there already.` : ''
    const owed = unpaid === 0 ? '' : ` ${unpaid === 1 ? '1 is' : `${unpaid} are`} not paid.`
    return {
      title: 'Order updated',
      description: `${orders} ${formatAim(to)} now.${owed}${rest}`,
    }
  },
  'moves-undone': ({ undone, left }: { undone: readonly UndoneMove[]; left: number }) => ({
    title: 'Undone',
    description: [
      undone[0] && undone.length === 1
        ? formatUndone(undone[0])
        : `${undone.length} orders are as they were.`,
      left > 0 &&
        `${left === 1 ? '1 stays as it is' : `${left} stay as they are`}: the customer has been told, or something else has happened since.`,
    ]
      .filter(Boolean)
      .join(' '),
  }),
  'order-edited': ({ orderNumber }: { orderNumber: string }) => ({
    title: 'Order changed',
    description: `${orderNumber} waits for its payment. Its page shows what it comes to now: send the pay link anew.`,
  }),
  'order-made': ({ orderNumber }: { orderNumber: string }) => ({
    title: 'Order made',
    description: `${orderNumber} waits for its payment. Send its pay link to the customer.`,
  }),
} satisfies Messages

export const PAPER_WORDS: Record<PackingPaper, string> = {
  slips: 'Packing slips',
  picks: 'Pick list',
}

/** Messages about a bulk action on orders. */
export const bulkTexts = {
  'nothing-chosen': ({ most, isPacking }: { most: number; isPacking: boolean }) =>
    isPacking ? `Choose 1 to ${most} orders.` : `Choose a status and 1 to ${most} orders.`,
  'name-unknown': 'One order',
  'edited-meanwhile': 'was changed by somebody else since you looked. See it again first.',
} satisfies Sentences
