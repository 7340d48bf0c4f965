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

/** A file that somebody of the staff has sent to be imported. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    kind: text({ enum: IMPORT_KINDS }).notNull(),
    fileName: text().notNull(),
    /** Adds categories that the shop does not have. */
    addsCategories: boolean().notNull().default(false),
    state: text({ enum: IMPORT_STATES }).notNull().default('checking'),
    rows: integer().notNull(),
    /** Headings of the file that name no column. */
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

/** The rows of a file that are about one product, variant or person. They go in together or not at all, once. */
export const importEntries = pgTable(
  'import_entries',
  {
    id: id(),
    importId: idOf(() => imports.id, 'cascade').notNull(),
    /** The first row's number, as a spreadsheet counts. */
    row: integer().notNull(),
    /** What people call it: SKU, handle, address. */
    label: text().notNull(),
    rowCount: integer().notNull(),
    state: text({ enum: ENTRY_STATES }).notNull().default('unchecked'),
    /** The cells that are read; none any more once it is imported. */
    cells: jsonb().$type<ImportRow[]>().notNull(),
    /** What it would be saved as, by its kind. */
    plan: jsonb(),
    faults: jsonb().$type<ImportFault[]>().notNull().default([]),
    /** How often the database gave up on importing it. */
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
    // Counted for each file of the list, without a look at the entries.
    index('import_entries_counted').on(t.importId, t.state, t.rowCount),
  ],
)
