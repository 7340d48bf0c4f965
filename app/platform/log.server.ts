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
]
const EMAIL = /([\w.+-])[\w.+-]*@((?:[\w-]+\.)+[a-z]{2,})/gi
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
    // Buffered for a moment: a write for each line costs more than answering from the page cache.
    options.destination ??
      pino.destination({ fd: 1, sync: false, minLength: 8192, periodicFlush: 100 }),
  )
}

function maskLine(line: string) {
  const masked = line.includes('@') ? line.replace(EMAIL, '$1***@$2') : line
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
