import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { importEntries, imports } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { isUnavailable } from '../../platform/unavailable.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { hasJob } from './find-import.ts'
import { type Applied, type Entry, type Import, type ImportShop, KINDS } from './kinds.ts'
import { removeZip } from './pictures/zip-files.ts'

const GOOD = ['new', 'changed'] as const
const AT_ONCE = 200

/**
 * Has the good entries of a checked file imported (the `run-import` job). Pressed twice, it starts once; pressed for one that
 * has stopped, it goes on with what is left.
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
    const good = and(eq(importEntries.importId, importId), inArray(importEntries.state, GOOD))
    const entries = await db.$count(importEntries, good)
    if (entries === 0) return { ok: false, reason: 'import-nothing-good' }
    await db
      .update(imports)
      .set({ state: 'importing', startedAt: sql`now()`, byUser: actor.userId, ip: actor.ip })
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

/**
 * Imports the good entries of a file, one after the other, each in a transaction of its own with the mark that it is
 * done: killed at any moment and run again, or run twice at once, none goes in twice.
 */
export async function runImport(shop: ImportShop, importId: string): Promise<void> {
  const { db } = shop
  const [file] = await db.select().from(imports).where(eq(imports.id, importId))
  if (file?.state !== 'importing') return
  for (let after = 0, isMore = true; isMore; ) {
    const good = await listGood(db, importId, after)
    for (const { id } of good) await importOne(shop, file, id)
    after = good.at(-1)?.row ?? after
    isMore = good.length === AT_ONCE
  }
  await db
    .update(importEntries)
    .set(forget(file))
    .where(and(eq(importEntries.importId, importId), eq(importEntries.state, 'same')))
  // Before it is done: killed in between, it is run again.
  if (file.kind === 'pictures') await removeZip(shop, importId)
  await db
    .update(imports)
    .set({ state: 'done', endedAt: sql`now()` })
    .where(and(eq(imports.id, importId), eq(imports.state, 'importing')))
}

/** What is imported needs no copy here; of people, nothing that names them. */
const forget = ({ kind }: Import) => ({ cells: [], ...(kind === 'customers' && { label: '' }) })

const listGood = (db: Db, importId: string, after: number) =>
  db
    .select({ id: importEntries.id, row: importEntries.row })
    .from(importEntries)
    .where(
      and(
        eq(importEntries.importId, importId),
        inArray(importEntries.state, GOOD),
        gt(importEntries.row, after),
      ),
    )
    .orderBy(asc(importEntries.row))
    .limit(AT_ONCE)

/**
 * What breaks is logged and named beside its row: the rows behind it go in all the same. Where the database or the disk cannot
 * be used it is no fault of the row: the job ends there, and when it is tried again it goes on with it.
 */
async function importOne(shop: ImportShop, file: Import, id: string) {
  const { db, log } = shop
  try {
    const [entry] = await db.select().from(importEntries).where(eq(importEntries.id, id))
    const prepared = entry && (await KINDS[file.kind].prepare?.(shop, file, entry))
    await db.transaction((db) => applyEntry(db, file, id, prepared))
  } catch (error) {
    if (isUnavailable(error)) throw error
    log.error({ error, importId: file.id, entry: id }, 'entry not imported')
    await db.transaction(async (db) => {
      const entry = await lockGood(db, id)
      if (entry) await markBad(db, entry, [{ row: entry.row, column: '', code: 'not-imported' }])
    })
  }
}

const lockGood = async (db: Tx, id: string): Promise<Entry | undefined> =>
  (
    await db
      .select()
      .from(importEntries)
      .where(and(eq(importEntries.id, id), inArray(importEntries.state, GOOD)))
      .for('update')
  )[0]

async function applyEntry(db: Tx, file: Import, id: string, prepared: unknown) {
  const entry = await lockGood(db, id)
  if (!entry) return
  const actor: Actor = { userId: file.byUser, ip: file.ip }
  let faults: Applied = null
  // A refusal takes back what was done before it, a category that was added for it too.
  await transact(db, async (db) => {
    faults = await KINDS[file.kind].apply(db, actor, file, entry, prepared)
    return { ok: faults === null }
  })
  if (faults) await markBad(db, entry, faults)
  else
    await db
      .update(importEntries)
      .set({ state: entry.state === 'new' ? 'added' : 'edited', plan: null, ...forget(file) })
      .where(eq(importEntries.id, id))
}

const markBad = (db: Tx, { id }: Entry, faults: NonNullable<Applied>) =>
  db.update(importEntries).set({ state: 'bad', faults }).where(eq(importEntries.id, id))
