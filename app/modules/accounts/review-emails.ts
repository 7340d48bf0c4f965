import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { profiles } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { isSigned, type Secret, signLink } from '../../platform/signed-links.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { isUuid } from '../../rules/uuid.ts'

const nameOf = (userId: string) => `review emails ${userId}`

/** What an email that asks for a review carries: it ends these emails to this person, and opens nothing. */
export const reviewEmailsToken = (config: Secret, userId: string) =>
  `${userId}.${signLink(config, nameOf(userId))}`

/** Asks this person for no review by email any more. Said twice it is one. */
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

/** This person ends the emails that ask for a review, or takes them again. Said twice it is one. */
export const switchReviewEmails = (db: Db, userId: string, isOn: boolean) =>
  db
    .update(profiles)
    .set({ reviewEmailsOffAt: isOn ? null : sql`now()` })
    .where(and(eq(profiles.userId, userId), isOn ? undefined : isNull(profiles.reviewEmailsOffAt)))
