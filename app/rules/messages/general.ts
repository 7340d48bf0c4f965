import { formatAmount } from '../money.ts'
import { error, formatMinutes, type Messages, type Sentences } from './message.ts'

/** Refusals of any domain. */
export const generalRefusals = {
  'email-seen-to': error('Somebody has seen to this email already.'),
  'too-many-attempts': ({ minutes }: { minutes: number }) => ({
    title: 'Too many attempts',
    description: `Please try again in ${formatMinutes(minutes)}.`,
  }),
  'edited-meanwhile': {
    title: 'Somebody else saved first',
    description: 'Nothing of yours is saved yet. Look at both and decide.',
  },
  'not-found': error('This is no longer there. Please reload the list.'),
  'bad-form': ({ message = 'Please check the form and try again.' }: { message?: string }) =>
    error(message),
  unexpected: error('Something went wrong on our side. Please try again.'),
  unavailable: {
    title: 'Please try again in a minute',
    description:
      'The shop cannot read or write its books at the moment. Please try again in a minute.',
  },
  'connection-lost': {
    title: 'No connection',
    description: 'It may have reached us. Please try again: it counts only once.',
  },
  'copying-failed': error('Your browser does not let us copy. Please select the code and copy it.'),
} satisfies Messages

/** Shown after a text was copied. */
export const COPIED = 'Copied!'

/** Messages beside invalid fields of any form. */
export const fieldErrors = {
  'too-long': ({ most }: { most: number }) =>
    `Please use at most ${formatAmount(most)} characters.`,
  'too-much': ({ most }: { most: number }) => `Please use at most ${formatAmount(most)}.`,
  'no-moment': 'Please choose a day and a time.',
  'picture-again': 'Please choose the picture again.',
  'not-listed': 'Please choose one from the list.',
  'category-not-listed': 'Please choose a category from the list.',
} satisfies Sentences

/** Answers of the HTTP listener itself, before a request reaches the shop. */
export const listenerErrors = {
  'address-too-long': 'This address is too long.',
  'address-unreadable': 'This address cannot be read.',
  'request-unreadable': 'This request cannot be read.',
  'request-too-slow': 'This request took too long to arrive.',
  'headers-too-large': 'This request has too much in its headers (cookies, for example).',
  'body-too-long': 'This is more than can be sent here.',
  'other-host': ({ baseUrl }: { baseUrl: string }) => `This shop is at ${baseUrl}.`,
  'file-missing': 'This file is not here.',
  'file-of-other-build': 'This file is not here (any more).',
  'file-unavailable': 'This file cannot be fetched at the moment.',
} satisfies Sentences

/** Answers to a program, or to a browser whose request no page of ours makes. */
export const requestErrors = {
  'not-authenticated': 'Not authenticated',
  'not-found': 'Not found',
  'nothing-here': 'There is nothing at this address.',
  'method-unknown': 'This method is not known here.',
  'other-site': 'This request came from another site and was not carried out.',
  'no-json': 'The body is not valid JSON.',
  'cursor-unknown': 'cursor is not one of this list. Please start at its beginning.',
  'after-unknown': 'after: a line of the ledger',
  'too-many-streams': 'Too many open pages listen for news already.',
  'webhook-unsigned': 'The signature does not fit.',
  'webhook-no-json': 'This is not JSON.',
} satisfies Sentences

/** HTTP statuses of the answers that the app gives; the server in front of it sets its own when it refuses. */
export const requestStatuses = {
  'not-authenticated': 401,
  'not-found': 404,
  'nothing-here': 404,
  'method-unknown': 405,
  'other-site': 403,
  'no-json': 400,
  'cursor-unknown': 400,
  'after-unknown': 400,
  'too-many-streams': 429,
  'webhook-unsigned': 401,
  'webhook-no-json': 400,
} as const satisfies Partial<Record<keyof typeof requestErrors, number>>
export type RequestProblem = keyof typeof requestStatuses
