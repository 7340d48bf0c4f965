import {
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  parseFormData,
} from '@remix-run/form-data-parser'
import { PICTURE_FOLDERS, type PictureFolder } from '../../../rules/media/pictures.ts'
import { MOST_PICTURE_BYTES } from '../../../rules/media/uploads.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'

// A file is held in memory from its first byte until it is stored: so many at once in a process, and no
// more, and some are always left for others than the person whose line is slow.
const MOST_AT_ONCE = 8
const MOST_OF_ONE = 6
const ROOM_FOR_FIELDS = 64 * 1024
const held: string[] = []

/**
 * Reads the one picture file of a multipart request and has it stored. Refuses when too many are under
 * way, of all or of this person.
 */
export async function receiveUpload<T>(
  request: Request,
  userId: string,
  store: (bytes: Buffer, folder: PictureFolder) => Promise<T>,
): Promise<T | Refusal<'uploads-busy'> | UploadRefusal> {
  if (held.length >= MOST_AT_ONCE || held.filter((id) => id === userId).length >= MOST_OF_ONE)
    return { ok: false, reason: 'uploads-busy' }
  held.push(userId)
  try {
    const upload = await readUpload(request)
    return upload.ok ? await store(upload.bytes, upload.folder) : upload
  } finally {
    held.splice(held.indexOf(userId), 1)
  }
}

type UploadRefusal = Refusal<'image-failed' | 'picture-too-large' | 'upload-cut'>
type Upload = { ok: true; bytes: Buffer; folder: PictureFolder }

/**
 * The one picture file of a multipart request, whole, and the folder it is for. Refuses more than 15 MB
 * as soon as they have passed, what is cut off, and what is no upload.
 */
async function readUpload(request: Request): Promise<Upload | UploadRefusal> {
  if (!/^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? ''))
    return { ok: false, reason: 'image-failed' }
  try {
    const form = await parseFormData(request, {
      maxFiles: 1,
      maxFileSize: MOST_PICTURE_BYTES,
      maxParts: 4,
      maxTotalSize: MOST_PICTURE_BYTES + ROOM_FOR_FIELDS,
    })
    const file = form.get('file')
    const folder = PICTURE_FOLDERS.find((known) => known === form.get('folder'))
    if (!(file instanceof File) || !folder) return { ok: false, reason: 'image-failed' }
    return { ok: true, bytes: Buffer.from(await file.arrayBuffer()), folder }
  } catch (error) {
    // The rest is read away, so that the sender gets to the answer.
    await request.body?.cancel().catch(() => {})
    const isTooLarge =
      error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError
    return { ok: false, reason: isTooLarge ? 'picture-too-large' : 'upload-cut' }
  }
}
