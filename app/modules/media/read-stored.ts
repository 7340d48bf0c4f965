import type { Storage } from '../../platform/storage/storage.server.ts'

/** The whole of a stored file; throws when it is not there. */
export async function readStored(storage: Storage, path: string): Promise<Buffer> {
  const file = await storage.read(path)
  if (!file) throw new Error(`no such file: ${path}`)
  const parts: Buffer[] = []
  for await (const part of file.bytes) parts.push(part)
  return Buffer.concat(parts)
}
