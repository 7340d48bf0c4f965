import { cartRefusals } from '../../rules/messages/cart/cart.ts'
import { generalRefusals } from '../../rules/messages/general.ts'
import { fillIn, type Message } from '../../rules/messages/message.ts'
import type { PlainReason, Reasoned, Refusal } from '../../rules/messages/refusals.ts'
import { tillDeviceRefusals } from '../../rules/messages/till/devices.ts'
import { tillRefusals } from '../../rules/messages/till/till.ts'

/** Texts of all refusals that the till may show, also offline: the device has no others. */
const TEXTS = {
  ...generalRefusals,
  ...tillRefusals,
  ...tillDeviceRefusals,
  'bad-quantity': cartRefusals['bad-quantity'],
  'cart-full': cartRefusals['cart-full'],
}

export type TillReason = keyof typeof TEXTS
export type TillRefusal = Refusal<TillReason>
export type PlainTillReason = TillReason & PlainReason

/** Whether a string from the server is a reason that the till has a text for. */
export const isTillReason = (word: string | undefined): word is TillReason =>
  word !== undefined && Object.hasOwn(TEXTS, word)

/** Only the title of a refusal, whose parameters the till does not have. */
export const tillTitle = (reason: TillReason) => fillIn(TEXTS[reason], {}).title

export function formatTillRefusal(refusal: Reasoned<TillReason> | PlainTillReason): Message {
  const reasoned = typeof refusal === 'string' ? { reason: refusal } : refusal
  return fillIn(TEXTS[reasoned.reason], reasoned)
}
