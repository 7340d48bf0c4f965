import { LONGEST_RIDER, RIDER_LINK_DAYS } from '../../orders/rider-link.ts'
import { settings } from '../../settings/settings.ts'
import { error, type Messages, type Sentences } from '../message.ts'

/** Refusals of the link by which a rider or a depot hands a parcel over. */
export const riderRefusals = {
  'rider-bad': error(`Say who brings it, in 1 to ${LONGEST_RIDER} characters.`),
  'rider-not-due': error(
    'Only a paid order that is not handed over yet, and is not collected at the shop, has a link for its rider.',
  ),
  'rider-owed': error(
    'It waits for what was pre-ordered. Send what is here by Send in parts, then make the link.',
  ),
  // The rider is not told what the order waits for.
  'rider-not-sent': error('The shop has not sent this parcel yet. Call the shop.'),
  'rider-link-unknown': {
    title: 'This link opens no parcel',
    description:
      'It may be cut off, or the shop has made a newer one. Ask whoever sent it for the whole link.',
  },
  'rider-link-ended': {
    title: 'This link has ended',
    description: `A link holds until its parcel is handed over, and ${RIDER_LINK_DAYS} days at most. Ask the shop for a new one.`,
  },
} satisfies Messages

export const riderStatuses = {
  'rider-bad': 400,
  'rider-not-due': 409,
  'rider-owed': 409,
  'rider-not-sent': 409,
  'rider-link-unknown': 404,
  'rider-link-ended': 404,
} as const

export const riderNotices = {
  'rider-link-made': ({ orderNumber, rider }: { orderNumber: string; rider: string }) => ({
    title: 'Link made',
    description: `Send it to ${rider}. It is the only link for ${orderNumber} that holds.`,
  }),
} satisfies Messages

/** The rider notes of an order's history. */
export const riderNotes = {
  'rider-link': ({ rider }: { rider: string }) => `Link for the rider made: ${rider}`,
  'released-by-link': ({ rider }: { rider: string }) =>
    `Handed over with the code by ${rider}, through the rider’s link`,
  'parcels-released-by-link': ({ rider }: { rider: string }) =>
    `What has left was handed over with the code by ${rider}, through the rider’s link`,
} satisfies Sentences

/** The message to a rider. */
export const writeRiderChat = (orderNumber: string, url: string) =>
  `${settings().name} ${orderNumber}: ask the customer for the four figures and type them here: ${url}`
