import type { ReturnStatus } from '../../returns/returns.ts'
import { LONGEST_RETURN_ANSWER, MOST_RETURN_PHOTOS } from '../../returns/returns.ts'
import { settings } from '../../settings/settings.ts'
import { error, type Messages } from '../message.ts'
import { REVIEW_OWN } from '../till/words.ts'
import { RETURN_STATUS_WORDS } from './words.ts'

/** Refusals of returns. */
export const returnRefusals = {
  'return-too-late': (_: object) =>
    error(
      `Only what was sent can come back, and a customer asks within ${settings().returnsDays} days of the delivery.`,
    ),
  'return-lines-bad': error(
    'Choose at least one piece, and no more than were bought and are not sent back yet.',
  ),
  'inspected-too-many': error(
    'More pieces of a line are put in stock or written off than were to come back.',
  ),
  'returns-many': error('So many returns of one order are too many. Please call us.'),
  'exchange-not-offered': error(
    'Only another size or color of the same product goes out instead. Please choose again.',
  ),
  'exchange-not-chosen': error('Please choose the size or color that you want instead.'),
  'exchange-sold-out': ({ available }: { available: number }) =>
    error(
      available > 0
        ? `Of what is wanted instead only ${available} can be sent. Choose fewer, another size or color, or none.`
        : 'What is wanted instead is sold out. Choose another size or color, or none.',
    ),
  'return-photos-many': error(`At most ${MOST_RETURN_PHOTOS} photos, please.`),
  'return-answer-missing': error(
    `Please say in up to ${LONGEST_RETURN_ANSWER} characters why it is not taken back: the customer reads it.`,
  ),
  'return-own': error(
    'This is an order of your own, by its account, email address or phone number: somebody else notes what comes back, and looks at it.',
  ),
  'review-own': error(REVIEW_OWN),
  'return-failed': error('Failed to change the return. Nothing was noted.'),
} satisfies Messages

/** HTTP statuses of refusals of returns. */
export const returnStatuses = {
  'return-too-late': 409,
  'return-lines-bad': 400,
  'inspected-too-many': 400,
  'returns-many': 409,
  'exchange-not-offered': 400,
  'exchange-not-chosen': 400,
  'exchange-sold-out': 409,
  'return-photos-many': 400,
  'return-answer-missing': 400,
  'return-own': 403,
  'review-own': 403,
  'return-failed': 500,
} as const

/** Notices of returns. */
type NotedReturn = { orderNumber: string; isEmailed: boolean; isHere?: boolean }

export const returnNotices = {
  'return-asked': {
    title: 'We have your request',
    description: 'We answer by email, and here. Please keep what you want to send back until then.',
  },
  'return-asked-by-link': {
    title: 'We have your request',
    description:
      'We answer to the email or the phone of the order, and here. Please keep what you want to send back until then.',
  },
  'return-called-off': { title: 'You keep it', description: 'Nothing is to be sent back.' },
  'return-noted': ({ orderNumber, isEmailed, isHere }: NotedReturn) => ({
    title: 'Return noted',
    description: isHere
      ? `It has arrived, and nobody is told by email. Look at what came of ${orderNumber}.`
      : isEmailed
        ? `The customer of ${orderNumber} is told by email where to bring it.`
        : `${orderNumber} has no email: tell its customer by phone or WhatsApp where to bring it.`,
  }),
  'return-moved': ({ orderNumber, to }: { orderNumber: string; to: ReturnStatus }) => ({
    title: 'Return updated',
    description: `${orderNumber}: ${RETURN_STATUS_WORDS[to]}.`,
  }),
  'exchange-not-sent': ({ orderNumber }: { orderNumber: string }) => ({
    title: 'Money went back already',
    description: `${orderNumber}: what that money was for does not go out, and is for sale again. Settle the return.`,
  }),
} satisfies Messages
