import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { imports } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { hasJob } from './find-import.ts'
import { removeZip } from './pictures/zip-files.ts'

/** Deletes a file and what is known of its rows, unless a job is working on it; what it has already imported stays. */
export async function deleteImport(
  shop: Pick<Shop, 'db' | 'config'>,
  actor: Actor,
  id: string,
): Promise<{ ok: true } | Refusal<'not-found'>> {
  const done = await transact(shop.db, (db) => deleteKnown(db, actor, id))
  if (done.ok) await removeZip(shop, id)
  return done
}

async function deleteKnown(
  db: Tx,
  actor: Actor,
  id: string,
): Promise<{ ok: true } | Refusal<'not-found'>> {
  const [file] = await db.select().from(imports).where(eq(imports.id, id)).for('update')
  if (file?.state === 'importing' && (await hasJob(db, id)))
    return { ok: false, reason: 'not-found' }
  // Deleted already: the same press again.
  if (!file) return { ok: true }
  await db.delete(imports).where(eq(imports.id, id))
  await recordAudit(db, actor, {
    action: 'deleted',
    entity: 'import',
    entityId: id,
    label: file.fileName,
    before: { kind: file.kind, rows: file.rows },
    after: null,
  })
  return { ok: true }
}
