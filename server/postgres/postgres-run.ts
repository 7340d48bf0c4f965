import { type ChildProcess, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { MALLOC_SETTINGS } from '../bootstrap/malloc-settings.mjs'
import { ShownError } from '../shown-error.ts'
import { type Account, isRoot, NOBODY, takeFromNobody } from './postgres-account.ts'
import { type Binaries, isReachable } from './postgres-binaries.ts'
import { type Address, lastLogLine, livePostmaster } from './postgres-place.ts'

const windows = process.platform === 'win32'
/** The role that owns everything, which is also the name of the shop's database. */
export const ROLE = 'zovala'

export type Place = {
  data: string
  log: string
  address: Address
  password: string
  account: Account | null
}

/** The address of a database in this server, for clients. */
export function urlOf({ address, password }: Place, database: string) {
  const host = address.socketFolder
    ? `localhost/${database}?host=${encodeURIComponent(address.socketFolder)}`
    : `127.0.0.1:${address.port}/${database}`
  return `postgresql://${ROLE}:${password}@${host}`
}

// Closed parents (a root home) deny another account the folder's name, not the folder itself: the working directory is
// set before the account changes, and Linux has a name for it.
const folderName = (data: string) => (process.platform === 'linux' ? '/proc/self/cwd' : data)

const environment = () => ({
  PATH: process.env['PATH'] ?? '',
  LC_ALL: 'C',
  TZ: 'UTC',
  ...MALLOC_SETTINGS,
  // Each statement takes some hundred KB and frees them: if they went back to the system, they would return page by
  // page, 29 page faults for an order instead of one (docs/reliability.md, Memory).
  MALLOC_TRIM_THRESHOLD_: '1048576',
  ...(windows ? process.env : {}),
})

export async function initialise({ bin }: Binaries, draft: string, data: string, password: string) {
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const passwordFile = `${draft}.password`
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (isRoot) for (const path of [draft, passwordFile]) chownSync(path, NOBODY.uid, NOBODY.gid)
  if (isRoot && process.platform !== 'linux' && !isReachable(draft)) {
    throw new ShownError(
      `PostgreSQL cannot run as root, and another account cannot reach ${data}: set DATA_DIR to a folder outside closed ones, or start as an ordinary user.`,
    )
  }
  const stdin = openSync(passwordFile, 'r')
  const args = [
    '-D',
    folderName(draft),
    '-U',
    ROLE,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-instructions',
  ]
  args.push(`--pwfile=${windows ? passwordFile : '/dev/stdin'}`)
  // Sorts and compares the same on every system, independent of its C library.
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C')
  if (process.platform === 'linux') args.push('--lc-ctype=C.UTF-8')
  try {
    const { code, output } = await collect(
      spawn(join(bin, 'initdb'), args, {
        cwd: draft,
        stdio: [stdin, 'pipe', 'pipe'],
        env: environment(),
        ...(isRoot ? NOBODY : {}),
      }),
    )
    if (code !== 0) throw startFailure(output, draft)
  } finally {
    closeSync(stdin)
    unlinkSync(passwordFile)
  }
  if (isRoot) takeFromNobody(draft)
  // Renamed only when complete: an interrupted start leaves a draft, which the next one replaces.
  renameSync(draft, data)
  if (windows) return
  const folder = openSync(dirname(data), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

function collect(child: ChildProcess) {
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part: Buffer) => (output += part.toString()))
    child.on('error', (error) => resolve({ code: null, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** With less free space PostgreSQL cannot even open its files. */
const LEAST_BYTES = 1_000_000
// On a full disk PostgreSQL cannot even write the reason for which it ends.
function isDiskFull(folder: string) {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < LEAST_BYTES
}

function startFailure(output: string, folder: string) {
  if (/No space left|ENOSPC/.test(output) || isDiskFull(folder))
    return new ShownError('The disk is full: PostgreSQL cannot write to DATA_DIR.')
  const line = lastLogLine(output)
  const hint = isRoot
    ? ' (we are root, so it runs as an account of its own; an ordinary user needs no such change)'
    : ''
  return new ShownError(
    `Our own PostgreSQL does not start${hint}: ${line} Mend that, or set DATABASE_URL to another server.`,
  )
}

export async function bringUp(place: Place, binaries: Binaries, settings: Record<string, string>) {
  let server: { exited: string | null } | null = null
  const started = Date.now()
  for (;;) {
    const answer = await probe(urlOf(place, 'postgres'))
    if (answer === 'ready') return
    const waited = Date.now() - started
    if (answer === 'silent' && !livePostmaster(place.data) && (!server || server.exited !== null)) {
      // The last children of a killed server may hold the shared memory for a moment.
      const isPassing = !server || /shared memory block|lock file/.test(server.exited ?? '')
      if (!isPassing || waited > 20_000) throw startFailure(server?.exited ?? '', place.data)
      if (server) await wait(200)
      server = launch(place, binaries, settings)
    } else if (answer === 'silent' && !server && waited > 30_000) {
      throw new ShownError(
        `A process (${livePostmaster(place.data)}) holds ${place.data} and does not answer: end it, and start again.`,
      )
    }
    await wait(30)
  }
}

function launch(
  { data, log, address, account }: Place,
  { bin }: Binaries,
  settings: Record<string, string>,
) {
  const MOST = 5_000_000
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  const output = openSync(log, size > MOST ? 'w' : 'a', 0o600)
  const from = size > MOST ? 0 : size
  const socket = process.platform === 'linux' ? folderName(data) : (address.socketFolder ?? '')
  const all = {
    ...settings,
    listen_addresses: address.socketFolder ? '' : '127.0.0.1',
    unix_socket_directories: address.socketFolder ? socket : '',
    port: String(address.port),
  }
  // Detached, because Ctrl-C in a terminal goes to the whole process group, and the server must outlive the running
  // requests.
  const child = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      folderName(data),
      ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      cwd: data,
      detached: true,
      stdio: ['ignore', output, output],
      env: environment(),
      ...account,
    },
  )
  closeSync(output)
  child.unref()
  const state: { exited: string | null } = { exited: null }
  child.on('error', (error) => (state.exited = error.message))
  // A log that somebody deleted meanwhile must not end the shop as well.
  const readLog = () => (existsSync(log) ? readFileSync(log).subarray(from).toString() : '')
  child.on('exit', () => (state.exited ??= readLog()))
  return state
}

async function probe(url: string): Promise<'ready' | 'busy' | 'silent'> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code === '28P01')
      throw new ShownError(
        'DATA_DIR/postgres-password is not the password of the PostgreSQL in DATA_DIR: put the right file back.',
      )
    // 57P03: starting up, recovering or shutting down; 53300: all connections are taken.
    if (code === '57P03') return 'busy'
    return code === '53300' ? 'ready' : 'silent'
  } finally {
    await client.end().catch(() => {})
  }
}

export async function stop({ data }: Place, { bin }: Binaries) {
  const pid = livePostmaster(data)
  if (pid === null) return
  if (windows) {
    await collect(spawn(join(bin, 'pg_ctl'), ['stop', '-D', data, '-m', 'fast', '-t', '60']))
    return
  }
  const started = Date.now()
  process.kill(pid, 'SIGINT')
  for (let isPressed = false; livePostmaster(data) === pid; await wait(20)) {
    if (isPressed || Date.now() - started < 30_000) continue
    // PostgreSQL repairs itself from its journal at the next start.
    process.kill(pid, 'SIGQUIT')
    isPressed = true
  }
}
