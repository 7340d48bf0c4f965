import { randomInt } from 'node:crypto'
import { lchownSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Account = { uid: number; gid: number }

/** PostgreSQL refuses to run as root: then it runs as an account of its own. */
export const isRoot = process.getuid?.() === 0

/**
 * On many machines careless programs run as `nobody`, and any of them may read its files. Only `initdb` runs as it,
 * because `initdb` needs an account with a name.
 */
export const NOBODY: Account = { uid: 65_534, gid: 65_534 }

// Above the numbers that adduser assigns to people, below those that Debian and systemd assign by themselves.
const [FIRST, LAST] = [50_000, 59_999]

/**
 * Gives a data folder without a running server (a new one, or one of an earlier release) to an account number that
 * nothing else on this machine uses; from then on the owner of the folder is that account. The folder itself is changed
 * last, so that an interrupted call starts again.
 */
export function takeFromNobody(data: string): Account {
  const files = readdirSync(data, { recursive: true, encoding: 'utf8' })
  const own = findFreeAccount()
  try {
    for (const path of [...files.map((file) => join(data, file)), data])
      lchownSync(path, own.uid, own.gid)
    return own
  } catch (error) {
    // In a container with only a few account numbers `nobody` is used by nothing else.
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
