export type Clash = { constraint: string; detail: string }

/** Which unique index of the database has refused a row, and what it says; null for any other error. */
export function readClash(error: unknown): Clash | null {
  const { code, constraint, detail } =
    (error as { cause?: { code?: string; constraint?: string; detail?: string } }).cause ?? {}
  return code === '23505' && constraint ? { constraint, detail: detail ?? '' } : null
}
