import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ShownError } from '../shown-error.ts'

export type Address = { socketFolder: string | null; port: number }

/** The address of the server for clients: a socket in the data folder itself; on Windows a port on loopback. */
export const chooseAddress = (data: string, port: number): Address => ({
  socketFolder: process.platform === 'win32' ? null : folderForSocket(data, `.s.PGSQL.${port}`),
  port,
})

/** A path to this folder that is short enough for a socket of that name. */
export function folderForSocket(folder: string, name: string): string {
  const longest = process.platform === 'linux' ? 107 : 103
  if (Buffer.byteLength(join(folder, name)) <= longest) return folder
  // The length of a socket's path is limited, the depth of a folder is not: a short link leads to it.
  const link = join(
    tmpdir(),
    `zovala-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`,
  )
  try {
    symlinkSync(folder, link)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const isOurs = lstatSync(link).uid === process.getuid?.() && readlinkSync(link) === folder
  if (!isOurs)
    throw new ShownError(`${link} is in the way: remove it, or set DATA_DIR to a shorter path.`)
  return link
}

/** The process that serves this data folder, or null. Ignores a process id that another process has by now. */
export function livePostmaster(data: string): number | null {
  const file = join(data, 'postmaster.pid')
  const lines = readLines(file)
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return null
  if (isPostgresOf(pid, data)) return pid
  // PostgreSQL itself would trust the process id and refuse to start. Its check of the shared memory stays in force.
  writeFileSync(file, [String(2 ** 31 - 2), ...lines.slice(1)].join('\n'))
  return null
}

/** The port in the server's pid file from its last start. */
export function readPostmasterPort(data: string): number | null {
  return Number(readLines(join(data, 'postmaster.pid'))[3]) || null
}

function readLines(file: string) {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isPostgresOf(pid: number, data: string) {
  if (process.platform !== 'linux') return true
  const stat = readLines(`/proc/${pid}/stat`)[0]
  // Z: the process ended, and its parent has not noticed yet.
  if (!stat?.includes('(postgres)') || stat.includes('(postgres) Z')) return false
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === data
  } catch {
    // Another account's process (containers): its name must be enough.
    return true
  }
}

/** The last line of the log in which PostgreSQL gives the reason, without its time stamp. */
export function lastLogLine(output: string) {
  const lines = output.trim().split('\n')
  const line = lines.findLast((text) => /FATAL|PANIC|error:/i.test(text)) ?? lines.at(-1) ?? ''
  const words = line.replace(/^.*?(?:FATAL|PANIC|error):\s*/i, '').trim()
  return words ? `${words}${words.endsWith('.') ? '' : '.'}` : 'it gave no reason.'
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
