import type { Storage } from '../../platform/storage/storage.server.ts'

/** A whole stored file; null when it does not exist. */
export async function readIfThere(storage: Storage, path: string): Promise<Buffer | null> {
  const file = await storage.read(path)
  if (!file) return null
  const parts: Buffer[] = []
  for await (const part of file.bytes) parts.push(part)
  return Buffer.concat(parts)
}

/** A whole stored file; throws when it does not exist. */
export async function readStored(storage: Storage, path: string): Promise<Buffer> {
  const bytes = await readIfThere(storage, path)
  if (!bytes) throw new Error(`no such file: ${path}`)
  return bytes
}
