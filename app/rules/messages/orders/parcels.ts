import type { Choice } from '../../catalogue/products.ts'
import type { OrderStatus } from '../../orders/orders.ts'
import { LONGEST_COURIER } from '../../orders/shipments.ts'
import { formatChoice } from '../catalogue/choice.ts'
import { error, type Messages, type Sentences } from '../message.ts'
import { riderNotes, riderNotices, riderRefusals, riderStatuses } from './rider.ts'
import { STAFF_STATUS_WORDS } from './words.ts'

type NamedLine = Choice & { name: string; left: number }

/** Refusals about orders that are sent in parts, and about parcels that riders hand over. */
export const parcelRefusals = {
  'release-more-came': error(
    'More of this order has left since you looked. Find it again, and hand over what is listed then.',
  ),
  ...riderRefusals,
  'parcel-empty': error('Say how many of which item go into this parcel.'),
  'parcel-courier-bad': error(`Name the courier in 1 to ${LONGEST_COURIER} characters.`),
  'parcel-too-many': ({ name, left, ...choice }: NamedLine) =>
    error(
      `Only ${left} of ${[name, formatChoice(choice)].filter(Boolean).join(', ')} can go now: the others have gone, or have not arrived yet.`,
    ),
  'parcel-delivered': error(
    'This parcel has arrived. What comes back of it is noted under Returns, once the order is shipped.',
  ),
  'order-in-parcels': ({ orderNumber, to, left }: PartOrder) =>
    error(
      to === 'cancelled' || to === 'pending' || left === 0
        ? `Parcels of ${orderNumber} are on their way, so it cannot be set to ${STAFF_STATUS_WORDS[to]}. Take back a parcel that did not leave. For items that will not be sent, give their money back under Money (these items, not sent).`
        : `A part of ${orderNumber} was sent already, and ${left === 1 ? 'one item is' : `${left} items are`} left. Open the order, pack what is left and press “Send this parcel”, or give its money back under Money (these items, not sent).`,
    ),
} satisfies Messages
type PartOrder = { orderNumber: string; to: OrderStatus; left: number }

export const partStatuses = {
  'release-more-came': 409,
  ...riderStatuses,
  'parcel-empty': 400,
  'parcel-courier-bad': 400,
  'parcel-too-many': 409,
  'parcel-delivered': 409,
  'order-in-parcels': 409,
} as const

type Sent = { orderNumber: string; number: number; isLast: boolean }

export const parcelNotices = {
  ...riderNotices,
  'parcel-sent': ({ orderNumber, number, isLast }: Sent) => ({
    title: `Parcel ${number} sent`,
    description: isLast
      ? `All of ${orderNumber} has gone: it is Shipped now.`
      : `The rest of ${orderNumber} is still to be sent.`,
  }),
  'parcel-arrived': ({ orderNumber, number, isLast }: Sent) => ({
    title: `Parcel ${number} delivered`,
    description: isLast
      ? `All of ${orderNumber} has arrived: it is Delivered now.`
      : `The rest of ${orderNumber} is not there yet.`,
  }),
  'parcel-taken-back': ({ orderNumber }: { orderNumber: string }) => ({
    title: 'Parcel taken back',
    description: `What was in it is to be sent again with ${orderNumber}. Nobody was told.`,
  }),
  'parcel-waybill-saved': ({ orderNumber, number }: { orderNumber: string; number: number }) => ({
    title: 'Waybill saved',
    description: `The customer sees it with parcel ${number} of ${orderNumber}.`,
  }),
} satisfies Messages

/** The parcel notes of an order's history. */
export const parcelNotes = {
  ...riderNotes,
  'parcel-sent': ({ number, count }: { number: number; count: number }) =>
    `Parcel ${number} sent, ${count === 1 ? '1 item' : `${count} items`}`,
  'parcel-arrived': ({ number }: { number: number }) => `Parcel ${number} delivered`,
  'parcel-taken-back': ({ number }: { number: number }) => `Parcel ${number} taken back`,
  'parcels-released': 'What has left was handed over with the code',
  'parcels-released-without-code': ({ text }: { text: string }) =>
    `What has left was handed over without the code: ${text}`,
} satisfies Sentences
