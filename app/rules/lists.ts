/** The rows of a list in the back office that are shown at once. */
export const STAFF_PAGE = 25

/** The most rows of a list that are printed at once. */
export const MOST_PRINTED = 500

export type Direction = 'asc' | 'desc'

/** A page of a list; `next` is the cursor of the next page, null on the last one. */
export type Page<R> = { rows: R[]; next: string | null }
