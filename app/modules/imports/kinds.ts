import type { Db, Tx } from '../../db/open.server.ts'
import type { importEntries, imports } from '../../db/tables.server.ts'
import type { EntryState, ImportKind } from '../../rules/imports/imports.ts'
import type { ImportFault } from '../../rules/messages/imports/imports.ts'
import type { Actor } from '../audit/record-audit.ts'
import { customers } from './customers.ts'
import { prices, products } from './products.ts'
import { stock } from './stock.ts'

export type Import = typeof imports.$inferSelect
export type Entry = typeof importEntries.$inferSelect
export type Checked = {
  state: Extract<EntryState, 'bad' | 'new' | 'changed' | 'same'>
  plan: unknown
  faults: ImportFault[]
}
/** `null`: done as planned. */
export type Applied = ImportFault[] | null

/** What is particular to a kind of file. */
export type Kind = {
  /** What each entry would do, in their order; changes nothing. */
  check(db: Db, file: Import, entries: readonly Entry[]): Promise<Checked[]>
  /** Does what was planned for one entry, or says why not. */
  apply(db: Tx, actor: Actor, file: Import, entry: Entry): Promise<Applied>
}

export const KINDS: Record<ImportKind, Kind> = { products, prices, stock, customers }
