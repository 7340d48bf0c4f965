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

/** A person's requests: made with an account, or under an email address or phone number (as stored). */
export type Whose = { userId?: string; email?: string | null; phone?: string | null }

const isOf = ({ userId, email, phone }: Whose) =>
  or(
    userId ? eq(requests.userId, userId) : undefined,
    email ? eq(requests.email, email.trim().toLowerCase()) : undefined,
    phone ? eq(requests.phone, phone) : undefined,
  ) ?? sql`false`

/** The requests of a person without an account, by the contact that was looked up. */
export const requestsOf = ({ kind, value }: Contact): Whose =>
  kind === 'email' ? { email: value } : kind === 'phone' ? { phone: readPhone(value) } : {}

/** Deletes a person's requests with their consents; returns their ids. */
export async function forgetRequests(db: Tx, whose: Whose): Promise<string[]> {
  const gone = await db.delete(requests).where(isOf(whose)).returning({ id: requests.id })
  return gone.map(({ id }) => id)
}

/** Deletes one request again after a restore; false where none has this id. */
export async function forgetRequest(db: Tx, id: string): Promise<boolean> {
  const gone = await db.delete(requests).where(eq(requests.id, id)).returning({ id: requests.id })
  return gone.length > 0
}

/** The number of requests under an email address or phone number. */
export const countRequests = (db: Db, whose: Whose) => db.$count(requests, isOf(whose))

/** A person's requests under plain names (docs/privacy.md, What the file says), the oldest first. */
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

/** Deletes a batch of expired and of unconfirmed requests; returns how many. */
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
