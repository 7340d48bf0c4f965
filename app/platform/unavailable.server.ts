// PostgreSQL: no connection (08), out of disk, memory or connections (53), shut down or starting (57P), failed to
// read or write a file (58), and written to as a standby (25006). Node: the same of the socket and of our own files.
// Our own: more waits than is ever answered in time (rules/one-by-one.ts).
const CODES =
  /^(08\w{3}|53\w{3}|57P\d\d|58\w{3}|25006|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOSPC|EDQUOT|EROFS|EIO|QUEUE_FULL)$/
// What the driver says without a code.
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|received invalid response)/

/** Whether an error says that the database or the disk cannot be used now, or too many ask: no bug, and over soon. */
export function isUnavailable(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { code, syscall } = at as NodeJS.ErrnoException
    if (code && CODES.test(code)) return true
    // The socket of a server that is gone; another file that is missing is a bug.
    if (code === 'ENOENT' && syscall === 'connect') return true
    if (WORDS.test(at.message)) return true
    if (at instanceof AggregateError && at.errors.some((one) => isUnavailable(one))) return true
  }
  return false
}
