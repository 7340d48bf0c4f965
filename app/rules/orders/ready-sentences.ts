import { formatKwacha } from '../money.ts'

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
const PLACEHOLDERS: Record<string, (order: SentenceOrder) => string> = {
  name: ({ firstName }) => firstName,
  order: ({ orderNumber }) => orderNumber,
  total: ({ totalAmount }) => formatKwacha(totalAmount),
  courier: ({ courierName }) => courierName,
  tracking: ({ waybill }) => waybill ?? '…',
}

/** As staff write them: `{name}`. */
export const PLACEHOLDER_NAMES = Object.keys(PLACEHOLDERS).map((name) => `{${name}}`)

/** A ready sentence for one order; what is in braces and no placeholder stays as it is, a missing waybill is `…`. */
export const fillSentence = (text: string, order: SentenceOrder) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(PLACEHOLDERS, name) ? (PLACEHOLDERS[name]?.(order) ?? whole) : whole,
  )
