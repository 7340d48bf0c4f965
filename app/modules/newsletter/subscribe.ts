import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { newsletterSubscribers as subscribers } from '../../db/tables.server.ts'
import { refuseTooMany } from '../../platform/rate-limiter.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { emailField } from '../../rules/form-fields.ts'
import { LIMITS } from '../../rules/limits.ts'
import { confirmNewsletterEmail } from '../../rules/messages/emails/newsletter.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { networkOf } from '../../rules/network.ts'
import { type ConsentAct, type Stamps, stateOf } from '../../rules/newsletter/newsletter.ts'
import { recordConsent } from './consents.ts'

/** The paths to confirm and to leave, from the token in the newsletter's emails. */
export const newsletterPaths = (token: string) => ({
  confirm: `/newsletter?confirm=${token}`,
  leave: `/newsletter?leave=${token}`,
})

/**
 * Stores an address once and asks it by email to confirm. The answer is the same for a new address, a subscribed one,
 * one that was asked within this minute, and one that has had all its emails of today.
 */
export async function joinNewsletter(
  { db, jobs, rateLimiter, config }: Pick<Shop, 'db' | 'jobs' | 'rateLimiter' | 'config'>,
  asked: { email: string; ip: string },
): Promise<{ ok: true } | Refusal<'email-invalid' | 'too-many-attempts'>> {
  const read = emailField.safeParse(asked.email)
  if (!read.success) return { ok: false, reason: 'email-invalid' }
  const place = await rateLimiter.take(
    `newsletter from ${networkOf(asked.ip)}`,
    LIMITS.newsletterPlaces,
  )
  if (!place.allowed) return refuseTooMany(place)
  const email = read.data
  await db.transaction(async (db) => {
    await db
      .insert(subscribers)
      .values({ email, token: randomBytes(24).toString('base64url') })
      .onConflictDoNothing({ target: subscribers.email })
    const [row] = await db.select().from(subscribers).where(eq(subscribers.email, email))
    const isOnTheList = row?.confirmedAt && !row.leftAt
    if (!row || isOnTheList) return
    // A person who left within the same minute starts a new request.
    const asked = `same-email newsletter ${email} ${row.leftAt?.getTime() ?? ''}`
    if (!(await rateLimiter.take(asked, LIMITS.sameEmail, db)).allowed) return
    const emails = await rateLimiter.take(`newsletter to ${email}`, LIMITS.newsletterEmails, db)
    if (!emails.allowed) return
    const { confirm, leave } = newsletterPaths(row.token)
    await recordConsent(db, row.id, 'asked')
    const mail = confirmNewsletterEmail(email, config.baseUrl + confirm, config.baseUrl + leave)
    await jobs.enqueue(db, 'send-email', mail)
  })
  return { ok: true }
}

type LinkResult = { ok: true } | Refusal<'newsletter-link-unknown'>
const isToken = (token: string) => /^[\w-]{20,64}$/.test(token)

/** Changes the subscriber to whom an email's link belongs, and records their consent; may be repeated. */
async function changeByLink(
  db: Db,
  token: string,
  act: ConsentAct,
  changeOf: (subscriber: Stamps) => Partial<Stamps> | null,
): Promise<LinkResult> {
  if (!isToken(token)) return { ok: false, reason: 'newsletter-link-unknown' }
  return db.transaction(async (db): Promise<LinkResult> => {
    const [row] = await db
      .select()
      .from(subscribers)
      .where(eq(subscribers.token, token))
      .for('update')
    if (!row) return { ok: false, reason: 'newsletter-link-unknown' }
    const change = changeOf(row)
    if (!change) return { ok: true }
    await db.update(subscribers).set(change).where(eq(subscribers.id, row.id))
    await recordConsent(db, row.id, act)
    return { ok: true }
  })
}

/** Confirms the address of an email's link; may be repeated. */
export const confirmSubscription = ({ db, now }: Pick<Shop, 'db' | 'now'>, token: string) =>
  changeByLink(db, token, 'confirmed', (row) =>
    stateOf(row) === 'confirmed' ? null : { confirmedAt: now(), leftAt: null },
  )

/** Unsubscribes the address of an email's link; may be repeated. */
export const leaveNewsletter = ({ db, now }: Pick<Shop, 'db' | 'now'>, token: string) =>
  changeByLink(db, token, 'left', (row) => (row.leftAt ? null : { leftAt: now() }))
