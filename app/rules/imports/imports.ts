/** What a file can hold (docs/product.md, Import). */
export const CSV_KINDS = ['products', 'prices', 'stock', 'customers'] as const
export type CsvKind = (typeof CSV_KINDS)[number]
/** Pictures come in a zip. */
export const IMPORT_KINDS = [...CSV_KINDS, 'pictures'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** `checked` waits for a person; `importing` is done by a job that goes on where it was killed. */
export const IMPORT_STATES = ['checking', 'checked', 'importing', 'done'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** Every step of an import. job: all its rows are checked, or done. person: staff press Import. */
export const IMPORT_STEPS = {
  job: { checking: 'checked', importing: 'done' },
  person: { checked: 'importing' },
} as const satisfies Record<string, Partial<Record<ImportState, ImportState>>>

/** What became of an entry: what it would do, and once it was imported what it did. */
export const ENTRY_STATES = [
  'unchecked',
  'bad',
  'new',
  'changed',
  'same',
  'added',
  'edited',
] as const
export type EntryState = (typeof ENTRY_STATES)[number]

/**
 * Every step of an entry: `check` gives it one of these, once; `import` and `fail` follow for those that
 * change something.
 */
export const ENTRY_STEPS = {
  check: { unchecked: ['bad', 'new', 'changed', 'same'] },
  import: { new: 'added', changed: 'edited' },
  fail: { new: 'bad', changed: 'bad' },
} as const satisfies Record<string, Partial<Record<EntryState, EntryState | readonly EntryState[]>>>
export type CheckedState = (typeof ENTRY_STEPS.check.unchecked)[number]
/** They change something, and were not imported yet. */
export const GOOD_STATES = Object.keys(ENTRY_STEPS.import) as (keyof typeof ENTRY_STEPS.import)[]

/** So often an entry is tried that the database gives up on, for rivals' sake or for want of time. */
export const MOST_TRIES = 5

/** As they are shown: faults, then what is done or would be, last what stays as it is. */
export const SHOWN_STATES = [
  'bad',
  'new',
  'changed',
  'added',
  'edited',
  'same',
] as const satisfies readonly EntryState[]

export type MostOfFile = { bytes: number; rows: number }
/** Above what a shop of 10,000 products in ten sizes exports; read as it comes, so that memory sets no limit. */
export const MOST_IMPORT: MostOfFile = { bytes: 100 * 1024 * 1024, rows: 100_000 }
/** Of the list in a zip of pictures, which is held whole. */
export const MOST_LIST: MostOfFile = { bytes: 10 * 1024 * 1024, rows: 10_000 }
/** Of a zip of pictures; unpacked, pictures are hardly larger. */
export const MOST_ZIP_BYTES = 200 * 1024 * 1024
export const MOST_UNZIPPED_BYTES = 300 * 1024 * 1024
export const MOST_ZIPPED = 1_000
/** Columns of a file, and characters of a cell: the longest description and its quotes. */
export const MOST_COLUMNS = 100
export const LONGEST_CELL = 20_000

/** A row of the file by its number in a spreadsheet, with the cells of the columns that are read. */
export type ImportRow<C extends string = string> = {
  row: number
  cells: Partial<Record<C, string>>
}
