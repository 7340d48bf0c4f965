import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { folderForSocket, freePort, livePostmaster } from '../../server/postgres/postgres-place.ts'

const root = join(import.meta.dirname, '..', '..')

export type Product = {
  port: number
  origin: string
  dataDir: string
  child: ChildProcess
  /** Everything that it has printed. */
  output(): string
  exited: Promise<number | null>
  /** Ends the whole product cleanly, whatever a test did to it. */
  end(): Promise<void>
}

/** A data folder that is deleted after the test, after ending a PostgreSQL that still runs in it. */
export function makeDataDir(owner?: number) {
  const dir = mkdtempSync(join(tmpdir(), 'zovala-fault-'))
  if (owner !== undefined) chownSync(dir, owner, owner)
  onTestFinished(async () => {
    const postmaster = livePostmaster(join(dir, 'postgres'))
    if (postmaster) process.kill(postmaster, 'SIGQUIT')
    await until(() => livePostmaster(join(dir, 'postgres')) === null, 'PostgreSQL is gone')
    rmSync(dir, { recursive: true, force: true })
  })
  return dir
}

type Options = {
  dataDir: string
  /** The folder of the installation; this repository by default. */
  home?: string
  port?: number
  /** Starts by `npm start`, as a person does, instead of the entry file. */
  npm?: boolean
  uid?: number
  /** A real, empty shop: filling the sample shop takes seconds. */
  empty?: boolean
  env?: Record<string, string>
}

/** Starts the whole product; on return it may still be starting, or may refuse to start. */
export async function startProduct(options: Options): Promise<Product> {
  const port = options.port ?? (await freePort())
  mkdirSync(options.dataDir, { recursive: true })
  const [command, ...args] = options.npm ? ['npm', 'start'] : [process.execPath, 'server/start.mjs']
  const child = spawn(command ?? '', args, {
    cwd: options.home ?? root,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    env: {
      ...cleanEnvironment(),
      PORT: String(port),
      DATA_DIR: options.dataDir,
      WEB_WORKERS: '2',
      LOG_LEVEL: 'warn',
      HOST: '127.0.0.1',
      // The sample's sales history takes time as well, and has its own test (sample/history.test.ts).
      ...(options.empty ? { SAMPLE_SHOP: 'off' } : { SAMPLE_SHOP: 'on', SAMPLE_HISTORY: 'off' }),
      ...options.env,
    },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part: Buffer) => (printed += part.toString()))
  }
  const exited = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  const product: Product = {
    port,
    origin: `http://127.0.0.1:${port}`,
    dataDir: options.dataDir,
    child,
    output: () => printed,
    exited,
    async end() {
      child.kill('SIGTERM')
      await exited
    },
  }
  onTestFinished(() => product.end())
  return product
}

/** Starts the product and waits until it reports that it is open. */
export async function openProduct(options: Options): Promise<Product> {
  const product = await startProduct(options)
  let hasEnded = false
  void product.exited.then(() => (hasEnded = true))
  await until(
    () => product.output().includes('Zovala is open at') || hasEnded,
    'the shop is open',
    120_000,
  )
  if (hasEnded) throw new Error(`The product ended:\n${product.output()}`)
  return product
}

/** Waits for a condition; fails with its name when the deadline passes. */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  what: string,
  longest = 120_000,
) {
  const deadline = Date.now() + longest
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`Not within ${longest / 1000} s: ${what}`)
    await wait(25)
  }
}

// Keeps settings of the machine and of the test runner (which has its own BASE_URL) away from the product.
const NEEDED =
  /^(PATH|HOME|TMPDIR|TEMP|TMP|PATHEXT|COMSPEC|SYSTEMROOT|APPDATA|LOCALAPPDATA|USERPROFILE)$/i

function cleanEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => NEEDED.test(name)))
}

/** The child processes of a process, and theirs (Linux). */
export function listDescendants(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const [, rest = ''] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')
      parents.set(Number(name), Number(rest.split(' ')[1]))
    } catch {
      // The process has ended meanwhile.
    }
  }
  const below = (parent: number): number[] =>
    [...parents].filter(([, of]) => of === parent).flatMap(([child]) => [child, ...below(child)])
  return below(pid)
}

/** The command line of a running process (Linux); empty when it has ended meanwhile. */
export function commandOf(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** Runs one statement in the product's own database. */
export async function ask(dataDir: string, statement: string): Promise<string[]> {
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
  const client = new Client({
    host: folderForSocket(join(dataDir, 'postgres'), '.s.PGSQL.5432'),
    user: 'zovala',
    database: 'zovala',
    password,
  })
  await client.connect()
  try {
    const { rows } = await client.query({ text: statement, rowMode: 'array' })
    return (rows as unknown[][]).map((row) => row.join('|'))
  } finally {
    await client.end()
  }
}

/**
 * The memory of all processes of the product, including its PostgreSQL, with shared pages counted once (Linux), in MB.
 */
export function memoryOf({ child }: Product): number {
  const kilobytes = [child.pid ?? 0, ...listDescendants(child.pid ?? 0)].map((pid) => {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1])
    } catch {
      // The process has just ended.
      return 0
    }
  })
  return Math.round(kilobytes.reduce((sum, size) => sum + size, 0) / 1000)
}
