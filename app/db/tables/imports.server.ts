import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import {
  ENTRY_STATES,
  IMPORT_KINDS,
  IMPORT_STATES,
  type ImportRow,
} from '../../rules/imports/imports.ts'
import type { ImportFault } from '../../rules/messages/imports/imports.ts'
import { createdAt, id, idOf, oneOf, stamp } from '../columns.server.ts'
import { users } from './accounts/accounts.server.ts'

/** A file that a staff member uploaded for an import. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    kind: text({ enum: IMPORT_KINDS }).notNull(),
    fileName: text().notNull(),
    /** Whether the import adds categories that the shop lacks. */
    addsCategories: boolean().notNull().default(false),
    state: text({ enum: IMPORT_STATES }).notNull().default('checking'),
    rows: integer().notNull(),
    /** Headings of the file that name no known column. */
    unread: text().array().notNull().default([]),
    byUser: idOf(() => users.id, 'cascade').notNull(),
    ip: text().notNull(),
    createdAt: createdAt(),
    startedAt: stamp(),
    endedAt: stamp(),
  },
  (t) => [
    check('imports_kind', sql`${t.kind} in (${oneOf(IMPORT_KINDS)})`),
    check('imports_state', sql`${t.state} in (${oneOf(IMPORT_STATES)})`),
    check('imports_rows', sql`${t.rows} > 0`),
    check('imports_file_name', sql`length(${t.fileName}) between 1 and 200`),
    index('imports_newest').on(t.createdAt, t.id),
  ],
)

/** The rows of a file about one product, variant or customer. They are imported together or not at all, once. */
export const importEntries = pgTable(
  'import_entries',
  {
    id: id(),
    importId: idOf(() => imports.id, 'cascade').notNull(),
    /** The number of the first row, as a spreadsheet counts. */
    row: integer().notNull(),
    /** The name of the entry: SKU, handle or address. */
    label: text().notNull(),
    rowCount: integer().notNull(),
    state: text({ enum: ENTRY_STATES }).notNull().default('unchecked'),
    /** The cells that the import reads; empty once it is imported. */
    cells: jsonb().$type<ImportRow[]>().notNull(),
    /** The record that it would be saved as, by its kind. */
    plan: jsonb(),
    faults: jsonb().$type<ImportFault[]>().notNull().default([]),
    /** How often the database gave up on importing this entry. */
    givenUp: integer().notNull().default(0),
  },
  (t) => [
    check('import_entries_state', sql`${t.state} in (${oneOf(ENTRY_STATES)})`),
    check('import_entries_rows', sql`${t.row} > 1 and ${t.rowCount} > 0`),
    check('import_entries_given_up', sql`${t.givenUp} >= 0`),
    check(
      'import_entries_faults',
      sql`(${t.state} = 'bad') = (${t.faults} <> '[]') or ${t.state} = 'unchecked'`,
    ),
    unique('import_entries_row').on(t.importId, t.row),
    index('import_entries_by_state').on(t.importId, t.state, t.row, t.id),
    // Counts the entries of each file in the list from the index alone.
    index('import_entries_counted').on(t.importId, t.state, t.rowCount),
  ],
)
