import { eq, inArray, or, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import { deleteBatch, isOlderThan } from '../../db/older-than.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import {
  products,
  waitlistRequests as requests,
  variants,
  waitlistConsents,
} from '../../db/tables.server.ts'
import { readPhone } from '../../rules/phone.ts'
import type { Contact } from '../../rules/privacy/contact.ts'
import { RETENTION } from '../../rules/privacy/retention.ts'

/** Whose requests: those made with an account, or under an address or phone number (in the way that it is stored). */
export type Whose = { userId?: string; email?: string | null; phone?: string | null }

const isOf = ({ userId, email, phone }: Whose) =>
  or(
    userId ? eq(requests.userId, userId) : undefined,
    email ? eq(requests.email, email.trim().toLowerCase()) : undefined,
    phone ? eq(requests.phone, phone) : undefined,
  ) ?? sql`false`

/** Those of somebody without an account, by what they are looked up by. */
export const requestsOf = ({ kind, value }: Contact): Whose =>
  kind === 'email' ? { email: value } : kind === 'phone' ? { phone: readPhone(value) } : {}

/** Deletes somebody's requests with what is written down about them; gives their ids. */
export async function forgetRequests(db: Tx, whose: Whose): Promise<string[]> {
  const gone = await db.delete(requests).where(isOf(whose)).returning({ id: requests.id })
  return gone.map(({ id }) => id)
}

/** The same after a restore, of one request; false where there is none of this id. */
export async function forgetRequest(db: Tx, id: string): Promise<boolean> {
  const gone = await db.delete(requests).where(eq(requests.id, id)).returning({ id: requests.id })
  return gone.length > 0
}

/** How many requests stand under an address or a phone number. */
export const countRequests = (db: Db, whose: Whose) => db.$count(requests, isOf(whose))

/** Somebody's requests under plain names (docs/privacy.md, What the file says), the oldest first. */
export async function exportRequests(db: Db, whose: Whose) {
  const rows = await db
    .select({
      id: requests.id,
      product: products.name,
      ...columnsOf(variants, 'sku', 'size', 'color'),
      email: requests.email,
      phone: requests.phone,
      asked_at: requests.createdAt,
      confirmed_at: requests.confirmedAt,
      told_at: requests.toldAt,
      left_at: requests.leftAt,
    })
    .from(requests)
    .innerJoin(variants, eq(variants.id, requests.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .where(isOf(whose))
    .orderBy(requests.createdAt, requests.id)
  const ids = rows.map(({ id }) => id)
  const consents = ids.length
    ? await db
        .select()
        .from(waitlistConsents)
        .where(inArray(waitlistConsents.requestId, ids))
        .orderBy(waitlistConsents.id)
    : []
  return rows.map(({ id, ...row }) => ({
    ...row,
    consents: consents
      .filter(({ requestId }) => requestId === id)
      .map(({ act, createdAt, textVersion }) => ({
        act,
        at: createdAt,
        text_version: textVersion,
      })),
  }))
}

/** Deletes a batch of what was asked long ago, and of what nobody has confirmed; gives how many. */
export const deleteOldRequests = (db: Db, limit: number) =>
  deleteBatch(
    db,
    requests,
    or(
      isOlderThan(requests.createdAt, RETENTION.waitlist),
      sql`${requests.confirmedAt} is null and ${isOlderThan(requests.createdAt, RETENTION.waitlistUnconfirmed)}`,
    ),
    limit,
  )
