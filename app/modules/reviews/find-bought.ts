import { and, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import {
  orderItems,
  orders,
  posSaleItems,
  posSales,
  products,
  variants,
} from '../../db/tables.server.ts'
import { isVisible } from '../catalogue/conditions.ts'

/** How a person proves a purchase: by their account, a receipt, or both. */
export type Buyer = { userId: string | null; saleId: string | null }

/** A bought product, by the newest line that has it. */
export type Bought = {
  productId: string
  slug: string
  name: string
  hasSizes: boolean
  /** The color that was bought. */
  color: string | null
  boughtAt: Date
  line: { userId: string; orderItemId: string } | { posSaleId: string; posSaleItemId: string }
}

const MOST_LINES = 200

const PRODUCT = {
  productId: products.id,
  slug: products.slug,
  name: products.name,
  hasSizes: sql<boolean>`exists (select from ${variants} where ${variants.productId} = products.id and ${variants.size} is not null and ${variants.retiredAt} is null)`,
}

const lineOf = <L extends Pick<typeof orderItems | typeof posSaleItems, 'id' | 'color'>>({
  id,
  color,
}: L) => ({ lineId: id as L['id'], color: color as L['color'] })

/** What an account may review: lines of its orders that are paid and shipped or delivered. */
const listOrdered = (db: Db | Tx, userId: string, which?: SQL) =>
  db
    .select({ ...PRODUCT, ...lineOf(orderItems), boughtAt: orders.createdAt })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(
      and(
        eq(orders.userId, userId),
        isNotNull(orders.paidAt),
        inArray(orders.status, ['shipped', 'delivered']),
        isVisible,
        which,
      ),
    )
    .orderBy(desc(orders.createdAt), orderItems.position)
    .limit(MOST_LINES)

/** What a receipt may review: all its lines, including items that were returned since. */
const listSold = (db: Db | Tx, saleId: string, which?: SQL) =>
  db
    .select({ ...PRODUCT, ...lineOf(posSaleItems), boughtAt: posSales.createdAt })
    .from(posSales)
    .innerJoin(posSaleItems, eq(posSaleItems.posSaleId, posSales.id))
    .innerJoin(products, eq(products.id, posSaleItems.productId))
    .where(and(eq(posSales.id, saleId), eq(posSales.paymentStatus, 'completed'), isVisible, which))
    .orderBy(posSaleItems.position)
    .limit(MOST_LINES)

async function listLines(db: Db | Tx, { userId, saleId }: Buyer, which?: SQL): Promise<Bought[]> {
  const [ordered, sold] = await Promise.all([
    userId === null ? [] : listOrdered(db, userId, which),
    saleId === null ? [] : listSold(db, saleId, which),
  ])
  return [
    ...ordered.map(({ lineId, ...rest }) => ({
      ...rest,
      line: { userId: userId ?? '', orderItemId: lineId },
    })),
    ...sold.map(({ lineId, ...rest }) => ({
      ...rest,
      line: { posSaleId: saleId ?? '', posSaleItemId: lineId },
    })),
  ]
}

/** All products that a buyer may review, each once, the account's latest orders first. */
export async function listBought(db: Db, buyer: Buyer): Promise<Bought[]> {
  const lines = await listLines(db, buyer)
  const firstOf = new Map(lines.toReversed().map((line) => [line.productId, line]))
  return lines.filter((line) => firstOf.get(line.productId) === line)
}

/** One of these products by its address; the account's own order comes before a receipt. */
export const findBought = async (db: Db | Tx, buyer: Buyer, slug: string) =>
  (await listLines(db, buyer, eq(products.slug, slug)))[0]
