import { MOST_IMPORT_BYTES, MOST_IMPORT_ROWS } from '../../rules/imports/imports.ts'

/** What is said of a file above the limits. */
export const tooLarge = {
  ok: false,
  reason: 'import-too-large',
  megabytes: MOST_IMPORT_BYTES / 1024 / 1024,
  rows: MOST_IMPORT_ROWS,
} as const
