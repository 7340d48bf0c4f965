import {
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  type MultipartPart,
  parseMultipartRequest,
} from '@remix-run/multipart-parser'
import { MOST_PICTURE_BYTES } from '../../rules/media/uploads.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'

// A file is held in memory from its first byte until it is stored, so the number at once in a process is limited. One
// person cannot take all places, so that a slow connection does not block others. Customers have half of the places,
// so that staff can always upload.
const MOST_AT_ONCE = 8
const MOST = { staff: { ofAll: MOST_AT_ONCE, ofOne: 6 }, customer: { ofAll: 4, ofOne: 2 } }
const ROOM_FOR_FIELDS = 64 * 1024

type Owner = { id: string; kind: keyof typeof MOST }
const held: Owner[] = []

/**
 * Does work that holds so many files in memory; refuses when too many are under way in all, for this kind of owner, or
 * for this person.
 */
export async function holdFiles<T>(
  owner: Owner,
  files: number,
  work: () => Promise<T>,
): Promise<T | Refusal<'uploads-busy'>> {
  const ofKind = held.filter(({ kind }) => kind === owner.kind)
  const ofOwner = ofKind.filter(({ id }) => id === owner.id)
  const { ofAll, ofOne } = MOST[owner.kind]
  const isBusy =
    held.length + files > MOST_AT_ONCE ||
    ofKind.length + files > ofAll ||
    ofOwner.length + files > ofOne
  if (isBusy) return { ok: false, reason: 'uploads-busy' }
  held.push(...Array.from({ length: files }, () => owner))
  try {
    return await work()
  } finally {
    for (let n = 0; n < files; n += 1) held.splice(held.indexOf(owner), 1)
  }
}

/** Whether a form is so short that it holds only fields, or a picture too small to count. */
export const isOfFields = ({ headers }: Request) =>
  Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY) <= ROOM_FOR_FIELDS

/** At most 25 MB of photos in a customer's form; they count as two of the largest pictures. */
const PHOTOS = { weighs: 2, mostBytes: 25 * 1024 * 1024 }

/** Holds a customer's form with photos; a form without photos does not wait for others. */
export const holdPhotos = <T>(request: Request, id: string, work: () => Promise<T>) =>
  holdFiles({ id, kind: 'customer' }, isOfFields(request) ? 0 : PHOTOS.weighs, work)

/** Parses such a form. Accepts more files than allowed, so that the customer sees that there are too many. */
export const parsePhotos = (request: Request, maxParts: number) =>
  parseUpload(request, { maxFiles: 10, maxParts, mostBytes: PHOTOS.mostBytes })

type UploadRefusal = Refusal<'picture-too-large' | 'upload-cut'>

/**
 * Parses a whole multipart form. Refuses a file of more than 15 MB, or more than `mostBytes` in all, as soon as the
 * limit is passed, and a form that is cut off; `form` then holds what came before.
 */
export async function parseUpload(
  request: Request,
  { maxFiles, maxParts, mostBytes }: { maxFiles: number; maxParts: number; mostBytes: number },
): Promise<{ form: FormData; refusal: UploadRefusal | null }> {
  const form = new FormData()
  let files = 0
  try {
    const parts = parseMultipartRequest(request, {
      maxFileSize: MOST_PICTURE_BYTES,
      maxParts,
      maxTotalSize: mostBytes + ROOM_FOR_FIELDS,
    })
    for await (const part of parts) {
      if (!part.name) continue
      if (!part.isFile) form.append(part.name, part.text)
      else if ((files += 1) > maxFiles) throw new Error('too many files')
      else form.append(part.name, fileOf(part))
    }
    return { form, refusal: null }
  } catch (error) {
    // Discards the rest of the body, so that the sender receives the answer.
    await request.body?.cancel().catch(() => {})
    const isTooLarge =
      error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError
    return { form, refusal: { ok: false, reason: isTooLarge ? 'picture-too-large' : 'upload-cut' } }
  }
}

const fileOf = ({ content, filename, mediaType }: MultipartPart) =>
  new File(content as Uint8Array<ArrayBuffer>[], filename ?? '', {
    type: mediaType ?? 'application/octet-stream',
  })

/** The fields before the first file, of a form whose files are refused unread. */
export const readFields = async (request: Request, maxParts: number) =>
  (await parseUpload(request, { maxFiles: 0, maxParts, mostBytes: 0 })).form
