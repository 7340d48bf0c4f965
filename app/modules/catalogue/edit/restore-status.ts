import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { products } from '../../../db/tables.server.ts'
import type { ProductStatus } from '../../../rules/catalogue/products.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { productInLog } from './product-in-log.ts'

type Locked = { id: string; name: string; status: ProductStatus; archivedAt: Date | null }

/** Sets a product's status and takes it out of the archive. */
export async function restoreStatus(db: Tx, actor: Actor, row: Locked, status: ProductStatus) {
  await db
    .update(products)
    .set({
      archivedAt: null,
      status,
      updatedAt: sql`now()`,
      version: sql`${products.version} + 1`,
    })
    .where(eq(products.id, row.id))
  await recordAudit(db, actor, {
    ...productInLog(row),
    action: row.archivedAt ? 'restored' : 'status changed',
    before: { archived: row.archivedAt !== null, status: row.status },
    after: { archived: false, status },
  })
}
