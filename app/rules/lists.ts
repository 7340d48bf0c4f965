export type Direction = 'asc' | 'desc'

/** Fewer letters than this find nothing quickly: the index of parts of words holds three (pg_trgm). */
export const SHORTEST_SEARCH = 3

/** A page of a list as a screen shows it; `next` is the cursor of the next one. */
export type Page<R> = { rows: R[]; next: string | null }
