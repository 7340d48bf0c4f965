import type { Db, Tx } from '../../db/open.server.ts'
import type { importEntries, imports } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { CheckedState, ImportKind } from '../../rules/imports/imports.ts'
import type { ImportFault } from '../../rules/messages/imports/imports.ts'
import type { Actor } from '../audit/record-audit.ts'
import { customers } from './customers.ts'
import { pictures } from './pictures/pictures.ts'
import { prices, products } from './products.ts'
import { stock } from './stock.ts'

export type Import = typeof imports.$inferSelect
export type Entry = typeof importEntries.$inferSelect
export type Checked = {
  state: CheckedState
  plan: unknown
  faults: ImportFault[]
}
/** `null`: done as planned. */
export type Applied = ImportFault[] | null

export type ImportShop = Pick<Shop, 'db' | 'log' | 'jobs' | 'storage' | 'config'>

/** What is specific to a kind of file. */
export type Kind = {
  /** What importing each entry would do, in their order; changes nothing. */
  check(db: Db, file: Import, entries: readonly Entry[], shop: ImportShop): Promise<Checked[]>
  /** Slow or external work, done before the entry is locked; `apply` gets its result. */
  prepare?(shop: ImportShop, file: Import, entry: Entry): Promise<unknown>
  /** Imports one entry as planned, or returns its faults. */
  apply(db: Tx, actor: Actor, file: Import, entry: Entry, prepared: unknown): Promise<Applied>
}

export const KINDS: Record<ImportKind, Kind> = {
  products,
  prices,
  stock,
  customers,
  pictures,
}
