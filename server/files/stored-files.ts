import { open } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { storedFileCacheControl } from '../../app/platform/storage/storage.server.ts'
import { locateStoredFile } from '../../app/platform/storage/storage-folder.server.ts'
import { listenerErrors } from '../../app/rules/messages/general.ts'
import { answerPlainly } from '../respond.ts'
import { contentTypeOf } from './content-types.ts'

/**
 * Answers `/files/…` from the data folder. The bytes behind a name never change, so browsers cache most files for good.
 */
export async function answerStoredFile(
  req: IncomingMessage,
  res: ServerResponse,
  dataDir: string,
  path: string,
) {
  const name = decodeURIComponent(path.slice('/files/'.length))
  const file = locateStoredFile(dataDir, name)
  const handle = file && (await open(file, 'r').catch(() => null))
  if (!handle) return answerPlainly(res, 404, listenerErrors['file-missing'])
  try {
    const facts = await handle.stat()
    if (!facts.isFile()) return answerPlainly(res, 404, listenerErrors['file-missing'])
    const etag = `"${facts.size.toString(36)}-${Math.round(facts.mtimeMs).toString(36)}"`
    res.setHeader('Cache-Control', storedFileCacheControl(name))
    res.setHeader('ETag', etag)
    res.setHeader('X-Content-Type-Options', 'nosniff')
    // A file that somebody uploaded runs no script when it is opened by itself.
    res.setHeader(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    )
    if (req.headers['if-none-match']?.includes(etag)) {
      res.statusCode = 304
      res.end()
      return
    }
    res.setHeader('Content-Type', contentTypeOf(path))
    res.setHeader('Content-Length', facts.size)
    if (req.method === 'HEAD') {
      res.end()
      return
    }
    await pipeline(handle.createReadStream({ autoClose: false }), res).catch(() => res.destroy())
  } finally {
    await handle.close()
  }
}
