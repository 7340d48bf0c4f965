import { priceChanges, pricedProducts } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import type { PriceChangeEdit } from '../../rules/pricing/price-change-form.ts'
import { listDone } from '../audit/list-done.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { lockProducts } from '../stock/lock-products.ts'
import { listToPrice, type Selection } from './list-to-price.ts'
import { previewChange } from './preview-change.ts'

const AT_ONCE = 1000

/**
 * Plans a change as its preview (`fingerprint`) showed it. A job writes the prices when the change starts, or at
 * once when that is now. Refuses when something differs from the preview, and when a product has another change at
 * that time.
 */
export const planChange = (
  { db, jobs }: Pick<Shop, 'db' | 'jobs'>,
  actor: Actor,
  selection: Selection,
  edit: PriceChangeEdit,
  fingerprint: string,
): Promise<
  | { ok: true; id: string; count: number }
  | Refusal<'prices-many' | 'prices-differ' | 'prices-overlap' | 'prices-none'>
> =>
  transact(db, async (db) => {
    const [done] = await listDone(db, actor, 'price_change')
    if (done) return { ok: true, id: done.entityId, count: Number(done.after?.['products']) }
    const chosen = await listToPrice(db, selection)
    await lockProducts(
      db,
      chosen.map(({ id }) => id),
    )
    const preview = await previewChange(db, selection, edit)
    if (!preview.ok) return preview
    if (preview.fingerprint !== fingerprint) return { ok: false, reason: 'prices-differ' }
    const { changing: count, overlaps } = preview
    if (count === 0) return { ok: false, reason: 'prices-none' }
    if (overlaps.length > 0)
      return { ok: false, reason: 'prices-overlap', names: overlaps.join(', ') }
    const [change] = await db
      .insert(priceChanges)
      .values({ ...edit, byUser: actor.userId })
      .returning({ id: priceChanges.id })
    if (!change) throw new Error('the change was not written')
    const ids = preview.rows.flatMap(({ id, next }) => (next ? [id] : [])).sort()
    for (let at = 0; at < ids.length; at += AT_ONCE)
      await db
        .insert(pricedProducts)
        .values(
          ids.slice(at, at + AT_ONCE).map((productId) => ({ productId, changeId: change.id })),
        )
    const { name, ...facts } = edit
    await recordAudit(db, actor, {
      action: 'created',
      entity: 'price_change',
      entityId: change.id,
      label: name,
      after: { ...facts, products: count },
    })
    await jobs.enqueue(db, 'change-prices', {})
    return { ok: true, id: change.id, count }
  })
