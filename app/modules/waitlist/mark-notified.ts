import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { products, waitlistRequests as requests, variants } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { isWaiting } from './waiting.ts'

/**
 * Marks a request as texted by WhatsApp, or takes the mark back (`isNotified` false). May be repeated. The audit entry
 * has the product, not the person.
 */
export const markNotified = (
  db: Db,
  actor: Actor,
  id: string,
  isNotified: boolean,
): Promise<{ ok: true } | Refusal<'not-found'>> =>
  transact(db, async (db): Promise<{ ok: true } | Refusal<'not-found'>> => {
    const [row] = await db
      .select({ request: requests, product: products.name })
      .from(requests)
      .innerJoin(variants, eq(variants.id, requests.variantId))
      .innerJoin(products, eq(products.id, variants.productId))
      .where(and(eq(requests.id, id), isNotNull(requests.phone)))
      .for('update', { of: requests })
    if (!row || row.request.leftAt) return { ok: false, reason: 'not-found' }
    if (isWaiting(row.request) !== isNotified) return { ok: true }
    await db
      .update(requests)
      .set(
        isNotified ? { toldAt: sql`now()`, toldBy: actor.userId } : { toldAt: null, toldBy: null },
      )
      .where(eq(requests.id, id))
    await recordAudit(db, actor, {
      action: isNotified ? 'marked as handled' : 'taken back',
      entity: 'waitlist',
      entityId: row.request.variantId,
      label: row.product,
    })
    return { ok: true }
  })
