export type UniqueViolation = { constraint: string; detail: string }
type Refused = { code?: string; constraint?: string; detail?: string }

const read = (error: unknown) => (error as { cause?: Refused }).cause ?? {}

/** The unique index that refused a row, with the database's detail; null for any other error. */
export function readUniqueViolation(error: unknown): UniqueViolation | null {
  const { code, constraint, detail } = read(error)
  return code === '23505' && constraint ? { constraint, detail: detail ?? '' } : null
}

/** PostgreSQL's error code; empty for an error that is not the database's. */
export const codeOf = (error: unknown) => read(error).code ?? ''

/** Whether this constraint, or the trigger of this name, refused a row. */
export const isRefusedBy = (error: unknown, constraint: string) =>
  read(error).constraint === constraint

/** Whether the database refused a row because the row that it refers to was just deleted. */
export const isForeignKeyViolation = (error: unknown) => codeOf(error) === '23503'

/**
 * Whether the database gave up because of concurrent transactions or a time limit: a deadlock, a lock that was not
 * free.
 */
export const isGivenUp = (error: unknown) =>
  ['40001', '40P01', '55P03', '57014'].includes(codeOf(error))

/** Whether a concurrent transaction won (same key, same row, a deadlock): a retry may succeed. */
export const isLostToRival = (error: unknown) => ['23505', '40001', '40P01'].includes(codeOf(error))
