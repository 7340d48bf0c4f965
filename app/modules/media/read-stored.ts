import type { Storage } from '../../platform/storage/storage.server.ts'

/** The whole of a stored file; null when it is not there. */
export async function readIfThere(storage: Storage, path: string): Promise<Buffer | null> {
  const file = await storage.read(path)
  if (!file) return null
  const parts: Buffer[] = []
  for await (const part of file.bytes) parts.push(part)
  return Buffer.concat(parts)
}

/** The whole of a stored file; throws when it is not there. */
export async function readStored(storage: Storage, path: string): Promise<Buffer> {
  const bytes = await readIfThere(storage, path)
  if (!bytes) throw new Error(`no such file: ${path}`)
  return bytes
}
