/** The kinds of files that can be imported (docs/product.md, Import). */
export const CSV_KINDS = ['products', 'prices', 'stock', 'customers'] as const
export type CsvKind = (typeof CSV_KINDS)[number]
/** Pictures are uploaded as a zip. */
export const IMPORT_KINDS = [...CSV_KINDS, 'pictures'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** `checked`: waits for a person. `importing`: a job runs, and continues after being killed. */
export const IMPORT_STATES = ['checking', 'checked', 'importing', 'done'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** Every step of an import. job: all rows are checked, or imported. person: staff press Import. */
export const IMPORT_STEPS = {
  job: { checking: 'checked', importing: 'done' },
  person: { checked: 'importing' },
} as const satisfies Record<string, Partial<Record<ImportState, ImportState>>>

/** The result of an entry: what the import would do with it, or what it did. */
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
 * Every step of an entry: `check` gives it a state once; `import` or `fail` follows for an entry that changes
 * something.
 */
export const ENTRY_STEPS = {
  check: { unchecked: ['bad', 'new', 'changed', 'same'] },
  import: { new: 'added', changed: 'edited' },
  fail: { new: 'bad', changed: 'bad' },
} as const satisfies Record<string, Partial<Record<EntryState, EntryState | readonly EntryState[]>>>
export type CheckedState = (typeof ENTRY_STEPS.check.unchecked)[number]
/** The states of entries that would change something and are not imported yet. */
export const GOOD_STATES = Object.keys(ENTRY_STEPS.import) as (keyof typeof ENTRY_STEPS.import)[]

/** How often an entry is tried when the database refuses it because of deadlocks or time limits. */
export const MOST_TRIES = 5

/** The order in which states are shown: faults, then changes made or planned, then unchanged entries. */
export const SHOWN_STATES = [
  'bad',
  'new',
  'changed',
  'added',
  'edited',
  'same',
] as const satisfies readonly EntryState[]

export type MostOfFile = { bytes: number; rows: number }
/**
 * More than a shop of 10,000 products in ten sizes exports. The file is read as a stream, so that memory sets no limit.
 */
export const MOST_IMPORT: MostOfFile = { bytes: 100 * 1024 * 1024, rows: 100_000 }
/** The limits of the list in a zip of pictures, which is held in memory whole. */
export const MOST_LIST: MostOfFile = { bytes: 10 * 1024 * 1024, rows: 10_000 }
/** The limits of a zip of pictures; unpacked, pictures are hardly larger. */
export const MOST_ZIP_BYTES = 200 * 1024 * 1024
export const MOST_UNZIPPED_BYTES = 300 * 1024 * 1024
export const MOST_ZIPPED = 1_000
/** The most columns of a file, and the longest cell in characters: the longest description with its quotes. */
export const MOST_COLUMNS = 100
export const LONGEST_CELL = 20_000

/** A row of a file by its number in a spreadsheet, with the cells of the columns that the import reads. */
export type ImportRow<C extends string = string> = {
  row: number
  cells: Partial<Record<C, string>>
}
