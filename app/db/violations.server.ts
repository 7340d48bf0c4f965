export type UniqueViolation = { constraint: string; detail: string }
type Refused = { code?: string; constraint?: string; detail?: string }

const read = (error: unknown) => (error as { cause?: Refused }).cause ?? {}

/** Which unique index of the database has refused a row, and what it says; null for any other error. */
export function readUniqueViolation(error: unknown): UniqueViolation | null {
  const { code, constraint, detail } = read(error)
  return code === '23505' && constraint ? { constraint, detail: detail ?? '' } : null
}

/** Whether the database has refused a row because what it belongs to was deleted a moment before. */
export const isForeignKeyViolation = (error: unknown) => read(error).code === '23503'
