import pino from 'pino'

export type Log = pino.Logger

const HIDDEN = [
  'password',
  'secret',
  'token',
  'cookie',
  'authorization',
  'signature',
  'sessionSecret',
  'backupPassphrase',
]
const MAIL_NAME = /[\w.+-]/
const MAIL_HOST = /(?:[\w-]+\.)+[a-z]{2,}/iy
const IN_QUERY = /([?&](?:token|code|key|secret|password|signature)=)[^&"\s\\]+/gi

/**
 * One JSON line for each request and event. Values under secret names are left out, and addresses
 * (`a***@example.com`) and tokens in links are masked wherever they stand in a line.
 */
export function createLog(options: {
  level: string
  process?: string
  destination?: pino.DestinationStream
}): Log {
  return pino(
    {
      level: options.level,
      base: { pid: process.pid, ...(options.process ? { process: options.process } : {}) },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError, error: describeError },
      redact: {
        paths: HIDDEN.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[hidden]',
      },
      hooks: { streamWrite: maskLine },
    },
    // Buffered for a moment, because a write for each line costs more than an answer from the page cache.
    options.destination ??
      pino.destination({ fd: 1, sync: false, minLength: 8192, periodicFlush: 100 }),
  )
}

/**
 * `mary@mail.mw` becomes `m***@mail.mw`. Searches from each @ outwards, so that a long line is read once: a pattern
 * for the whole address would try every character as its beginning.
 */
function maskEmails(line: string) {
  let masked = ''
  let done = 0
  for (let at = line.indexOf('@'); at >= 0; at = line.indexOf('@', at + 1)) {
    let start = at
    while (start > done && MAIL_NAME.test(line.charAt(start - 1))) start -= 1
    MAIL_HOST.lastIndex = at + 1
    if (start === at || !MAIL_HOST.test(line)) continue
    masked += `${line.slice(done, start + 1)}***`
    done = at
  }
  return masked + line.slice(done)
}

function maskLine(line: string) {
  const masked = maskEmails(line)
  return masked.includes('=') ? masked.replace(IN_QUERY, '$1[hidden]') : masked
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return {
    // DrizzleQueryError puts the statement's parameters, which are customers' data, after this word.
    message: error.message.split('\nparams:')[0],
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 12)
      .join('\n'),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}
