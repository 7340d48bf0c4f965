/** What a customer can say is wrong with an order. */
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

/** Of a message and of an answer, in characters. */
export const LONGEST_MESSAGE = 2000

/** By which of its messages an order is looked for. */
export const MESSAGE_STATES = ['waiting'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]
