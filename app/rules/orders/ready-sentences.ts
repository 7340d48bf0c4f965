import { formatKwacha } from '../money.ts'
import { fillPlaceholders, type Placeholders, placeholderNames } from '../placeholders.ts'

/** The longest name of a ready sentence, in characters. */
export const LONGEST_SENTENCE_NAME = 40
/** The most ready sentences that the shop keeps. */
export const MOST_SENTENCES = 50

type SentenceOrder = {
  firstName: string
  orderNumber: string
  totalAmount: number
  courierName: string
  waybill: string | null
}

/** The placeholders of a ready sentence, and their values for an order; '' while the order has no such value. */
const PLACEHOLDERS: Placeholders<SentenceOrder> = {
  name: ({ firstName }) => firstName,
  order: ({ orderNumber }) => orderNumber,
  total: ({ totalAmount }) => formatKwacha(totalAmount),
  courier: ({ courierName }) => courierName,
  tracking: ({ waybill }) => waybill ?? '',
}

/** The placeholders as staff write them: `{name}`. */
export const PLACEHOLDER_NAMES = placeholderNames(PLACEHOLDERS)

/** A sentence with the blanks that follow it; a row of text counts as one, too. */
const SENTENCE = /[^]*?(?:[.!?](?=\s)|\n|$)\s*/g

/**
 * Fills in a ready sentence for one order. A sentence that names a value which the order does not have, such as a
 * waybill, is left out (`isCut`), so that no customer reads "Waybill: .".
 */
export function fillSentence(text: string, order: SentenceOrder): { text: string; isCut: boolean } {
  const fill = (part: string) => fillPlaceholders(part, PLACEHOLDERS, order)
  const parts = text.match(SENTENCE) ?? []
  const left = parts.filter(
    (part) => !PLACEHOLDER_NAMES.some((name) => part.includes(name) && fill(name) === ''),
  )
  const isCut = left.length < parts.length
  return { text: isCut ? fill(left.join('')).trim() : fill(text), isCut }
}
