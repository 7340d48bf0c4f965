import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Takes a lock on a file for this process; null after `waitMs`. The operating system releases the lock however its
 * owner ends, which a file with a process id cannot promise. SQLite is used only for its portable file lock and writes
 * nothing, not even a journal, which a full disk would have no room for.
 */
export async function holdFile(path: string, waitMs: number): Promise<(() => void) | null> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = new DatabaseSync(path)
  file.exec('PRAGMA busy_timeout = 0')
  const deadline = Date.now() + waitMs
  for (;;) {
    try {
      // The first statement is also refused while another process holds the file.
      file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
      return () => file.close()
    } catch (error) {
      const SQLITE_BUSY = 5
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    }
    if (Date.now() >= deadline) {
      file.close()
      return null
    }
    await wait(100)
  }
}
