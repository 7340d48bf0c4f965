import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import {
  posReturnItems,
  posReturns,
  posSaleItems,
  posSales,
  shiftCash,
  shifts,
  tills,
} from '../../../app/db/tables.server.ts'
import type { Shop } from '../../../app/platform/shop.server.ts'
import { countedTotal } from '../../../app/rules/till/till-cash.ts'
import { aUser, type TestProduct } from '../factories.ts'

// Inserts the rows that a till's events leave in the database; how they are received is tested elsewhere.
let count = 0

export async function aTill(shop: Shop, name = `Till ${(count += 1)}`) {
  const [till] = await shop.db.insert(tills).values({ name, lastSeenAt: shop.now() }).returning()
  if (!till) throw new Error('no till')
  return till
}

export async function aShift(
  shop: Shop,
  overrides: { tillId: string; openedBy: string } & Partial<typeof shifts.$inferInsert>,
) {
  const [shift] = await shop.db
    .insert(shifts)
    .values({ id: randomUUID(), openedAt: shop.now(), openingFloat: 10_000, ...overrides })
    .returning()
  if (!shift) throw new Error('no shift')
  return shift
}

/** A closed shift with so many pieces of each note and coin in the drawer. */
export const aClosedShift = (
  shop: Shop,
  overrides: Parameters<typeof aShift>[1] & { counted: Record<string, number> },
) =>
  aShift(shop, {
    closedBy: overrides.openedBy,
    closedAt: shop.now(),
    countedTotal: countedTotal(overrides.counted),
    ...overrides,
  })

export const moveCash = (shop: Shop, overrides: Omit<typeof shiftCash.$inferInsert, 'id' | 'at'>) =>
  shop.db.insert(shiftCash).values({ id: randomUUID(), at: shop.now(), ...overrides })

type SaleOverrides = Partial<typeof posSales.$inferInsert> & {
  cashierId: string
  product: TestProduct
  quantity?: number
  /** The discount of the line. */
  discount?: number
  missing?: number
}

/** A sale of one line; in cash unless another method is named. */
export async function aSale(shop: Shop, overrides: SaleOverrides) {
  const { product, quantity = 1, discount = 0, missing = 0, ...rest } = overrides
  const subtotal = product.price * quantity
  const totalAmount = subtotal - discount
  const key = randomUUID()
  count += 1
  const [sale] = await shop.db
    .insert(posSales)
    .values({
      saleNumber: `POS-2026-9${String(count).padStart(5, '0')}`,
      paymentMethod: 'cash',
      paymentStatus: 'completed',
      subtotal,
      discountAmount: discount,
      totalAmount,
      cashAmount: rest.paymentMethod === 'paychangu' ? 0 : totalAmount,
      idempotencyKey: key,
      createdAt: shop.now(),
      ...rest,
    })
    .returning()
  if (!sale) throw new Error('no sale')
  const [line] = await shop.db
    .insert(posSaleItems)
    .values({
      posSaleId: sale.id,
      productId: product.productId,
      variantId: product.variantId,
      name: product.name,
      sku: 'SKU',
      quantity,
      unitPrice: product.price,
      discountAmount: discount,
      totalPrice: totalAmount,
      missing,
      position: 0,
    })
    .returning()
  if (!line) throw new Error('no line')
  return { ...sale, lineId: line.id }
}

/** Returns items of a sale, for cash. */
export async function aReturn(
  shop: Shop,
  sale: { id: string; lineId: string },
  overrides: Partial<typeof posReturns.$inferInsert> & { cashierId: string; refundAmount: number },
) {
  const [back] = await shop.db
    .insert(posReturns)
    .values({
      id: randomUUID(),
      posSaleId: sale.id,
      reason: 'Too small',
      at: shop.now(),
      ...overrides,
    })
    .returning()
  if (!back) throw new Error('no return')
  await shop.db.insert(posReturnItems).values({
    posReturnId: back.id,
    posSaleItemId: sale.lineId,
    quantity: 1,
    amount: overrides.refundAmount,
    isRestocked: true,
  })
  return back
}

/** Makes the sale another cashier's, because nobody refunds their own sale alone. */
export async function makeAnothers(shop: Shop, { id }: { id: string }) {
  const { userId: cashierId } = await aUser(shop, 'cashier')
  await shop.db.update(posSales).set({ cashierId }).where(eq(posSales.id, id))
}
