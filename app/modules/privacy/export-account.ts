import { asc, eq } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db } from '../../db/open.server.ts'
import {
  addresses,
  cartItems,
  products,
  profiles,
  savedFilters,
  users,
  variants,
  wishlists,
} from '../../db/tables.server.ts'
import { settings } from '../../rules/settings/settings.ts'
import { CURRENCY } from '../../shop.ts'
import { exportPurchases } from '../checkout/vouchers/forget-purchases.ts'
import { exportCredits } from '../credit/forget-credit.ts'
import { exportImported } from '../imports/forget-imports.ts'
import { readConsents } from '../newsletter/consents.ts'
import { exportRequests } from '../waitlist/forget-requests.ts'
import { exportAccess, exportChanges } from './export-access.ts'
import { exportOrders } from './export-orders.ts'
import { exportReviews } from './export-reviews.ts'
import { rowsOf } from './rows-of.ts'

/**
 * Everything that the shop stores about the owner of an account, under plain names (docs/privacy.md, What the file
 * says). No secrets: neither the password nor the secret of a second step. Amounts in whole kwacha.
 */
export async function exportAccount(db: Db, userId: string, at: Date) {
  const ids = [userId]
  const [[user], [profile]] = await Promise.all([
    rowsOf(db, users, { of: users.id, ids, by: users.id }),
    rowsOf(db, profiles, { of: profiles.userId, ids, by: profiles.userId }),
  ])
  if (!user || !profile) return undefined
  const saved = rowsOf(db, addresses, { of: addresses.userId, ids, by: addresses.createdAt })
  return {
    shop: settings().name,
    made_at: at,
    currency: CURRENCY,
    account: {
      id: user.id,
      name: user.name,
      full_name: profile.fullName,
      email: user.email,
      email_is_confirmed: user.emailVerified,
      phone: profile.phone,
      role: profile.role,
      opened_at: user.createdAt,
      review_emails_off_at: profile.reviewEmailsOffAt,
      imported_at: profile.importedAt,
    },
    addresses: (await saved).map((address) => ({
      first_name: address.firstName,
      last_name: address.lastName,
      phone: address.phone,
      address: address.addressLine1,
      city: address.city,
      district: address.district,
      is_default: address.isDefault,
      saved_at: address.createdAt,
    })),
    orders: await exportOrders(db, userId),
    store_credit: await exportCredits(db, { userId, email: user.email }),
    vouchers_bought: await exportPurchases(db, { userId, email: user.email }),
    reviews: await exportReviews(db, { userId }),
    cart: await listCart(db, userId),
    wishlist: await listWishlist(db, userId),
    newsletter: await exportNewsletter(db, user.email),
    waits_for: await exportRequests(db, { userId, email: user.email }),
    imported_rows: await exportImported(db, { email: user.email }),
    saved_filters: await exportFilters(db, userId),
    ...(await exportAccess(db, userId)),
    ...(await exportChanges(db, userId)),
  }
}
export type AccountExport = NonNullable<Awaited<ReturnType<typeof exportAccount>>>

const listCart = (db: Db, userId: string) =>
  db
    .select({
      product: products.name,
      ...columnsOf(variants, 'sku', 'size', 'color'),
      ...columnsOf(cartItems, 'quantity', 'price'),
      added_at: cartItems.createdAt,
    })
    .from(cartItems)
    .innerJoin(products, eq(products.id, cartItems.productId))
    .innerJoin(variants, eq(variants.id, cartItems.variantId))
    .where(eq(cartItems.userId, userId))
    .orderBy(asc(cartItems.createdAt))

const listWishlist = (db: Db, userId: string) =>
  db
    .select({ product: products.name, sku: products.sku })
    .from(wishlists)
    .innerJoin(products, eq(products.id, wishlists.productId))
    .where(eq(wishlists.userId, userId))
    .orderBy(asc(products.name))

const exportFilters = (db: Db, userId: string) =>
  db
    .select({
      ...columnsOf(savedFilters, 'name', 'path', 'query'),
      saved_at: savedFilters.createdAt,
    })
    .from(savedFilters)
    .where(eq(savedFilters.userId, userId))
    .orderBy(asc(savedFilters.createdAt))

/** What the newsletter stores about an address; null for nothing. */
export async function exportNewsletter(db: Db, email: string) {
  const known = await readConsents(db, email)
  return (
    known && {
      email: known.email,
      asked_at: known.createdAt,
      confirmed_at: known.confirmedAt,
      left_at: known.leftAt,
      consents: known.consents.map(({ act, createdAt, textVersion }) => ({
        act,
        at: createdAt,
        text_version: textVersion,
      })),
    }
  )
}
