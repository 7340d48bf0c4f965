import { and, eq, inArray, sql } from 'drizzle-orm'
import { importEntries, imports } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { GOOD_STATES, IMPORT_STEPS } from '../../rules/imports/imports.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { hasJob } from './find-import.ts'

/**
 * Starts the import of a checked file's good entries (the `run-import` job). Pressed twice, it starts once; for an
 * import that has stopped, it goes on with the remaining entries.
 */
export const confirmImport = (
  { db, jobs }: Pick<Shop, 'db' | 'jobs'>,
  actor: Actor,
  importId: string,
): Promise<{ ok: true } | Refusal<'not-found' | 'import-nothing-good'>> =>
  transact(db, async (db) => {
    const [file] = await db.select().from(imports).where(eq(imports.id, importId)).for('update')
    if (!file) return { ok: false, reason: 'not-found' }
    if (file.state === 'checking' || file.state === 'importing') {
      const job = file.state === 'checking' ? 'check-import' : 'run-import'
      if (!(await hasJob(db, importId))) await jobs.enqueue(db, job, { importId })
      else if (file.state === 'checking') return { ok: false, reason: 'not-found' }
      return { ok: true }
    }
    if (file.state !== 'checked') return { ok: true }
    const good = and(
      eq(importEntries.importId, importId),
      inArray(importEntries.state, GOOD_STATES),
    )
    const entries = await db.$count(importEntries, good)
    if (entries === 0) return { ok: false, reason: 'import-nothing-good' }
    await db
      .update(imports)
      .set({
        state: IMPORT_STEPS.person.checked,
        startedAt: sql`now()`,
        byUser: actor.userId,
        ip: actor.ip,
      })
      .where(eq(imports.id, importId))
    await recordAudit(db, actor, {
      action: 'imported',
      entity: 'import',
      entityId: importId,
      label: file.fileName,
      after: { kind: file.kind, entries },
    })
    await jobs.enqueue(db, 'run-import', { importId })
    return { ok: true }
  })
