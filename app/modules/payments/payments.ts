import { randomBytes } from 'node:crypto'
import { and, asc, desc, eq, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import { isOfFuture } from '../../db/older-than.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { prepareOnce } from '../../db/prepared.server.ts'
import { payments } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { LIMITS } from '../../rules/limits.ts'
import type { ProviderResult } from '../../rules/messages/payments/payments.ts'
import {
  type PaymentTransition,
  UNSETTLED_STATUSES,
} from '../../rules/payments/payment-transitions.ts'
import type { PaymentProviderName } from '../../rules/payments/payments.ts'

export type Payment = typeof payments.$inferSelect
/** What is paid for: an order, a sale at the till, or a voucher bought on the web. */
export type Purpose = { orderId: string } | { posSaleId: string } | { voucherPurchaseId: string }

/** Unguessable, within the characters that the provider allows in a tx_ref. */
export const newReference = () => `zv-${randomBytes(16).toString('hex')}`

/** What opening the provider's page needs of a payment. */
export type PagePayment = Pick<
  Payment,
  'id' | 'reference' | 'amount' | 'status' | 'checkoutUrl' | 'provider'
>

/** Records a payment attempt, before anyone is sent to the provider. `amount` in whole kwacha. */
export async function recordPayment(
  db: Tx,
  purpose: Purpose,
  amount: number,
  provider: PaymentProviderName,
): Promise<Payment> {
  const [payment] = await db
    .insert(payments)
    .values({ ...purpose, amount, provider, reference: newReference() })
    .returning()
  if (!payment) throw new Error('a payment was not written')
  return payment
}

export type PaymentRow = Omit<typeof payments.$inferInsert, 'openingAt'>

/** Inserts an attempt as a part of another statement, whose caller opens the payment page. */
export const insertPayment = (db: Tx, row: PaymentRow) =>
  db.$with('payment').as(db.insert(payments).values({ ...row, openingAt: sql`now()` }))

/** A payment attempt by our reference; undefined when there is none. */
export async function findPayment(db: Db | Tx, reference: string): Promise<Payment | undefined> {
  if (reference.length > 60) return undefined
  const [payment] = await db.select().from(payments).where(eq(payments.reference, reference))
  return payment
}

/** As a condition of a query: attempts that pay for this order, sale or voucher. */
export function isFor(purpose: Purpose) {
  if ('orderId' in purpose) return eq(payments.orderId, purpose.orderId)
  if ('posSaleId' in purpose) return eq(payments.posSaleId, purpose.posSaleId)
  return eq(payments.voucherPurchaseId, purpose.voucherPurchaseId)
}

/**
 * Newest first. An attempt made while the clock was ahead counts as older than one made since: by its date alone it
 * would stay the newest until that time, and nobody could pay by another.
 */
const NEWEST_FIRST = [
  asc(isOfFuture(payments.createdAt)),
  desc(payments.createdAt),
  desc(payments.id),
]

/** The attempts that may still bring money, newest first. */
export async function listOpenPayments(db: Db | Tx, purpose: Purpose): Promise<Payment[]> {
  return db
    .select()
    .from(payments)
    .where(and(isFor(purpose), inArray(payments.status, UNSETTLED_STATUSES)))
    .orderBy(...NEWEST_FIRST)
    .limit(20)
}

/** The columns of an attempt that staff see. */
export const ATTEMPT_COLUMNS = columnsOf(
  payments,
  'id',
  'reference',
  'status',
  'amount',
  'paidAmount',
  'paidCurrency',
  'channel',
  'providerReference',
  'lastAnswer',
  'lastAskedAt',
  'settledAt',
  'createdAt',
)

/** All attempts of an order or a till sale, oldest first, as the staff see them; at most 50. */
export const listAttempts = (db: Db | Tx, purpose: Purpose) =>
  db
    .select(ATTEMPT_COLUMNS)
    .from(payments)
    .where(isFor(purpose))
    .orderBy(asc(payments.createdAt))
    .limit(50)

/** The attempt that paid a sale at the till; `besides` leaves one attempt out. */
export async function findPaid(db: Tx, posSaleId: string, besides?: string) {
  const isOther = besides === undefined ? undefined : ne(payments.id, besides)
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(isFor({ posSaleId }), eq(payments.status, 'paid'), isOther))
    .orderBy(asc(payments.settledAt), asc(payments.id))
    .limit(1)
  return payment
}

