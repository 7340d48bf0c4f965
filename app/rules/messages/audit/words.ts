import {
  type AuditAction,
  type AuditEntity,
  BY_RIDER_LINK,
  ERASED_PERSON,
  SECOND_STEP_DEMAND,
  UNREADABLE_EVENT,
} from '../../audit/audit.ts'
import { type AuditFields, capital } from './describe-change.ts'

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

/** Words for entries without a name of their own, whose column holds a code. */
const LABEL_WORDS: Record<string, string> = {
  // Files that left the shop, and printed lists.
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

/** The name of a log entry's subject. */
export const labelWords = (label: string) => LABEL_WORDS[label] ?? label

/** The codes whose words contain a text; a text of one or two letters has to begin a word. */
export const labelsCalled = (text: string) =>
  Object.keys(LABEL_WORDS).filter((label) => {
    const words = ` ${labelWords(label).toLowerCase()}`
    return words.includes(text.length < 3 ? ` ${text.toLowerCase()}` : text.toLowerCase())
  })

/** `stock adjusted` → `Stock adjusted`. */
export const actionWords = (action: AuditAction) => capital(action)

/** Who did an act for which no account is named: the rider's link; null when the account no longer exists. */
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
