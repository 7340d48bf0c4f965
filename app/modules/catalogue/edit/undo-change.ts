import type { Db } from '../../../db/open.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { isLastByPress } from '../../audit/list-done.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { lockProducts } from '../../stock/lock-products.ts'
import { restoreStatus } from './restore-status.ts'
import type { Before, Changed } from './switch-product.ts'

/**
 * Restores products to how they were before they were archived or switched: out of the archive and with their former
 * status. A product that was changed since or deleted is left as it is and not counted; refuses when all of them are.
 */
export const undoProductChange = (
  db: Db,
  actor: Actor,
  changed: readonly Before[],
): Promise<Changed | Refusal<'product-changed-since'>> =>
  transact(db, async (db) => {
    const former = new Map(changed.map((before) => [before.id, before]))
    const found = await lockProducts(db, [...former.keys()])
    const same = found.filter((row) => former.get(row.id)?.version === row.version)
    const others = found.filter((row) => !same.includes(row))
    const done: typeof found = []
    for (const row of others) if (await isLastByPress(db, actor, 'product', row.id)) done.push(row)
    const [first] = [...same, ...done]
    if (!first) return { ok: false, reason: 'product-changed-since' }
    for (const row of same) {
      const status = former.get(row.id)?.status ?? row.status
      await restoreStatus(db, actor, row, status)
    }
    return { ok: true, count: same.length + done.length, name: first.name }
  })
