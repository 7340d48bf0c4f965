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

/** What a ready sentence may leave open, in braces, and what stands there for an order. */
const PLACEHOLDERS: Placeholders<SentenceOrder> = {
  name: ({ firstName }) => firstName,
  order: ({ orderNumber }) => orderNumber,
  total: ({ totalAmount }) => formatKwacha(totalAmount),
  courier: ({ courierName }) => courierName,
  tracking: ({ waybill }) => waybill ?? '…',
}

/** As staff write them: `{name}`. */
export const PLACEHOLDER_NAMES = placeholderNames(PLACEHOLDERS)

/** A ready sentence for one order; a missing waybill is `…`. */
export const fillSentence = (text: string, order: SentenceOrder) =>
  fillPlaceholders(text, PLACEHOLDERS, order)
