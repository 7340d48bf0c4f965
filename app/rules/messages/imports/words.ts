import type { EntryState, ImportKind, ImportState } from '../../imports/imports.ts'

export const IMPORT_KIND_WORDS: Record<ImportKind, string> = {
  products: 'Products',
  prices: 'Prices',
  stock: 'Stock',
  customers: 'Customers',
  pictures: 'Pictures',
}

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
