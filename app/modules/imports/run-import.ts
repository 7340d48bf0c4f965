import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { importEntries, imports } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { isGivenUp } from '../../db/violations.server.ts'
import { isUnavailable } from '../../platform/unavailable.server.ts'
import { ENTRY_STEPS, GOOD_STATES, IMPORT_STEPS, MOST_TRIES } from '../../rules/imports/imports.ts'
import type { importFaults } from '../../rules/messages/imports/imports.ts'
import type { Coded } from '../../rules/messages/message.ts'
import type { Actor } from '../audit/record-audit.ts'
import { type Applied, type Entry, type Import, type ImportShop, KINDS } from './kinds.ts'
import { removeZip, ZipElsewhere } from './pictures/zip-files.ts'

const AT_ONCE = 200

/**
 * When this many entries could not be tried at all, the cause is not the rows: the database or the disk is unavailable.
 */
const MOST_LEFT = 10

/**
 * Imports the good entries of a file, one after the other, each in its own transaction together with its mark: when it
 * is killed and runs again, or runs twice at once, no entry is imported twice. Throws after all were tried when some
 * could not be: the job is tried again and goes on with these.
 */
export async function runImport(shop: ImportShop, importId: string): Promise<void> {
  const { db } = shop
  const [file] = await db.select().from(imports).where(eq(imports.id, importId))
  if (file?.state !== 'importing') return
  const left: Error[] = []
  for (let after = 0, isMore = true; isMore; ) {
    const good = await listGood(db, importId, after)
    for (const { id } of good) {
      const failure = await importOne(shop, file, id)
      if (failure) left.push(failure)
      if (left.length >= MOST_LEFT) throw failure
    }
    after = good.at(-1)?.row ?? after
    isMore = good.length === AT_ONCE
  }
  if (left[0]) throw left[0]
  await db
    .update(importEntries)
    .set(forget(file))
    .where(and(eq(importEntries.importId, importId), eq(importEntries.state, 'same')))
  // Before the import is done: killed in between, the job runs again.
  if (file.kind === 'pictures') await removeZip(shop, importId)
  await db
    .update(imports)
    .set({ state: IMPORT_STEPS.job.importing, endedAt: sql`now()` })
    .where(and(eq(imports.id, importId), eq(imports.state, 'importing')))
}

/**
 * An imported entry needs no copy here except what the list of rows shows; of a customer nothing that names them
 * is kept.
 */
const forget = ({ kind }: Import) =>
  kind === 'customers'
    ? { cells: [], label: '', plan: null }
    : {
        cells: sql`jsonb_build_array(jsonb_build_object('row', ${importEntries.row}, 'cells',
          jsonb_build_object('Name', coalesce(${importEntries.cells} -> 0 -> 'cells' ->> 'Name', ''))))`,
        plan: sql`jsonb_build_object('changes', ${importEntries.plan} -> 'changes')`,
      }

const listGood = (db: Db, importId: string, after: number) =>
  db
    .select({ id: importEntries.id, row: importEntries.row })
    .from(importEntries)
    .where(
      and(
        eq(importEntries.importId, importId),
        inArray(importEntries.state, GOOD_STATES),
        gt(importEntries.row, after),
      ),
    )
    .orderBy(asc(importEntries.row))
    .limit(AT_ONCE)

/**
 * Imports one entry. An error is logged and reported at its row, and the rows after it are still imported. When the
 * database or the disk is unavailable, or the zip is on another machine, the row is not at fault: it stays as it is,
 * and the error is returned. A row on
 * which the database has given up too often is reported as well: otherwise the import would never end.
 */
async function importOne(shop: ImportShop, file: Import, id: string): Promise<Error | null> {
  const { db, log } = shop
  let fault: Unplaced = { code: 'not-imported' }
  try {
    const [entry] = await db.select().from(importEntries).where(eq(importEntries.id, id))
    const prepared = entry && (await KINDS[file.kind].prepare?.(shop, file, entry))
    await db.transaction((db) => applyEntry(db, file, id, prepared))
    return null
  } catch (error) {
    if (error instanceof Error && isGivenUp(error)) {
      if ((await countGivenUp(db, id)) < MOST_TRIES) return error
      fault = { code: 'given-up', tries: MOST_TRIES }
    } else if (error instanceof ZipElsewhere) return error
    else if (error instanceof Error && isUnavailable(error)) return error
    log.error({ error, importId: file.id, entry: id }, 'entry not imported')
    await db.transaction(async (db) => {
      const entry = await lockGood(db, id)
      if (entry) await markBad(db, entry, [{ row: entry.row, column: '', ...fault }])
    })
    return null
  }
}

type Unplaced = Coded<Pick<typeof importFaults, 'not-imported' | 'given-up'>>

/** How often the database has given up on an entry, including this time; 0 for an entry that is done. */
async function countGivenUp(db: Db, id: string) {
  const [counted] = await db
    .update(importEntries)
    .set({ givenUp: sql`${importEntries.givenUp} + 1` })
    .where(and(eq(importEntries.id, id), inArray(importEntries.state, GOOD_STATES)))
    .returning({ givenUp: importEntries.givenUp })
  return counted?.givenUp ?? 0
}

type Good = Entry & { state: (typeof GOOD_STATES)[number] }
const isGood = (entry: Entry): entry is Good => entry.state in ENTRY_STEPS.import

async function lockGood(db: Tx, id: string): Promise<Good | undefined> {
  const [entry] = await db
    .select()
    .from(importEntries)
    .where(and(eq(importEntries.id, id), inArray(importEntries.state, GOOD_STATES)))
    .for('update')
  return entry && isGood(entry) ? entry : undefined
}

async function applyEntry(db: Tx, file: Import, id: string, prepared: unknown) {
  const entry = await lockGood(db, id)
  if (!entry) return
  const actor: Actor = { userId: file.byUser, ip: file.ip }
  let faults: Applied = null
  // A refusal rolls back everything before it, including a category that was added for the entry.
  await transact(db, async (db) => {
    faults = await KINDS[file.kind].apply(db, actor, file, entry, prepared)
    return { ok: faults === null }
  })
  if (faults) await markBad(db, entry, faults)
  else
    await db
      .update(importEntries)
      .set({ state: ENTRY_STEPS.import[entry.state], ...forget(file) })
      .where(eq(importEntries.id, id))
}

const markBad = (db: Tx, { id, state }: Good, faults: NonNullable<Applied>) =>
  db
    .update(importEntries)
    .set({ state: ENTRY_STEPS.fail[state], faults })
    .where(eq(importEntries.id, id))
