import {
  type AuditAction,
  type AuditEntity,
  BY_RIDER_LINK,
  ERASED_PERSON,
  SECOND_STEP_DEMAND,
  UNREADABLE_EVENT,
} from '../../audit/audit.ts'
import { formatDate, formatDateTime } from '../../dates.ts'
import { formatAmount, formatKwacha } from '../../money.ts'
import type { StockCause } from '../../stock/stock.ts'
import { formatCoded } from '../message.ts'
import { type AttemptResult, attemptAnswers } from '../payments/payments.ts'
import { formatStockReason } from '../stock/stock.ts'
import { type UnreadReason, unreadReasons } from '../till/review.ts'
import { reviewText } from '../till/words.ts'

export const ENTITY_WORDS: Record<AuditEntity, string> = {
  product: 'Product',
  price_change: 'Scheduled price',
  stock: 'Stock',
  stock_count: 'Stock-take',
  delivery: 'Delivery',
  supplier: 'Supplier',
  category: 'Category',
  synonym: 'Search words',
  size_preset: 'Size preset',
  banner: 'Banner',
  import: 'Import',
  discount: 'Discount code',
  credit: 'Store credit',
  sentence: 'Ready sentence',
  order: 'Order',
  review: 'Review',
  pos_sale: 'Till sale',
  till: 'Till',
  shift: 'Shift',
  person: 'Person',
  saved_filter: 'Saved filter',
  settings: 'Settings',
  newsletter: 'Newsletter',
  waitlist: 'Waiting for stock',
  email: 'Email',
  activity: 'Activity',
  sign_in: 'Signing in',
  payment_keys: 'Payment keys',
}

/** What lines are about that has no name of its own: codes in the column. */
const LABEL_WORDS: Record<string, string> = {
  // What left the shop as a file, or on paper.
  'list-orders': 'Online Orders',
  'packing-slips': 'Packing slips',
  'list-pos-sales': 'POS Sales',
  'list-shifts': 'Shifts',
  'list-activity': 'Activity',
  'list-credit': 'Store Credit',
  'list-waitlist': 'Waiting for stock',
  'list-discounts': 'Discount Codes',
  'list-returns': 'Returns',
  'list-reviews': 'Reviews',
  'list-pictures': 'Pictures',
  'list-products': 'Products',
  'list-customers': 'Customers',
  'list-newsletter': 'Newsletter',
  'list-stock': 'Stock',
  'sample-prices': 'Sample of prices',
  'sample-stock': 'Sample of stock',
  [SECOND_STEP_DEMAND]: 'Second step of the staff',
  [UNREADABLE_EVENT]: 'Sent by a till, not understood',
  [ERASED_PERSON]: 'Erased person',
}

/** What a line is about, as people call it. */
export const labelWords = (label: string) => LABEL_WORDS[label] ?? label

/** The labels that are codes and whose words hold a text: one or two letters at the beginning of a word. */
export const labelsCalled = (text: string) =>
  Object.keys(LABEL_WORDS).filter((label) => {
    const words = ` ${labelWords(label).toLowerCase()}`
    return words.includes(text.length < 3 ? ` ${text.toLowerCase()}` : text.toLowerCase())
  })

/** `stock adjusted` → `Stock adjusted`. */
export const actionWords = (action: AuditAction) => capital(action)

/** Who did what no account did; null where it was one that is gone. */
export const nobodyWords = ({
  entity,
  after,
}: {
  entity: AuditEntity
  after: AuditFields | null
}) =>
  entity === 'order' && [after?.['releasedBy'], after?.['by']].includes(BY_RIDER_LINK)
    ? 'By the rider’s link'
    : null

export type FieldChange = {
  field: string
  /** What it was; null when nothing was. */
  from: string | null
  /** What it is; null when nothing is. */
  to: string | null
}

type AuditFields = Record<string, unknown>

/** What a line of the log says about each field, as people read it: prices in kwacha, times in the shop's zone. */
export function describeChange(
  before: AuditFields | null,
  after: AuditFields | null,
): FieldChange[] {
  const type = (after ?? before)?.['type']
  return Object.keys({ ...before, ...after }).map((field) => {
    const from = before && words(field, before[field], type)
    const to = after && words(field, after[field], type)
    // The same words for another picture.
    if (IS_PICTURE.test(field) && from !== null && from === to && from !== '–')
      return { field: fieldWords(field), from, to: 'another picture' }
    const at = from === null || to === null ? 0 : findDifference(from, to)
    return { field: fieldWords(field), from: from && cut(from, at), to: to && cut(to, at) }
  })
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

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
/** A title may look like a time that no clock shows: it is told as it stands, and hides no other line. */
const isReal = (time: string) => new Date(time).toJSON()?.startsWith(time.slice(0, 10))
/** Pictures stand in the log by their ids, alone or after their words: `The hem (1f0c9a2e)`. */
const IS_PICTURE = /(picture|pictures|pictureId|images?)$/i
const PICTURE_ID = /\s*(?:\([0-9a-f]{8}\)|[0-9a-f]{8}-[0-9a-f-]{27})$/
const LONGEST = 240

function findDifference(from: string, to: string) {
  let at = 0
  while (at < from.length && from[at] === to[at]) at += 1
  return at
}

/** A long text around the place where it changed: of a hundred sizes, the one whose stock was taken. */
function cut(text: string, at: number) {
  if (text.length <= LONGEST) return text
  const begin = at < LONGEST / 2 ? 0 : at - 40
  const part = text.slice(begin, begin + LONGEST)
  return `${begin > 0 ? '…' : ''}${part}${begin + LONGEST < text.length ? '…' : ''}`
}

/** Fields that are kept as codes. */
const CODED: Record<string, (code: never) => string | null> = {
  waitedFor: reviewText,
  answers: (answer: AttemptResult) => formatCoded(attemptAnswers, answer),
  why: (reason: UnreadReason) => formatCoded(unreadReasons, reason),
  reason: (line: { cause: StockCause; reason: string | null }) => formatStockReason(line),
}
const isCoded = (value: unknown) =>
  typeof value === 'object' && value !== null && ('code' in value || 'cause' in value)

function words(field: string, value: unknown, type?: unknown): string {
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
