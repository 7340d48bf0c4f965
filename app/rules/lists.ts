/** The most rows of a list that are printed at once. */
export const MOST_PRINTED = 500

export type Direction = 'asc' | 'desc'

/** A page of a list as a screen shows it; `next` is the cursor of the next one. */
export type Page<R> = { rows: R[]; next: string | null }
