import { randomBytes } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { products, waitlistRequests as requests, variants } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { refuseTooMany } from '../../platform/rate-limiter.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { emailField } from '../../rules/form-fields.ts'
import { LIMITS } from '../../rules/limits.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { networkOf } from '../../rules/network.ts'
import { readPhone } from '../../rules/phone.ts'
import { isUuid } from '../../rules/uuid.ts'
import { MOST_WAITED_FOR } from '../../rules/waitlist/waitlist.ts'
import { canBeBought, isVisible } from '../catalogue/conditions.ts'
import { availableUnits } from '../stock/availability.ts'
import { askByEmail } from './ask-by-email.ts'
import { isWaiting, recordConsent } from './waiting.ts'

export type WaitlistShop = Pick<Shop, 'db' | 'jobs' | 'rateLimiter' | 'config'>
type WaitlistForm = {
  variantId: string
  /** As typed; for a signed-in customer, the account's address. */
  email: string
  phone: string
  userId: string | null
  ip: string
}
type JoinResult =
  /** `isAsked`: an email asks whether the address is right. */
  | { ok: true; isAsked: boolean }
  | Refusal<
      | 'too-many-attempts'
      | 'email-invalid'
      | 'waitlist-nobody'
      | 'waitlist-phone-bad'
      | 'waitlist-in-stock'
      | 'waitlist-full'
      | 'product-not-found'
    >

/**
 * Adds an email address, a phone number or both to the waitlist of a sold-out variant (docs/product.md, Back in stock).
 * An unproven email address is first asked to confirm; the answer is then the same whether it was asked, is on the
 * list, or has had all its emails of today.
 */
export async function joinWaitlist(shop: WaitlistShop, asked: WaitlistForm): Promise<JoinResult> {
  const contact = readContact(asked)
  if (!contact.ok) return contact
  const { email, phone } = contact
  const place = await shop.rateLimiter.take(
    `waitlist from ${asked.userId ?? networkOf(asked.ip)}`,
    LIMITS.waitlistPlaces,
  )
  if (!place.allowed) return refuseTooMany(place)
  const variant = await findVariant(shop.db, asked.variantId)
  if (!variant) return { ok: false, reason: 'product-not-found' }
  if (variant.isThere) return { ok: false, reason: 'waitlist-in-stock' }
  const isSure = asked.userId !== null
  return transact(shop.db, async (db): Promise<JoinResult> => {
    const common = { variantId: variant.id, userId: asked.userId }
    if (phone) {
      const added = await addRequest(db, { ...common, phone }, true)
      if (!added) return { ok: false, reason: 'waitlist-full' }
    }
    if (!email) return { ok: true, isAsked: false }
    const added = await addRequest(db, { ...common, email }, isSure)
    if (isSure) return added ? { ok: true, isAsked: false } : { ok: false, reason: 'waitlist-full' }
    if (added && !isWaiting(added))
      await askByEmail(shop, db, { email, variant, token: added.token })
    return { ok: true, isAsked: true }
  })
}

function readContact({ email, phone }: Pick<WaitlistForm, 'email' | 'phone'>) {
  if (email === '' && phone === '') return { ok: false, reason: 'waitlist-nobody' } as const
  const read = email === '' ? null : emailField.safeParse(email)
  if (read && !read.success) return { ok: false, reason: 'email-invalid' } as const
  const number = phone === '' ? null : readPhone(phone)
  if (phone !== '' && !number) return { ok: false, reason: 'waitlist-phone-bad' } as const
  return { ok: true, email: read?.data ?? null, phone: number } as const
}

async function findVariant(db: Db, id: string) {
  if (!isUuid(id)) return undefined
  const [variant] = await db
    .select({
      id: variants.id,
      product: products.name,
      size: variants.size,
      color: variants.color,
      isThere: sql<boolean>`not ${products.trackInventory} or (${canBeBought} and ${availableUnits} > 0)`,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(eq(variants.id, id), isNull(variants.retiredAt), isVisible))
  return variant
}

type New = { variantId: string; userId: string | null } & ({ email: string } | { phone: string })

/** The request, new or existing; one that is over starts again. Null when too many requests of this contact wait. */
async function addRequest(db: Tx, requested: New, isSure: boolean) {
  const contact = 'email' in requested ? requested.email : requested.phone
  const column = 'email' in requested ? requests.email : requests.phone
  // In turn: two requests at once would both count as the last that is allowed.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`waitlist ${contact}`}, 0))`)
  const own = await db.select().from(requests).where(eq(column, contact)).for('update')
  const known = own.find(({ variantId }) => variantId === requested.variantId)
  if (known && isWaiting(known)) return known
  // Unconfirmed requests do not count, so that a stranger's request for an address takes no place from its owner.
  if (own.filter(isWaiting).length >= MOST_WAITED_FOR) return null
  // Phone numbers are unproven, so the next person who enters one must learn nothing about a former request.
  const isOthers = known && 'phone' in requested && known.userId !== requested.userId
  if (isOthers) await db.delete(requests).where(eq(requests.id, known.id))
  const fresh = {
    ...requested,
    confirmedAt: isSure ? sql`now()` : null,
    toldAt: null,
    toldBy: null,
    leftAt: null,
    createdAt: sql`now()`,
  }
  const [row] =
    known && !isOthers
      ? await db.update(requests).set(fresh).where(eq(requests.id, known.id)).returning()
      : await db
          .insert(requests)
          .values({ ...fresh, token: randomBytes(24).toString('base64url') })
          .returning()
  if (!row) throw new Error('no request was written')
  await recordConsent(db, row.id, isSure ? 'confirmed' : 'asked')
  return row
}
