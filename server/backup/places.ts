import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { syncFolder } from '../../app/platform/storage/storage-folder.server.ts'
import { ShownError } from '../shown-error.ts'

/** A place to which backups are written. */
export type BackupPlace = {
  /** The place's name in messages. */
  name: string
  /**
   * Writes a backup, which appears only when it is complete; returns its size. The caller holds the lock of backups
   * until then (`openSnapshot`).
   */
  write(name: string, bytes: AsyncIterable<Buffer>): Promise<number>
  /** Succeeds when the backup does not exist. */
  remove(name: string): Promise<void>
}

/**
 * Opens a folder, and creates it when only its last part is missing. Unfinished files begin with the shop's `stem`: the
 * next backup of the same shop deletes them, so that interrupted backups do not fill the disk.
 */
export function openFolder(folder: string, stem: string): BackupPlace {
  const path = resolve(folder)
  const removeDrafts = async () => {
    // The first name is that of releases up to 0.1.
    const isDraft = (name: string) => name === `.${stem}.part` || name.startsWith(`.${stem}~`)
    for (const name of (await readdir(path)).filter(isDraft))
      await rm(join(path, name), { force: true })
  }
  return {
    name: path,
    async write(name, bytes) {
      await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST')
          throw new ShownError(
            `Backups cannot be written to ${path} (${error.code}): make that folder, and let the shop's account write there.`,
            { cause: error },
          )
      })
      const file = join(path, name)
      if (await stat(file).catch(() => null))
        throw new ShownError(`${file} is there already: wait a second, and try again.`)
      // A name of its own: a backup whose connection, and so its lock, was lost may still write to the former one.
      const draft = join(path, `.${stem}~${randomUUID()}.part`)
      try {
        await removeDrafts()
        const size = await writeWhole(draft, bytes)
        await rename(draft, file)
        await syncFolder(path)
        return size
      } catch (error) {
        await rm(draft, { force: true })
        throw explainFull(error, path)
      }
    },
    async remove(name) {
      await rm(join(path, name), { force: true })
    },
  }
}

async function writeWhole(draft: string, bytes: AsyncIterable<Buffer>) {
  // Only this account may read the file, because it holds password hashes and people's addresses.
  const handle = await open(draft, 'wx', 0o600)
  let size = 0
  try {
    for await (const part of bytes) {
      await handle.writeFile(part)
      size += part.length
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return size
}

function explainFull(error: unknown, path: string) {
  const { code } = error as { code?: string }
  if (code === 'ENOSPC')
    return new ShownError(`The disk of ${path} is full: the backup was not made.`, {
      cause: error,
    })
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return new ShownError(
      `Backups cannot be written to ${path} (${code}): let the shop's account write there.`,
      { cause: error },
    )
  return error
}

/** The bytes of a backup in a file. */
export async function readFile(file: string): Promise<AsyncIterable<Buffer>> {
  const stream = createReadStream(file, { highWaterMark: 256 * 1024 })
  try {
    await once(stream, 'open')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ShownError(
      `${join(dirname(resolve(file)), basename(file))} cannot be read (${code}).`,
    )
  }
  return stream
}
