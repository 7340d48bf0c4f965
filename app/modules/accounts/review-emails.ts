import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { profiles } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { isSigned, type Secret, signLink } from '../../platform/signed-links.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { isUuid } from '../../rules/uuid.ts'

const nameOf = (userId: string) => `review emails ${userId}`

/** The token in an email that asks for a review: it only unsubscribes this person from these emails. */
export const reviewEmailsToken = (config: Secret, userId: string) =>
  `${userId}.${signLink(config, nameOf(userId))}`

/** Unsubscribes a person from emails that ask for reviews; may be repeated. */
export async function endReviewEmails(
  { db, config }: Pick<Shop, 'db' | 'config'>,
  token: string,
): Promise<{ ok: true } | Refusal<'review-link-unknown'>> {
  const [userId = '', key = ''] = token.split('.')
  if (!isUuid(userId) || !isSigned(config, nameOf(userId), key))
    return { ok: false, reason: 'review-link-unknown' }
  await switchReviewEmails(db, userId, false)
  return { ok: true }
}

/** Switches a person's emails that ask for reviews off or on; may be repeated. */
export const switchReviewEmails = (db: Db, userId: string, isOn: boolean) =>
  db
    .update(profiles)
    .set({ reviewEmailsOffAt: isOn ? null : sql`now()` })
    .where(and(eq(profiles.userId, userId), isOn ? undefined : isNull(profiles.reviewEmailsOffAt)))
