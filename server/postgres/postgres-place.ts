import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '../refusal.ts'

export type Address = { socketFolder: string | null; port: number }

/** Where clients reach the server: a socket in the data folder itself; on Windows a port on loopback. */
export const chooseAddress = (data: string, port: number): Address => ({
  socketFolder: process.platform === 'win32' ? null : folderForSocket(data, `.s.PGSQL.${port}`),
  port,
})

/** A name of this folder under which a socket of that name may be made in it. */
export function folderForSocket(folder: string, name: string): string {
  const longest = process.platform === 'linux' ? 107 : 103
  if (Buffer.byteLength(join(folder, name)) <= longest) return folder
  // The name of a socket is limited, the depth of a folder is not: a short link leads there.
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
    throw new Refusal(`${link} is in the way: remove it, or set DATA_DIR to a shorter path.`)
  return link
}

/**
 * The process that serves this data folder, or null. A number that was given to another process meanwhile is
 * not believed.
 */
export function livePostmaster(data: string): number | null {
  const file = join(data, 'postmaster.pid')
  const lines = readLines(file)
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return null
  if (isPostgresOf(pid, data)) return pid
  // PostgreSQL itself would believe it and refuse to start. Its check of the shared memory stays in force.
  writeFileSync(file, [String(2 ** 31 - 2), ...lines.slice(1)].join('\n'))
  return null
}

/** The port in the server's own note of its last start. */
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
  // Z: ended, and its parent has not noticed yet.
  if (!stat?.includes('(postgres)') || stat.includes('(postgres) Z')) return false
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === data
  } catch {
    // Not ours to look into (containers): the name must do.
    return true
  }
}

/** The last line in which PostgreSQL says why, without its time stamp. */
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
