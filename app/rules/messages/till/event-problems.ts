import type { Coded, Sentences } from '../message.ts'

/** What is wrong with a part of an event, by zod's codes and our own. */
const eventProblems = {
  invalid_type: 'missing, or of another type',
  invalid_value: 'none of the values that it may have',
  invalid_format: 'not written as it should be',
  invalid_union: 'of no kind that this shop knows',
  invalid_key: 'a name in it is not written as it should be',
  invalid_element: 'a part of it cannot be read',
  too_small: 'too small',
  too_big: 'too large',
  not_multiple_of: 'not a whole number of what it counts',
  unrecognized_keys: 'more in it than this shop knows',
  custom: 'not as it should be',
  'no-amount': 'no cash moved',
  'line-twice': 'a line is there twice',
  'above-payable': 'more than can be paid',
  'products-or-voucher': 'a sale is of products or of a voucher',
} as const
export type EventProblem = keyof typeof eventProblems
export const isEventProblem = (word: string): word is EventProblem =>
  Object.hasOwn(eventProblems, word)

/** Why an event of a till was not accepted: in brackets within a sentence. */
export const unreadReasons = {
  /** In rows of releases that did not store codes, `problem` may be a sentence when no code fits. */
  unreadable: ({ path, problem }: { path: string; problem: string }) =>
    `${path}: ${isEventProblem(problem) ? eventProblems[problem] : problem}`,
  'database-refused': ({ state }: { state: string }) => `the database refused it: ${state}`,
  'signature-wrong': 'it is not what the till signed',
  unsigned: 'its till signs what it makes, and this is not signed',
  'not-this-till': 'sent by a cashier from a device that does not stand for this till',
  'not-of-shift': 'nothing proves that it was made at this shift’s till',
  'key-used': ({ saleNumber }: { saleNumber: string }) =>
    `another payment than the one of ${saleNumber}, under the same key`,
  'sale-unknown': ({ saleNumber }: { saleNumber: string }) => `no sale is called ${saleNumber}`,
  'line-unknown': ({ saleNumber }: { saleNumber: string }) => `a line is not one of ${saleNumber}`,
  'till-unknown': 'no such till',
  'till-retired': 'its till was taken out of use before it came',
  'device-left': 'its device stood for this till no more when it came',
  'shift-unknown': 'no such shift',
  'shift-counted': 'its shift was counted before',
  'shift-closed': 'its shift was closed before',
  /** Reasons of releases that did not store codes, when no code fits. */
  written: ({ text }: { text: string }) => text,
} satisfies Sentences
export type UnreadReason = Coded<typeof unreadReasons>
