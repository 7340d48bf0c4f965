import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { products } from '../../../db/tables.server.ts'
import { recordAudit, type Signed } from '../../audit/record-audit.ts'
import { productInLog } from './product-in-log.ts'

type Prices = { price?: number; comparePrice?: number | null; costPrice?: number }

/**
 * Sets some prices of a product as its form would: an open form is then refused as edited meanwhile, and the audit
 * entry has both prices and the name of the scheduled change, if one set them. The product must be locked; does nothing
 * when it does not exist.
 */
export async function setPrices(
  db: Tx,
  signed: Signed,
  id: string,
  prices: Prices,
  scheduledBy: string | null = null,
) {
  const [before] = await db
    .select({
      id: products.id,
      name: products.name,
      price: products.price,
      comparePrice: products.comparePrice,
      costPrice: products.costPrice,
    })
    .from(products)
    .where(eq(products.id, id))
  const isSame = (Object.keys(prices) as (keyof Prices)[]).every(
    (column) => before?.[column] === prices[column],
  )
  if (!before || isSame) return
  await db
    .update(products)
    .set({ ...prices, version: sql`${products.version} + 1`, updatedAt: sql`now()` })
    .where(eq(products.id, id))
  await recordAudit(db, signed, {
    ...productInLog(before),
    action: 'edited',
    before,
    after: { ...before, ...prices, ...(scheduledBy && { scheduledBy }) },
  })
}
