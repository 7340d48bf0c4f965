import { rmSync } from 'node:fs'
import type { Client } from 'pg'
import { knowsMigration } from '../../app/db/migrate.server.ts'
import { holdDatabase } from '../postgres/hold-database.ts'
import { ShownError } from '../shown-error.ts'
import type { TableSum } from './archive.ts'
import { isEmptyDatabase, openLoading, readBack } from './load-database.ts'
import {
  listTables,
  openCopying,
  openSnapshot,
  readMigration,
  readSequences,
  sumUp,
  type Table,
} from './tables.ts'
import { movedNoteOf, movedTo, noteMove, refuseMoved } from './unfinished.ts'

export type Move = {
  /** The database to move away from, and its data folder: no shop may run on it. */
  from: string
  dataDir: string
  /** The address of an empty database, and its description for messages. */
  to: string
  place: string
}

/**
 * Copies the database of a stopped shop into an empty one, and leaves a note by which no shop starts on the former
 * database. Afterwards the copy has everything, each table compared, or nothing. After a kill, call it again: it
 * compares a complete copy once more and keeps it.
 */
export async function moveDatabase(move: Move): Promise<TableSum[]> {
  // Otherwise rows that a command writes after their table was copied would be lost.
  const release = await holdDatabase(move.from, 'alone')
  if (!release)
    throw new ShownError(
      'Another command works on this shop (a backup, npm run staff …): wait until it has ended, then call this again.',
    )
  try {
    return await moveHeld(move)
  } finally {
    await release()
  }
}

async function moveHeld(move: Move) {
  const earlier = movedTo(move.dataDir)
  if (earlier !== move.place) refuseMoved(move.dataDir)
  const { client, tables } = await openSnapshot(move.from)
  try {
    const migration = await readMigration(client)
    if (!knowsMigration(migration))
      throw new ShownError(
        'The database has tables of a newer release than this one: go to that release first (npm run upgrade), then move it.',
      )
    const copied = earlier === null ? null : await compareWith(client, tables, move.to)
    return copied ?? (await copy(client, tables, migration, move))
  } finally {
    await client.end()
  }
}

async function copy(client: Client, tables: Table[], migration: number, move: Move) {
  const loading = await openLoading(move.to, { migration, tables })
  try {
    const sums: TableSum[] = []
    for (const table of tables) await loading.load(table.name, textOf(client, table, sums))
    const copied = { tables: sums, sequences: await readSequences(client) }
    // Noted before the commit: after a kill the copy is recognized, and no shop has sold on the former database.
    noteMove(move.dataDir, move.place)
    try {
      // No number was assigned since, so none is skipped.
      await loading.commit(copied, 0)
    } catch (error) {
      // A commit whose answer was lost may have succeeded: the note stays, and the next call compares.
      if (await isEmptyDatabase(move.to).catch(() => false)) rmSync(movedNoteOf(move.dataDir))
      throw error
    }
    return sums
  } finally {
    await loading.end()
  }
}

async function* textOf(client: Client, table: Table, sums: TableSum[]) {
  sums.push(yield* sumUp(client, table))
}

/** The tables of the copy that a killed call made; null when it made none. */
async function compareWith(client: Client, tables: Table[], url: string) {
  const copied = await openCopying(url)
  try {
    if ((await listTables(copied)).length === 0) return null
    const sums: TableSum[] = []
    for (const table of tables) {
      const [ours, theirs] = await Promise.all([
        readBack(client, table),
        readBack(copied, table).catch(() => null),
      ])
      if (ours.sha256 !== theirs?.sha256)
        throw new ShownError(
          `The database is not empty, and not as this shop was copied into it (${table.name}): if the shop has run there since, set DATABASE_URL to go on with it; else name an empty one.`,
        )
      sums.push(ours)
    }
    return sums
  } finally {
    await copied.end()
  }
}
