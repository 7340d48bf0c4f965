import { formatKwacha } from '../money.ts'
import { fillPlaceholders, type Placeholders, placeholderNames } from '../placeholders.ts'

/** What a ready sentence is called, in characters. */
export const LONGEST_SENTENCE_NAME = 40
/** So many are kept. */
export const MOST_SENTENCES = 50

type SentenceOrder = {
  firstName: string
  orderNumber: string
  totalAmount: number
  courierName: string
  waybill: string | null
}

/** What a ready sentence may leave open, in braces, and what stands there for an order; '' while the order has none. */
const PLACEHOLDERS: Placeholders<SentenceOrder> = {
  name: ({ firstName }) => firstName,
  order: ({ orderNumber }) => orderNumber,
  total: ({ totalAmount }) => formatKwacha(totalAmount),
  courier: ({ courierName }) => courierName,
  tracking: ({ waybill }) => waybill ?? '',
}

/** As staff write them: `{name}`. */
export const PLACEHOLDER_NAMES = placeholderNames(PLACEHOLDERS)

/** A sentence with the blanks that follow it; a row is one, too. */
const SENTENCE = /[^]*?(?:[.!?]+(?=\s|$)|\n|$)\s*/g

/**
 * A ready sentence for one order. A sentence of it that names what the order has not, such as a waybill, is left out:
 * `isCut`. No customer reads "Waybill: .".
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
