import { PICTURE_FOLDERS, type PictureFolder } from '../../../rules/media/pictures.ts'
import { MOST_PICTURE_BYTES } from '../../../rules/media/uploads.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { holdFiles, parseUpload } from '../../../web/forms/parse-upload.ts'

/**
 * Reads the one picture file of a multipart request and stores it. Refuses when too many uploads are running, in total
 * or of this person.
 */
export const receiveUpload = <T>(
  request: Request,
  userId: string,
  store: (bytes: Buffer, folder: PictureFolder) => Promise<T>,
): Promise<T | Refusal<'uploads-busy'> | UploadRefusal> =>
  holdFiles({ id: userId, kind: 'staff' }, 1, async () => {
    const upload = await readUpload(request)
    return upload.ok ? store(upload.bytes, upload.folder) : upload
  })

type UploadRefusal = Refusal<'image-failed' | 'picture-too-large' | 'upload-cut'>
type Upload = { ok: true; bytes: Buffer; folder: PictureFolder }

/**
 * Reads the whole picture file of a multipart request, and the folder that it is for. Refuses a request that is no
 * upload.
 */
async function readUpload(request: Request): Promise<Upload | UploadRefusal> {
  if (!/^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? ''))
    return { ok: false, reason: 'image-failed' }
  const sent = { maxFiles: 1, maxParts: 4, mostBytes: MOST_PICTURE_BYTES }
  const { form, refusal } = await parseUpload(request, sent)
  if (refusal) return refusal
  const file = form.get('file')
  const folder = PICTURE_FOLDERS.find((known) => known === form.get('folder'))
  if (!(file instanceof File) || !folder) return { ok: false, reason: 'image-failed' }
  return { ok: true, bytes: Buffer.from(await file.arrayBuffer()), folder }
}
