import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import { cutPage, pageBy, type SortColumn } from '../../db/keyset.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import {
  deliveries,
  deliveryBookingLines,
  deliveryBookings,
  deliveryLines,
  products,
  profiles,
  suppliers,
  users,
  variants,
} from '../../db/tables.server.ts'
import { type Page, STAFF_PAGE } from '../../rules/lists.ts'
import type {
  DeliveryBooking,
  DeliveryLine,
  DeliveryRow,
  DeliveryState,
} from '../../rules/purchasing/deliveries.ts'

const sumOf = (column: SQL | typeof deliveryLines.expected) =>
  sql<number>`coalesce((select sum(${column}) from ${deliveryLines} where ${deliveryLines.deliveryId} = ${deliveries.id}), 0)`.mapWith(
    Number,
  )
const HEAD = {
  ...columnsOf(deliveries, 'id', 'number', 'state'),
  supplier: suppliers.name,
  note: deliveries.note,
  expectedOn: deliveries.expectedOn,
  expected: sumOf(deliveryLines.expected),
  received: sumOf(sql`${deliveryLines.received}`),
  arriving: sumOf(sql`${deliveryLines.arriving}`),
  createdAt: deliveries.createdAt,
}
const NEWEST: SortColumn = { column: deliveries.createdAt, type: 'timestamptz' }

/** A page of deliveries, the newest first. */
export async function listDeliveries(
  db: Db,
  asked: { state: DeliveryState | null; after: string | null },
  limit = STAFF_PAGE,
): Promise<Page<DeliveryRow>> {
  const { cursor, order, rest } = pageBy(NEWEST, deliveries.id, { ...asked, direction: 'desc' })
  const rows = await db
    .select({ ...HEAD, cursor })
    .from(deliveries)
    .leftJoin(suppliers, eq(suppliers.id, deliveries.supplierId))
    .where(and(asked.state ? eq(deliveries.state, asked.state) : undefined, rest))
    .orderBy(...order)
    .limit(limit + 1)
  return cutPage(rows, limit)
}

/** A delivery's lines, those of a product together, in the order in which products were added. */
export const listDeliveryLines = (db: Db | Tx, deliveryId: string): Promise<DeliveryLine[]> =>
  db
    .select({
      id: deliveryLines.id,
      variantId: variants.id,
      productId: products.id,
      product: products.name,
      ...columnsOf(variants, 'size', 'color', 'sku'),
      ...columnsOf(deliveryLines, 'expected', 'received', 'arriving', 'unitCost'),
      isGone: sql<boolean>`num_nonnulls(${variants.retiredAt}, ${products.archivedAt}) > 0`,
    })
    .from(deliveryLines)
    .innerJoin(variants, eq(variants.id, deliveryLines.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .where(eq(deliveryLines.deliveryId, deliveryId))
    .orderBy(
      sql`min(${deliveryLines.id}) over (partition by ${products.id})`,
      asc(variants.position),
      asc(variants.id),
    )

const listBookings = (db: Db, deliveryId: string): Promise<DeliveryBooking[]> =>
  db
    .select({
      id: deliveryBookings.id,
      at: sql<string>`to_jsonb(${deliveryBookings.createdAt}) #>> '{}'`,
      by: sql<string | null>`coalesce(${profiles.fullName}, ${users.name})`,
      units: sql<number>`sum(${deliveryBookingLines.quantity})`.mapWith(Number),
      cost: sql<
        number | null
      >`sum(${deliveryBookingLines.quantity} * ${deliveryBookingLines.unitCost})::float8`,
      reversedAt: sql<string | null>`to_jsonb(${deliveryBookings.reversedAt}) #>> '{}'`,
    })
    .from(deliveryBookings)
    .innerJoin(deliveryBookingLines, eq(deliveryBookingLines.bookingId, deliveryBookings.id))
    .leftJoin(users, eq(users.id, deliveryBookings.byUser))
    .leftJoin(profiles, eq(profiles.userId, deliveryBookings.byUser))
    .where(eq(deliveryBookings.deliveryId, deliveryId))
    .groupBy(deliveryBookings.id, profiles.fullName, users.name)
    .orderBy(desc(deliveryBookings.createdAt))
    .limit(200)

/** A delivery with its lines and bookings; undefined when there is none. */
export async function findDelivery(db: Db, id: string) {
  const [head] = await db
    .select({ ...HEAD, supplierId: deliveries.supplierId, version: deliveries.version })
    .from(deliveries)
    .leftJoin(suppliers, eq(suppliers.id, deliveries.supplierId))
    .where(eq(deliveries.id, id))
  if (!head) return undefined
  const [lines, bookings] = await Promise.all([listDeliveryLines(db, id), listBookings(db, id)])
  return { ...head, lines, bookings }
}

/** The lines of one booking, for labels, with its delivery; 500 at most. */
export const listBooked = (db: Db, bookingId: string) =>
  db
    .select({
      deliveryId: deliveryBookings.deliveryId,
      variantId: deliveryBookingLines.variantId,
      quantity: deliveryBookingLines.quantity,
    })
    .from(deliveryBookingLines)
    .innerJoin(deliveryBookings, eq(deliveryBookings.id, deliveryBookingLines.bookingId))
    .where(eq(deliveryBookingLines.bookingId, bookingId))
    .limit(500)
