import { type ChosenPicture, type PictureFolder } from '../../../rules/media/pictures.ts'
import { MOST_PICTURE_BYTES } from '../../../rules/media/uploads.ts'
import { mediaRefusals } from '../../../rules/messages/media/media.ts'

const NEEDED = ['id', 'url', 'width', 'height', 'tint', 'widths'] as const

const describe = (reason: keyof typeof mediaRefusals) => mediaRefusals[reason].description

/** `mayPass`: the same file may be accepted if it is sent again. */
export type UploadResult =
  | { ok: true; picture: ChosenPicture }
  | { ok: false; error: string; mayPass: boolean }

function readResult(request: XMLHttpRequest): UploadResult {
  // An upload without a session was redirected to the sign-in page.
  if (new URL(request.responseURL, location.href).pathname === '/auth')
    return { ok: false, error: describe('upload-signed-out'), mayPass: true }
  try {
    const body = JSON.parse(request.responseText) as Record<string, never>
    if (request.status === 200 && NEEDED.every((field) => field in body)) {
      const { id, url, width, height, tint, widths } = body as Record<
        (typeof NEEDED)[number],
        never
      >
      return { ok: true, picture: { id, src: url, width, height, tint, widths, hasAvif: false } }
    }
    if (typeof body['error'] === 'string')
      return { ok: false, error: body['error'], mayPass: request.status >= 500 }
  } catch {
    // Not our answer: a proxy's page, or nothing at all.
  }
  const isTooLarge = request.status === 413
  const reason = isTooLarge ? 'picture-too-large' : 'image-failed'
  return { ok: false, error: describe(reason), mayPass: !isTooLarge }
}

/**
 * Uploads one file; `onShare` is called with the share that was sent, from 0 to 1. Resolves to null when the signal is
 * aborted. (`fetch` cannot report an upload's progress.)
 */
export function sendPicture(
  file: File,
  folder: PictureFolder,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<UploadResult | null> {
  if (file.size > MOST_PICTURE_BYTES)
    return Promise.resolve({ ok: false, error: describe('picture-too-large'), mayPass: false })
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const body = new FormData()
    body.set('folder', folder)
    body.set('file', file)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onShare(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () => resolve(readResult(request)))
    request.addEventListener('error', () =>
      resolve({ ok: false, error: describe('upload-lost'), mayPass: true }),
    )
    request.addEventListener('abort', () => resolve(null))
    signal.addEventListener('abort', () => request.abort())
    request.open('POST', '/admin/pictures')
    request.send(body)
  })
}
