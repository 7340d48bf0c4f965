import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { products } from '../../../db/tables.server.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { productInLog } from './product-in-log.ts'

/** What a unit of each product cost last becomes its cost price. The products must be locked. */
export async function setCosts(db: Tx, actor: Actor, costs: ReadonlyMap<string, number>) {
  for (const [id, costPrice] of costs) {
    const [before] = await db
      .select({ id: products.id, name: products.name, costPrice: products.costPrice })
      .from(products)
      .where(eq(products.id, id))
    if (!before || before.costPrice === costPrice) continue
    await db
      .update(products)
      .set({ costPrice, version: sql`${products.version} + 1`, updatedAt: sql`now()` })
      .where(eq(products.id, id))
    await recordAudit(db, actor, {
      ...productInLog(before),
      action: 'edited',
      before: { costPrice: before.costPrice },
      after: { costPrice },
    })
  }
}
