import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A refusal in one plain sentence, with what to do about it. */
export class SetupProblem extends Error {}

/** Allows one setup at a time in this folder: a lock that was not renewed for 30 s counts as abandoned. */
export async function withLock(work) {
  const lock = join(root, '.cache', 'setup.lock')
  mkdirSync(dirname(lock), { recursive: true })
  const mine = `${process.pid} ${Date.now()}`
  for (let isLogged = false; !takeLock(lock, mine); isLogged = true) {
    if (!isLogged) console.log('Waiting for another start that is setting up this folder …')
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  const beat = setInterval(() => touch(lock), 5000)
  const release = () => rmSync(lock, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    process.off('exit', release)
    release()
  }
}

function takeLock(lock, mine) {
  try {
    writeFileSync(lock, mine, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') {
      throw new SetupProblem(
        `${dirname(lock)} cannot be written (${error.code}): let this account write to the project's folder, or free some disk.`,
      )
    }
  }
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  if (age > 30_000) rmSync(lock, { force: true })
  return false
}

function touch(path) {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // The lock was deleted by hand: there is nothing to renew.
  }
}
