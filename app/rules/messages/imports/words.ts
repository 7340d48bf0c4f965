import type { EntryState, ImportKind, ImportState } from '../../imports/imports.ts'
import { formatAmount } from '../../money.ts'

export const IMPORT_KIND_WORDS: Record<ImportKind, string> = {
  products: 'Products',
  prices: 'Prices',
  stock: 'Stock',
  customers: 'Customers',
  pictures: 'Pictures',
}

const ENTRIES: Record<ImportKind, [one: string, many: string]> = {
  products: ['product', 'products'],
  prices: ['price', 'prices'],
  stock: ['count', 'counts'],
  customers: ['customer', 'customers'],
  pictures: ['picture', 'pictures'],
}

/** The number of a file's entries: `12 products`. */
export const formatEntries = (kind: ImportKind, count: number) =>
  `${formatAmount(count)} ${ENTRIES[kind][count === 1 ? 0 : 1]}`

export const IMPORT_STATE_WORDS: Record<ImportState, string> = {
  checking: 'Checking',
  checked: 'Checked',
  importing: 'Importing',
  done: 'Imported',
}

export const ENTRY_STATE_WORDS: Record<EntryState, string> = {
  unchecked: 'Not checked yet',
  bad: 'Faulty',
  new: 'New',
  changed: 'Changed',
  same: 'Unchanged',
  added: 'Added',
  edited: 'Changed',
}

/** The outcome of an entry that needs no further words. */
export const ENTRY_OUTCOME_WORDS: Record<EntryState, string> = {
  unchecked: '',
  bad: '',
  new: 'Will be added',
  changed: 'Will be changed',
  same: 'As it is in the shop',
  added: 'Added',
  edited: 'Changed',
}
