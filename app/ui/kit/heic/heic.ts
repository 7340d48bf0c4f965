import { MOST_PICTURE_BYTES } from '../../../rules/media/uploads.ts'
import type { mediaRefusals } from '../../../rules/messages/media/media.ts'

export type HeicRefusal = Extract<
  keyof typeof mediaRefusals,
  'heic-broken' | 'heic-memory' | 'heic-lost' | 'picture-too-large' | 'picture-too-many-pixels'
>
export type Conversion = { ok: true; jpeg: Blob } | { ok: false; reason: HeicRefusal }

/** Whether a file is a HEIC photo, by its first bytes as on the server (modules/media/store-picture.ts). */
export async function isHeic(file: File) {
  // A file that cannot be read counts as no HEIC: the upload reports the failure.
  const head = await file
    .slice(4, 40)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  const text = String.fromCharCode(...new Uint8Array(head))
  return /^ftyp(hei[cxms]|hev[cm]|mif1|msf1)/.test(text) && !/avi[fs]/.test(text)
}

// Not imported in the server's build, which would include a copy of it and of its WebAssembly file.
const load = import.meta.env.SSR ? null : () => import('./convert-heic.ts')

/**
 * Converts a HEIC photo to a JPEG that the shop takes, upright and within the shop's size. Loads the converter now.
 * Null when the signal was aborted.
 */
export async function toJpeg(
  file: File,
  signal: AbortSignal,
): Promise<{ ok: true; file: File } | { ok: false; reason: HeicRefusal } | null> {
  if (file.size > MOST_PICTURE_BYTES) return { ok: false, reason: 'picture-too-large' }
  const program = await load?.().catch(() => null)
  if (signal.aborted) return null
  if (!program) return { ok: false, reason: 'heic-lost' }
  const made = await program.convertHeic(file, signal)
  if (!made?.ok) return made
  const name = `${file.name.replace(/\.hei[cf]s?$/i, '')}.jpg`
  return { ok: true, file: new File([made.jpeg], name, { type: 'image/jpeg' }) }
}
