import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../../db/open.server.ts'
import { variants } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { type Allowed, writeAllowed } from '../../../rules/stock/preorder-form.ts'
import { variantName } from '../../../rules/stock/stock-changes.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { lockProducts } from '../../stock/lock-products.ts'
import { productInLog } from './product-in-log.ts'

type Line = { variantId: string; allowed: Allowed; seen: string }

/**
 * Sets how many units of a product's variants may be promised before they arrive, and the day from which they ship
 * (docs/product.md, Pre-orders). Refuses fewer units than are owed already, and values that another staff member
 * changed after they were shown. Allowing none is always possible: units that are owed stay owed.
 */
export const allowPreorders = (
  db: Db,
  actor: Actor,
  { productId, lines }: { productId: string; lines: readonly Line[] },
): Promise<
  { ok: true; product: string } | Refusal<'not-found' | 'edited-meanwhile' | 'preorder-below-owed'>
> =>
  transact(db, async (db) => {
    const [product] = await lockProducts(db, [productId])
    if (!product) return { ok: false, reason: 'not-found' }
    const stored = await db
      .select()
      .from(variants)
      .where(and(eq(variants.productId, productId), isNull(variants.retiredAt)))
    const before: Record<string, string | null> = {}
    const after: Record<string, string | null> = {}
    for (const { variantId, allowed, seen } of lines) {
      const row = stored.find(({ id }) => id === variantId)
      if (!row) return { ok: false, reason: 'not-found' }
      const { preorderLimit: limit, preorderFrom: from, preorderOwed: owed } = row
      const was = writeAllowed(limit !== null && from !== null ? { limit, from } : null)
      const will = writeAllowed(allowed)
      // Saved before by the same press, whose answer was lost, or unchanged.
      if (was === will) continue
      if (was !== seen) return { ok: false, reason: 'edited-meanwhile' }
      if (allowed && allowed.limit < owed)
        return { ok: false, reason: 'preorder-below-owed', variant: variantName(row), owed }
      await db
        .update(variants)
        .set({ preorderLimit: allowed?.limit ?? null, preorderFrom: allowed?.from ?? null })
        .where(eq(variants.id, variantId))
      const name = `preorders ${variantName(row)}`.trim()
      before[name] = was || null
      after[name] = will || null
    }
    if (Object.keys(after).length > 0)
      await recordAudit(db, actor, { ...productInLog(product), action: 'edited', before, after })
    return { ok: true, product: product.name }
  })
