import { encodeJpeg } from './encode-jpeg.ts'
import type { Conversion } from './heic.ts'

/** The browser's own decoder where it has one (Safari), else the library's, fetched now. Null when it was aborted. */
export async function convertHeic(file: File, signal: AbortSignal): Promise<Conversion | null> {
  const own = await createImageBitmap(file).catch(() => null)
  if (!own) return signal.aborted ? null : convertInWorker(file, signal)
  const jpeg = await encodeJpeg(own).catch(() => null)
  if (signal.aborted) return null
  return jpeg ? { ok: true, jpeg } : { ok: false, reason: 'heic-memory' }
}

/** In a worker of its own: the page stays awake, and what a photo took of the memory ends with it. */
function convertInWorker(file: File, signal: AbortSignal): Promise<Conversion | null> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Conversion | null>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Conversion>) => resolve(data))
    // Its script did not arrive.
    worker.addEventListener('error', () => resolve({ ok: false, reason: 'heic-lost' }))
    signal.addEventListener('abort', () => resolve(null))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}
