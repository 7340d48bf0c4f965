import { storePictures } from '../../../modules/media/store-picture.ts'
import { askForReturn } from '../../../modules/returns/request-return.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { LIMITS } from '../../../rules/limits.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import {
  LONGEST_RETURN_NOTE,
  MOST_RETURN_PHOTOS,
  ownReturnReasons,
} from '../../../rules/returns/returns.ts'
import type { TypedReturn } from '../../../ui/shop/returns/return-form-line.tsx'
import { holdPhotos, parsePhotos, readFields } from '../../../web/forms/parse-upload.ts'
import {
  cleanForm,
  readFiles,
  readId,
  readReturnLines,
  readText,
} from '../../../web/forms/read-form.ts'
import { tryAct } from '../../../web/try-act.ts'

const MOST_PARTS = 200

/** Only this form of an order's page is sent with files. */
export const isUpload = ({ headers }: Request) =>
  headers.get('content-type')?.startsWith('multipart/') ?? false

/**
 * A return that is asked for with photos: they are stored first, and those of one that is refused go with the next
 * night. A refusal brings what was `typed`, as far as it had come; of who asks too often no photo is read.
 */
export async function askWithPhotos(
  shop: Shop,
  request: Request,
  buyerId: string,
  orderId: string,
) {
  const done =
    (await refuseMany(shop, buyerId)) ??
    (await holdPhotos(request, buyerId, async () => {
      const sent = await parsePhotos(request, MOST_PARTS)
      const form = cleanForm(sent.form)
      const answer =
        sent.refusal ??
        (await tryAct(shop, 'return-failed', () => storeAndAsk(shop, form, buyerId, orderId)))
      return answer.ok ? answer : { ...answer, typed: readTyped(form) }
    }))
  return done.ok || 'typed' in done
    ? done
    : { ...done, typed: readTyped(cleanForm(await readFields(request, MOST_PARTS))) }
}

async function refuseMany({ rateLimiter }: Pick<Shop, 'rateLimiter'>, buyerId: string) {
  const { allowed, retryAfter } = await rateLimiter.take(`returns ${buyerId}`, LIMITS.returns)
  const refusal: Refusal<'too-many-attempts'> = {
    ok: false,
    reason: 'too-many-attempts',
    minutes: Math.ceil(retryAfter / 60),
  }
  return allowed ? null : refusal
}

async function storeAndAsk(shop: Shop, form: FormData, buyerId: string, orderId: string) {
  const asked = readAsked(form)
  if (!asked) return { ok: false as const, reason: 'bad-form' as const }
  const photos = readFiles(form, 'photos')
  if (photos.length > MOST_RETURN_PHOTOS)
    return { ok: false as const, reason: 'return-photos-many' as const }
  const stored = await storePictures(shop, photos, 'returns')
  if (!stored.ok) return stored
  return askForReturn(shop, buyerId, { ...asked, orderId, pictures: stored.pictureIds })
}

/** What a form asks to send back; null for what it does not say. */
export function readAsked(form: FormData) {
  const id = readId(readText(form, 'return'))
  const reason = ownReturnReasons().find((reason) => reason === readText(form, 'reason'))
  if (!id || !reason) return null
  const note = readText(form, 'note', LONGEST_RETURN_NOTE) || null
  return { id, reason, note, lines: readReturnLines(form) }
}

/** The same, for the form to come back with it. */
export const readTyped = (form: FormData): TypedReturn => ({
  reason: readText(form, 'reason'),
  note: readText(form, 'note', LONGEST_RETURN_NOTE),
  lines: readReturnLines(form),
})
