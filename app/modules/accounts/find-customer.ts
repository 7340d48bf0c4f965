import { and, desc, eq } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db } from '../../db/open.server.ts'
import { addresses, orders, profiles, users } from '../../db/tables.server.ts'

const ORDERS = 10
const ADDRESSES = 20

export const CUSTOMER_COLUMNS = {
  userId: profiles.userId,
  fullName: profiles.fullName,
  email: users.email,
  phone: profiles.phone,
  role: profiles.role,
  joinedAt: profiles.createdAt,
}

/** A person's details for staff; undefined when there is none. */
export async function findCustomer(db: Db, userId: string) {
  const [person] = await db
    .select(CUSTOMER_COLUMNS)
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.userId, userId))
  return person
}
export type Customer = NonNullable<Awaited<ReturnType<typeof findCustomer>>>

/** A person's latest orders; at most 10 (docs/product.md, Customers). Amounts in whole kwacha. */
export const listLatestOrders = (db: Db, userId: string) =>
  db
    .select(columnsOf(orders, 'id', 'orderNumber', 'createdAt', 'totalAmount', 'status'))
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(ORDERS)
export type LatestOrder = Awaited<ReturnType<typeof listLatestOrders>>[number]

/** A person's saved addresses, the default one first, then the newest. */
export const listCustomerAddresses = (db: Db, userId: string) =>
  db
    .select(
      columnsOf(
        addresses,
        'id',
        'type',
        'isDefault',
        'firstName',
        'lastName',
        'phone',
        'addressLine1',
        'city',
        'district',
      ),
    )
    .from(addresses)
    .where(and(eq(addresses.userId, userId), eq(addresses.type, 'shipping')))
    .orderBy(desc(addresses.isDefault), desc(addresses.createdAt), desc(addresses.id))
    .limit(ADDRESSES)
export type CustomerAddress = Awaited<ReturnType<typeof listCustomerAddresses>>[number]
