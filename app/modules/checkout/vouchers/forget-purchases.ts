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
 * Whose vouchers: of an account, by an address as buyer or as who it was for, or by a phone number as buyer without an
 * account: with one, it is the account's.
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

/** Those of somebody without an account, by what they are looked up by. */
export const purchasesOf = ({ kind, value }: Contact): Whose =>
  kind === 'email' ? { email: value } : kind === 'phone' ? { phone: value } : {}

const NO_RECIPIENT = { recipientName: null, recipientEmail: null, message: null }
/** A purchase stays, with its sum and what became of it. */
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

/** Takes somebody out of the vouchers that they have bought, or that were for them; gives the ids. */
export async function forgetPurchases(db: Tx, whose: Whose): Promise<string[]> {
  const bought = await forget(db, boughtBy(whose))
  const given = await db
    .update(purchases)
    .set(NO_RECIPIENT)
    .where(isFor(whose))
    .returning({ id: purchases.id })
  return [...bought, ...given.map(({ id }) => id)]
}

/** The same after a restore, of one purchase; false where there is none of this id. */
export const forgetPurchase = async (db: Tx, id: string): Promise<boolean> =>
  (await forget(db, eq(purchases.id, id))).length > 0

/** Takes a batch of people out of purchases of long ago, sooner out of those that nobody has paid; gives how many. */
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

/** How many vouchers were bought by somebody, or for them. */
export const countPurchases = (db: Db, whose: Whose) => db.$count(purchases, isOf(whose))

/**
 * Its money that was given back, or waits for a second person. The name of the table is written out: of a column of the
 * only table of a query it would be left out.
 */
const givenBack = sql<object | null>`(
  select jsonb_build_object('at', r.created_at, 'status', r.status, 'amount', r.amount, 'way', r.way,
    'reason', r.reason, 'reference', r.reference, 'ended_at', r.ended_at)
  from ${voucherRefunds} r join ${credits} c on c.id = r.credit_id
  where c.purchase_id = voucher_purchases.id and r.status <> 'cancelled' order by r.created_at desc limit 1)`

/**
 * Somebody's vouchers under plain names (docs/privacy.md, What the file says); of one that was for them, nothing of who
 * has bought it.
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