/** The newest attempt of an order or a till sale. */
export async function findLatestPayment(db: Db | Tx, purpose: Purpose) {
  const [payment] = await db
    .select()
    .from(payments)
    .where(isFor(purpose))
    .orderBy(...NEWEST_FIRST)
    .limit(1)
  return payment
}

/** After this, a request that was opening a page counts as dead. It is longer than the wait for the provider. */
const OPENING_SECONDS = 10

// A request that read this attempt before it failed must not open a second page beside the next attempt's.
const isNewest = sql`not exists (select from payments later
  where (later.order_id = ${payments.orderId} or later.pos_sale_id = ${payments.posSaleId}
      or later.voucher_purchase_id = ${payments.voucherPurchaseId})
    and (not ${isOfFuture(sql`later.created_at`)}, later.created_at, later.id)
      > (not ${isOfFuture(payments.createdAt)}, ${payments.createdAt}, ${payments.id}))`

/**
 * Whether this request may open the provider's page: one at a time, for the newest attempt. `late`: it replaces a
 * request that died, which may have opened the page.
 */
export async function takeOpeningTurn(db: Db, id: string): Promise<'first' | 'late' | null> {
  const take = async (isFree: SQL | undefined) => {
    const taken = await db
      .update(payments)
      .set({ openingAt: sql`now()` })
      .where(and(eq(payments.id, id), isNull(payments.checkoutUrl), isNewest, isFree))
      .returning({ id: payments.id })
    return taken.length === 1
  }
  if (await take(isNull(payments.openingAt))) return 'first'
  const isGivenUp = or(
    lt(payments.openingAt, sql`now() - make_interval(secs => ${OPENING_SECONDS})`),
    isOfFuture(payments.openingAt),
  )
  return (await take(isGivenUp)) ? 'late' : null
}

/** Stores where the customer pays (null when no page was opened), and lets waiting requests continue. */
export async function endOpening(db: Db | Tx, id: string, checkoutUrl: string | null) {
  await prepareEndOfOpening(db).execute({ id, checkoutUrl })
}

const prepareEndOfOpening = prepareOnce((db: Db | Tx) =>
  db
    .update(payments)
    .set({ checkoutUrl: sql`${sql.placeholder('checkoutUrl')}`, openingAt: null })
    .where(eq(payments.id, sql.placeholder('id'))),
)

/** Whether somebody who only has a payment's reference may have the provider asked about it once more. */
export const takeQuestion = async ({ rateLimiter }: Pick<Shop, 'rateLimiter'>, reference: string) =>
  (await rateLimiter.take(`asked ${reference}`, LIMITS.providerQuestions)).allowed

/** What the provider answered about a payment; the money fields only when it was paid. */
export type PaymentResult = Partial<
  Pick<Payment, 'paidAmount' | 'paidCurrency' | 'providerReference' | 'channel' | 'payerPhone'>
> & { lastAnswer: ProviderResult }

/** Moves a payment by an answer, and stores the answer. */
export async function recordAnswer(
  db: Tx,
  id: string,
  now: Date,
  step: PaymentTransition,
  answer: PaymentResult,
) {
  await db
    .update(payments)
    .set({
      ...answer,
      status: step.to,
      lastAskedAt: now,
      ...(step.stamp ? { [step.stamp]: now } : {}),
    })
    .where(eq(payments.id, id))
}

/**
 * The order's sum has changed: marks its open attempts as superseded, so that a person looks at money that
 * still comes by them.
 */
export const supersedePayments = (db: Tx, purpose: Purpose, now: Date) =>
  db
    .update(payments)
    .set({ supersededAt: now })
    .where(and(isFor(purpose), inArray(payments.status, UNSETTLED_STATUSES)))
