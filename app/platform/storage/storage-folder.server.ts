import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { isStoragePath, requireStoragePath, type Storage } from './storage.server.ts'

/** Stores files under `DATA_DIR/files`, which this server serves under `/files/`, or in another folder there. */
export function openFolderStorage(dataDir: string, folder = 'files'): Storage {
  const place = (path: string) => join(dataDir, folder, requireStoragePath(path))
  return {
    async put(path, bytes) {
      await writeWhole(place(path), bytes)
    },
    async has(path) {
      try {
        return (await stat(place(path))).isFile()
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
        throw error
      }
    },
    async read(path) {
      const handle = await open(place(path)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
      if (!handle) return null
      const { size } = await handle.stat()
      return { size, bytes: handle.createReadStream() }
    },
    async remove(path) {
      await rm(place(path), { force: true })
    },
    url: (path) => `/files/${requireStoragePath(path)}`,
  }
}

/** The file on disk for the path after `/files/`; null when no file of ours can have that name. */
export function locateStoredFile(dataDir: string, path: string): string | null {
  return isStoragePath(path) ? join(dataDir, 'files', path) : null
}

/** Writes beside the file, syncs and renames, so that after a power cut it is either complete or unchanged. */
export async function writeWhole(
  file: string,
  content: Uint8Array | string,
  mode = 0o644,
): Promise<void> {
  const folder = dirname(resolve(file))
  const firstMade = await mkdir(folder, { recursive: true })
  const beside = join(folder, `.${basename(file)}.${randomBytes(6).toString('hex')}`)
  try {
    const handle = await open(beside, 'wx', mode)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(beside, file)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
  const top = firstMade ? dirname(firstMade) : folder
  for (let made = folder; ; made = dirname(made)) {
    await syncFolder(made)
    if (made === top || made === dirname(made)) break
  }
}

/** Syncs a folder, so that what was renamed or made in it survives a power cut. */
export async function syncFolder(folder: string) {
  // Windows opens no folders, and renames there need no such sync.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
