/** The problems with an order that a customer can choose from. */
export const MESSAGE_KINDS = [
  'not-arrived',
  'wrong-item',
  'faulty',
  'does-not-fit',
  'payment',
  'address',
  'other',
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** How the shop sends its answers. */
export const ANSWER_WAYS = ['email', 'whatsapp'] as const
export type AnswerWay = (typeof ANSWER_WAYS)[number]

/**
 * Prepared texts that answer no message: the link to pay, and the state of a return. What the customer asked still
 * waits for its answer.
 */
export const ORDER_NOTICES = ['pay-link', 'return'] as const
export type OrderNotice = (typeof ORDER_NOTICES)[number]

/** The longest message and the longest answer, in characters. */
export const LONGEST_MESSAGE = 2000

/** The filters of the order list by an order's messages. */
export const MESSAGE_STATES = ['waiting'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]
