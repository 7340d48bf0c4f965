export type UniqueViolation = { constraint: string; detail: string }
type Refused = { code?: string; constraint?: string; detail?: string }

const read = (error: unknown) => (error as { cause?: Refused }).cause ?? {}

/** Which unique index of the database has refused a row, and what it says; null for any other error. */
export function readUniqueViolation(error: unknown): UniqueViolation | null {
  const { code, constraint, detail } = read(error)
  return code === '23505' && constraint ? { constraint, detail: detail ?? '' } : null
}

/** PostgreSQL's code of what it refused or failed at; empty for an error that is not the database's. */
export const codeOf = (error: unknown) => read(error).code ?? ''

/** Whether the database has refused a row by this constraint, or by the trigger of this name. */
export const isRefusedBy = (error: unknown, constraint: string) =>
  read(error).constraint === constraint

/** Whether the database has refused a row because what it belongs to was deleted a moment before. */
export const isForeignKeyViolation = (error: unknown) => codeOf(error) === '23503'

/**
 * Whether the database gave up on what it was asked for rivals' sake, or for want of time: a deadlock, a lock that was
 * not free.
 */
export const isGivenUp = (error: unknown) =>
  ['40001', '40P01', '55P03', '57014'].includes(codeOf(error))

/** Whether a rival was quicker (the same key, the same row, a deadlock): tried again, it may go through. */
export const isLostToRival = (error: unknown) => ['23505', '40001', '40P01'].includes(codeOf(error))
