import { BadSetting } from '../app/platform/config.server.ts'

/** The reason why the product does not start, in plain sentences for whoever runs it. */
export class ShownError extends Error {}

// Errors of a full disk: from the system, from a quota, and from PostgreSQL.
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])

const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  (FULL.has((error as NodeJS.ErrnoException).code ?? '') || isFull(error.cause))

/** What a failed start or command prints: a sentence if there is one, otherwise the whole error. */
export function explain(error: unknown): unknown {
  if (error instanceof ShownError || error instanceof BadSetting) return `\n${error.message}\n`
  return isFull(error)
    ? '\nThe disk is full: Zovala cannot write to DATA_DIR or its database. Make room (old backups and logs are the first to go), and try again.\n'
    : error
}
