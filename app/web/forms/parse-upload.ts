import {
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  parseFormData,
} from '@remix-run/form-data-parser'
import { MOST_PICTURE_BYTES } from '../../rules/media/uploads.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'

// A file is held in memory from its first byte until it is stored: so many at once in a process, and no
// more, and some are always left for others than the person whose line is slow.
const MOST_AT_ONCE = 8
const MOST_OF_ONE = 6
const ROOM_FOR_FIELDS = 64 * 1024
const held: string[] = []

/** Does work that holds so many files in memory; refuses when too many are under way, of all or of this person. */
export async function holdFiles<T>(
  owner: string,
  files: number,
  work: () => Promise<T>,
): Promise<T | Refusal<'uploads-busy'>> {
  const ofOwner = held.filter((id) => id === owner).length
  if (held.length + files > MOST_AT_ONCE || ofOwner + files > MOST_OF_ONE)
    return { ok: false, reason: 'uploads-busy' }
  held.push(...Array.from({ length: files }, () => owner))
  try {
    return await work()
  } finally {
    for (let n = 0; n < files; n += 1) held.splice(held.indexOf(owner), 1)
  }
}

type UploadRefusal = Refusal<'picture-too-large' | 'upload-cut'>

/**
 * The fields and files of a multipart form, whole. Refuses a file of more than 15 MB, or more than `mostBytes` in all, as
 * soon as they have passed, and what is cut off.
 */
export async function parseUpload(
  request: Request,
  { maxFiles, maxParts, mostBytes }: { maxFiles: number; maxParts: number; mostBytes: number },
): Promise<{ ok: true; form: FormData } | UploadRefusal> {
  try {
    const form = await parseFormData(request, {
      maxFiles,
      maxFileSize: MOST_PICTURE_BYTES,
      maxParts,
      maxTotalSize: mostBytes + ROOM_FOR_FIELDS,
    })
    return { ok: true, form }
  } catch (error) {
    // The rest is read away, so that the sender gets to the answer.
    await request.body?.cancel().catch(() => {})
    const isTooLarge =
      error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError
    return { ok: false, reason: isTooLarge ? 'picture-too-large' : 'upload-cut' }
  }
}
