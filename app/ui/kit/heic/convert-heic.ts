import { encodeJpeg } from './encode-jpeg.ts'
import type { Conversion } from './heic.ts'

/**
 * Converts with the browser's own decoder if it has one (Safari), otherwise with the library's, which is loaded now.
 * Null when it was aborted.
 */
export async function convertHeic(file: File, signal: AbortSignal): Promise<Conversion | null> {
  const own = await createImageBitmap(file).catch(() => null)
  if (!own) return signal.aborted ? null : convertInWorker(file, signal)
  const jpeg = await encodeJpeg(own).catch(() => null)
  if (signal.aborted) return null
  return jpeg ? { ok: true, jpeg } : { ok: false, reason: 'heic-memory' }
}

/** In a separate worker, so that the page stays responsive and the photo's memory is freed with the worker. */
function convertInWorker(file: File, signal: AbortSignal): Promise<Conversion | null> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Conversion | null>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Conversion>) => resolve(data))
    // The worker's script failed to load.
    worker.addEventListener('error', () => resolve({ ok: false, reason: 'heic-lost' }))
    signal.addEventListener('abort', () => resolve(null))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}
