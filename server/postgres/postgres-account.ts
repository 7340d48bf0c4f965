import { randomInt } from 'node:crypto'
import { lchownSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Account = { uid: number; gid: number }

/** PostgreSQL refuses to run as root: then it runs as an account that is its own. */
export const isRoot = process.getuid?.() === 0

/**
 * `nobody` is every careless program on a machine: what belongs to it, any of them may read. It alone makes the folder,
 * for `initdb` wants an account with a name.
 */
export const NOBODY: Account = { uid: 65_534, gid: 65_534 }

// Above what adduser hands out to people, below what Debian and systemd hand out by themselves.
const [FIRST, LAST] = [50_000, 59_999]

/**
 * Gives a data folder in which no server runs, a new one or one of an earlier release, to an account number that
 * nobody else on this machine has; its owner says which from then on. The folder itself comes last, so that what was
 * cut is started again.
 */
export function takeFromNobody(data: string): Account {
  const files = readdirSync(data, { recursive: true, encoding: 'utf8' })
  const own = findFreeAccount()
  try {
    for (const path of [...files.map((file) => join(data, file)), data])
      lchownSync(path, own.uid, own.gid)
    return own
  } catch (error) {
    // A container that was given a few numbers only: in there, nobody else is.
    if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error
    return NOBODY
  }
}

function findFreeAccount(): Account {
  const taken = new Set([...numbersIn('/etc/passwd'), ...numbersIn('/etc/group')])
  for (;;) {
    const number = randomInt(FIRST, LAST + 1)
    if (!taken.has(number)) return { uid: number, gid: number }
  }
}

function numbersIn(file: string): number[] {
  try {
    const rows = readFileSync(file, 'utf8').split('\n')
    return rows.map((row) => Number(row.split(':')[2]))
  } catch {
    return []
  }
}
