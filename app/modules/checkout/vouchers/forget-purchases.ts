import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import { isOlderThan } from '../../../db/older-than.server.ts'
import type { Db, Tx } from '../../../db/open.server.ts'
import {
  credits,
  voucherPurchases as purchases,
  voucherRefunds,
} from '../../../db/tables.server.ts'
import { phoneSpellings } from '../../../rules/phone.ts'
import type { Contact } from '../../../rules/privacy/contact.ts'
import { RETENTION } from '../../../rules/privacy/retention.ts'
import { forgetPayer } from '../../payments/forget-payer.ts'

/**
 * Whose vouchers: bought by an account; bought by or meant for an address; or bought without an account by a phone
 * number. With an account, the phone number does not count.
 */
type Whose = { userId?: string; email?: string | null; phone?: string | null }

const boughtBy = ({ userId, email, phone }: Whose) =>
  or(
    userId ? eq(purchases.userId, userId) : undefined,
    email ? eq(purchases.buyerEmail, email.trim().toLowerCase()) : undefined,
    phone
      ? and(isNull(purchases.userId), inArray(purchases.buyerPhone, phoneSpellings(phone)))
      : undefined,
  ) ?? sql`false`
const isFor = ({ email }: Whose) =>
  email ? eq(purchases.recipientEmail, email.trim().toLowerCase()) : sql`false`

/** The vouchers of a person without an account, by the email address or phone number of the look-up. */
export const purchasesOf = ({ kind, value }: Contact): Whose =>
  kind === 'email' ? { email: value } : kind === 'phone' ? { phone: value } : {}

const NO_RECIPIENT = { recipientName: null, recipientEmail: null, message: null }
/** The personal data of a purchase, erased. Its sum and its status stay. */
const NOBODY = {
  ...NO_RECIPIENT,
  userId: null,
  buyerName: null,
  buyerEmail: null,
  buyerPhone: null,
}

async function forget(db: Db | Tx, where: SQL | undefined): Promise<string[]> {
  const gone = await db.update(purchases).set(NOBODY).where(where).returning({ id: purchases.id })
  const ids = gone.map(({ id }) => id)
  if (ids.length > 0) await forgetPayer(db, ids)
  return ids
}

/**
 * The id under which the erasure of a recipient is stored: by the purchase's own id, an erasure after a restore would
 * erase its buyer, who asked for nothing.
 */
const recipientId = sql<string>`md5('recipient ' || ${purchases.id}::text)::uuid`

const forgetRecipient = (db: Tx, where: SQL) =>
  db.update(purchases).set(NO_RECIPIENT).where(where).returning({ id: recipientId })

/** Erases a person from the vouchers that they bought or received; returns the ids for `forgetPurchase`. */
export async function forgetPurchases(db: Tx, whose: Whose): Promise<string[]> {
  const bought = await forget(db, boughtBy(whose))
  const given = await forgetRecipient(db, isFor(whose))
  return [...bought, ...given.map(({ id }) => id)]
}

/** Does so for the buyer or the recipient of one purchase after a restore; false when there is none with this id. */
export async function forgetPurchase(db: Tx, id: string): Promise<boolean> {
  const bought = await forget(db, eq(purchases.id, id))
  const given = await forgetRecipient(db, eq(recipientId, id))
  return bought.length + given.length > 0
}

/** Erases people from a batch of old purchases, from unpaid ones sooner; returns how many. */
export async function forgetOldPurchases(db: Db, limit: number): Promise<number> {
  const isNamed = sql`num_nonnulls(${purchases.buyerName}, ${purchases.buyerEmail}, ${purchases.buyerPhone}, ${purchases.userId},
    ${purchases.recipientName}, ${purchases.recipientEmail}, ${purchases.message}) > 0`
  const isOld = or(
    isOlderThan(purchases.createdAt, RETENTION.orderCustomers),
    and(
      eq(purchases.status, 'ended'),
      isNull(purchases.reviewReason),
      isOlderThan(purchases.createdAt, RETENTION.unpaidVouchers),
    ),
  )
  const old = db
    .select({ id: purchases.id })
    .from(purchases)
    .where(and(isOld, isNamed))
    .limit(limit)
  return (await forget(db, inArray(purchases.id, old))).length
}

const isOf = (whose: Whose) => or(boughtBy(whose), isFor(whose))

/** How many vouchers a person bought or received. */
export const countPurchases = (db: Db, whose: Whose) => db.$count(purchases, isOf(whose))

/**
 * As a column: the refund of the voucher, done or waiting for a second person. The table name is written out, because
 * a query of one table leaves it off its columns.
 */
const givenBack = sql<object | null>`(
  select jsonb_build_object('at', r.created_at, 'status', r.status, 'amount', r.amount, 'way', r.way,
    'reason', r.reason, 'reference', r.reference, 'ended_at', r.ended_at)
  from ${voucherRefunds} r join ${credits} c on c.id = r.credit_id
  where c.purchase_id = voucher_purchases.id and r.status <> 'cancelled' order by r.created_at desc limit 1)`

/**
 * A person's vouchers under plain names (docs/privacy.md, What the file says); of a received voucher,
 * nothing about its buyer.
 */
export async function exportPurchases(db: Db, whose: Whose) {
  const rows = await db
    .select({
      ...columnsOf(purchases, 'status', 'amount', 'message'),
      name: purchases.buyerName,
      email: purchases.buyerEmail,
      phone: purchases.buyerPhone,
      for_name: purchases.recipientName,
      for_email: purchases.recipientEmail,
      started_at: purchases.createdAt,
      paid_at: purchases.paidAt,
      given_back: givenBack,
      isBuyer: sql<boolean>`coalesce(${boughtBy(whose)}, false)`,
    })
    .from(purchases)
    .where(isOf(whose))
    .orderBy(purchases.createdAt, purchases.id)
  return rows.map(({ isBuyer, name, email, phone, given_back, ...row }) =>
    isBuyer ? { name, email, phone, ...row, given_back } : row,
  )
}
