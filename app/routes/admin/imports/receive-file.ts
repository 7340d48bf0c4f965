import { createWriteStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Refusal } from '../../../rules/messages/refusals.ts'

class TooLarge extends Error {}

type Received = {
  form: FormData
  name: string
  refusal: Refusal<'import-cut'> | 'too-large' | null
}

/**
 * Reads the fields before the one file of a multipart form, and writes the file to `path` as it arrives: none of it is
 * held in memory.
 */
export async function receiveFile(
  request: Request,
  path: string,
  mostBytes: number,
): Promise<Received> {
  const form = new FormData()
  let name = ''
  let part: Readable | undefined
  let written: Promise<void> | undefined
  const cut = { ok: false, reason: 'import-cut' } as const
  try {
    const { default: Busboy } = await import('@fastify/busboy')
    const busboy = new Busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: { files: 1, fields: 10, fieldSize: 1000, parts: 11 },
    })
    busboy.on('field', (field, value) => form.append(field, value))
    busboy.on('file', (_field, file, fileName) => {
      name = fileName ?? ''
      part = file
      written = pipeline(file, countTo(mostBytes), createWriteStream(path, { flags: 'wx' }))
      // A failed write ends the reading of the request.
      written.catch((error: Error) => busboy.destroy(error))
    })
    if (!request.body) return { form, name, refusal: cut }
    await pipeline(Readable.fromWeb(request.body as ReadableStream), busboy)
    await written
    return { form, name, refusal: null }
  } catch (error) {
    // A broken connection ends the form but not the file stream in it: the write would wait for ever.
    part?.destroy(error instanceof Error ? error : new Error('cut'))
    const isTooLarge = await written?.then(
      () => false,
      (error: unknown) => error instanceof TooLarge,
    )
    return { form, name, refusal: isTooLarge ? 'too-large' : cut }
  }
}

function countTo(most: number) {
  let bytes = 0
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      bytes += part.length
      done(bytes > most ? new TooLarge() : null, part)
    },
  })
}
