import { formatDate, formatDateTime } from '../../dates.ts'
import { formatAmount, formatKwacha } from '../../money.ts'
import type { StockCause } from '../../stock/stock.ts'
import type { TillReviewReason } from '../../till/till-events.ts'
import { formatCoded } from '../message.ts'
import { type AttemptResult, attemptAnswers } from '../payments/payments.ts'
import { formatStockReason } from '../stock/stock.ts'
import { type UnreadReason, unreadReasons } from '../till/event-problems.ts'
import { REVIEW_TEXTS } from '../till/words.ts'

export type FieldChange = {
  field: string
  /** The value before; null when there was none. */
  from: string | null
  /** The value after; null when there is none. */
  to: string | null
}

export type AuditFields = Record<string, unknown>

/** Describes the change of each field for a person to read: prices in kwacha, times in the shop's time zone. */
export function describeChange(
  before: AuditFields | null,
  after: AuditFields | null,
): FieldChange[] {
  const type = (after ?? before)?.['type']
  return Object.keys({ ...before, ...after }).map((field) => {
    const from = before && words(field, before[field], type)
    const to = after && words(field, after[field], type)
    // The picture was replaced by another one with the same words.
    if (IS_PICTURE.test(field) && from !== null && from === to && from !== '–')
      return { field: fieldWords(field), from, to: 'another picture' }
    const at = from === null || to === null ? 0 : findDifference(from, to)
    return { field: fieldWords(field), from: from && cut(from, at), to: to && cut(to, at) }
  })
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `comparePrice` and `compare_price` → `Compare price`. */
const fieldWords = (field: string) =>
  capital(
    field
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replaceAll('_', ' ')
      .toLowerCase(),
  )
    .replace(/ id$/, '')
    .replace(/\b(sku|url|ip)\b/gi, (word) => word.toUpperCase())

const IS_MONEY = /(price|amount|subtotal|total)$/i
const IS_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const IS_DAY = /^\d{4}-\d\d-\d\d$/
/**
 * A text such as a title may look like a time that does not exist: it is shown unchanged, because formatting it would
 * throw and break the whole list.
 */
const isReal = (time: string) => new Date(time).toJSON()?.startsWith(time.slice(0, 10))
/** The log names pictures by their ids, alone or after their words: `The hem (1f0c9a2e)`. */
const IS_PICTURE = /(picture|pictures|pictureId|images?)$/i
const PICTURE_ID = /\s*(?:\([0-9a-f]{8}\)|[0-9a-f]{8}-[0-9a-f-]{27})$/
const LONGEST = 240

function findDifference(from: string, to: string) {
  let at = 0
  while (at < from.length && from[at] === to[at]) at += 1
  return at
}

/** Cuts a long text around the place where it changed: of a hundred sizes, the part with the size that lost stock. */
function cut(text: string, at: number) {
  if (text.length <= LONGEST) return text
  const begin = at < LONGEST / 2 ? 0 : at - 40
  const part = text.slice(begin, begin + LONGEST)
  return `${begin > 0 ? '…' : ''}${part}${begin + LONGEST < text.length ? '…' : ''}`
}

/** Fields that are stored as codes. */
const CODED: Record<string, (code: never) => string | null> = {
  // The stored code itself, when this release has no words for it.
  waitedFor: (reason: TillReviewReason) => REVIEW_TEXTS[reason] ?? reason,
  answers: (answer: AttemptResult) => formatCoded(attemptAnswers, answer),
  why: (reason: UnreadReason) => formatCoded(unreadReasons, reason),
  reason: (line: { cause: StockCause; reason: string | null }) => formatStockReason(line),
}
const isCoded = (value: unknown) =>
  typeof value === 'object' && value !== null && ('code' in value || 'cause' in value)

export function words(field: string, value: unknown, type?: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  const coded = field === 'waitedFor' && typeof value === 'string' ? true : isCoded(value)
  if (coded) return CODED[field]?.(value as never) ?? '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') {
    if (IS_MONEY.test(field) || (field === 'value' && type === 'fixed')) return formatKwacha(value)
    if (field === 'value' && type === 'percentage') return `${value}%`
    return Number.isInteger(value) ? formatAmount(value) : String(value)
  }
  if (Array.isArray(value))
    return value.length === 0 ? '–' : value.map((one) => words(field, one)).join(', ')
  if (typeof value === 'object') {
    const parts = Object.entries(value).filter(([, part]) => part !== null && part !== '')
    return parts.map(([name, part]) => `${fieldWords(name)}: ${words(name, part)}`).join('; ')
  }
  if (typeof value !== 'string') return '–'
  if (IS_PICTURE.test(field)) return value.replace(PICTURE_ID, '').trim() || 'a picture'
  if (!isReal(value)) return value
  if (IS_TIME.test(value)) return formatDateTime(value)
  return IS_DAY.test(value) ? formatDate(`${value}T12:00:00Z`) : value
}
