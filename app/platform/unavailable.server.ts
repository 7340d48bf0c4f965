// PostgreSQL: no connection (08), out of disk, memory or connections (53), shut down or starting (57P), failed to
// read or write a file (58), a write to a standby (25006), and a statement or a transaction whose time was over (57014,
// 25P03): the database is overloaded, or its clock was set ahead. Node: the same for the socket and our own files.
// Our own: the queue is too long to be answered in time (rules/one-by-one.ts).
const CODES =
  /^(08\w{3}|53\w{3}|57014|57P\d\d|58\w{3}|25006|25P03|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOSPC|EDQUOT|EROFS|EIO|QUEUE_FULL)$/
// The driver's messages that have no code.
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|received invalid response)/

/** Whether an error means that the database or disk is unavailable or overloaded: no bug, and temporary. */
export function isUnavailable(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { code, syscall } = at as NodeJS.ErrnoException
    if (code && CODES.test(code)) return true
    // The socket of a stopped server. Any other missing file is a bug.
    if (code === 'ENOENT' && syscall === 'connect') return true
    if (WORDS.test(at.message)) return true
    if (at instanceof AggregateError && at.errors.some((one) => isUnavailable(one))) return true
  }
  return false
}
