/** The kinds of records that the log of changes is about. */
export const AUDIT_ENTITIES = [
  'product',
  'price_change',
  'stock',
  'stock_count',
  'delivery',
  'supplier',
  'category',
  'synonym',
  'size_preset',
  'banner',
  'import',
  'discount',
  'credit',
  'order',
  'sentence',
  'review',
  'pos_sale',
  'till',
  'shift',
  'person',
  'saved_filter',
  'settings',
  'newsletter',
  'waitlist',
  'email',
  'activity',
  'sign_in',
  'payment_keys',
] as const
export type AuditEntity = (typeof AUDIT_ENTITIES)[number]

/** The acts that are logged, among them two that change nothing: a question to the provider, and an export. */
export const AUDIT_ACTIONS = [
  'created',
  'edited',
  'status changed',
  'archived',
  'restored',
  'deleted',
  'stock adjusted',
  'stock received',
  'role changed',
  'invited',
  'invitation withdrawn',
  'signed out',
  'second-step reset',
  'erased',
  'marked as handled',
  'review reopened',
  'answered',
  'provider asked',
  'PIN set',
  'discount approved',
  'refund approved',
  'wrong PIN',
  'wrong code',
  'maker unproven',
  'payment given up',
  'keys tried',
  'shift closed',
  'taken back',
  'refund requested',
  'refund cancelled',
  'refunded',
  'issued',
  'issue approved',
  'issue cancelled',
  'code shown',
  'reserve ended',
  'payout sent',
  'payout ended',
  'return noted',
  'return moved',
  'reordered',
  'exported',
  'imported',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Stands for the name of the demand that staff sign in with a second step. */
export const SECOND_STEP_DEMAND = 'second-step-demand'
/** Stands for the name of a person who was erased. */
export const ERASED_PERSON = 'erased-person'
/** Stands for the id of a person without an account. */
export const WITHOUT_ACCOUNT = 'without-account'
/** Stands for the name of a till's event that nobody could read: it has no name. */
export const UNREADABLE_EVENT = 'unreadable-till-event'
/** Stands for a rider, who hands a parcel over by its link, without an account. */
export const BY_RIDER_LINK = 'link'

type AuditFields = Record<string, unknown>

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The fields that differ, before and after; null before for a created record, and after for a deleted one. */
export function differenceOf(before: AuditFields | null, after: AuditFields | null) {
  if (!before || !after) return { before, after }
  const changed = Object.keys({ ...before, ...after }).filter(
    (field) => !isSame(before[field], after[field]),
  )
  const pick = (facts: AuditFields) =>
    Object.fromEntries(changed.map((field) => [field, facts[field] ?? null]))
  return { before: pick(before), after: pick(after) }
}
