import { storePictures } from '../../../modules/media/store-picture.ts'
import {
  askForReturn,
  askForReturnByLink,
  type ReturnRequest,
} from '../../../modules/returns/request-return.ts'
import { refuseTooMany } from '../../../platform/rate-limiter.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { LIMITS, type RateLimit } from '../../../rules/limits.ts'
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

/** Who requests a return on an order's page: its account, or whoever has its link, identified by the network. */
export type Asker = { orderId: string } & (
  | { by: 'account'; userId: string }
  | { by: 'link'; linkVersion: number; network: string }
)

/**
 * Requests a return with photos. The photos are stored first; the nightly cleanup deletes those of a refused request. A
 * refusal returns what was `typed`, as far as it arrived; for a person who asks too often no photo is read.
 */
export async function askWithPhotos(shop: Shop, request: Request, asker: Asker) {
  const done =
    (await refuseMany(shop, asker)) ??
    (await holdPhotos(request, nameOf(asker), async () => {
      const sent = await parsePhotos(request, MOST_PARTS)
      const form = cleanForm(sent.form)
      const answer =
        sent.refusal ?? (await tryAct(shop, 'return-failed', () => storeAndAsk(shop, form, asker)))
      return answer.ok ? answer : { ...answer, typed: readTyped(form) }
    }))
  return done.ok || 'typed' in done
    ? done
    : { ...done, typed: readTyped(cleanForm(await readFields(request, MOST_PARTS))) }
}

/** The same for a form without files. */
export async function askWithout(shop: Shop, form: FormData, asker: Asker) {
  const many = await refuseMany(shop, asker)
  if (many) return many
  const asked = readAsked(form)
  return asked ? ask(shop, asker, asked) : { ok: false as const, reason: 'bad-form' as const }
}

const nameOf = (asker: Asker) =>
  asker.by === 'account' ? asker.userId : `${asker.orderId} ${asker.network}`

async function refuseMany(
  { rateLimiter }: Pick<Shop, 'rateLimiter'>,
  asker: Asker,
): Promise<Refusal<'too-many-attempts'> | null> {
  const key = `returns ${nameOf(asker)}`
  const counted: [string, RateLimit][] =
    asker.by === 'account'
      ? [[key, LIMITS.returns]]
      : [
          [key, LIMITS.linkReturnsHere],
          [`returns-by-link ${asker.orderId}`, LIMITS.linkReturns],
        ]
  for (const [counter, limit] of counted) {
    const { allowed, retryAfter } = await rateLimiter.take(counter, limit)
    if (!allowed) return refuseTooMany({ retryAfter })
  }
  return null
}

const ask = (
  shop: Shop,
  asker: Asker,
  asked: Omit<ReturnRequest, 'orderId'>,
): ReturnType<typeof askForReturn> => {
  const request = { ...asked, orderId: asker.orderId }
  return asker.by === 'account'
    ? askForReturn(shop, asker.userId, request)
    : askForReturnByLink(shop, asker.linkVersion, request)
}

async function storeAndAsk(shop: Shop, form: FormData, asker: Asker) {
  const asked = readAsked(form)
  if (!asked) return { ok: false as const, reason: 'bad-form' as const }
  const photos = readFiles(form, 'photos')
  if (photos.length > MOST_RETURN_PHOTOS)
    return { ok: false as const, reason: 'return-photos-many' as const }
  const stored = await storePictures(shop, photos, 'returns')
  if (!stored.ok) return stored
  return ask(shop, asker, { ...asked, pictures: stored.pictureIds })
}

/** The return that a form requests; null when a field is missing or unknown. */
export function readAsked(form: FormData) {
  const id = readId(readText(form, 'return'))
  const reason = ownReturnReasons().find((reason) => reason === readText(form, 'reason'))
  if (!id || !reason) return null
  const note = readText(form, 'note', LONGEST_RETURN_NOTE) || null
  return { id, reason, note, lines: readReturnLines(form) }
}

/** The typed values, for the form to be rendered again. */
export const readTyped = (form: FormData): TypedReturn => ({
  reason: readText(form, 'reason'),
  note: readText(form, 'note', LONGEST_RETURN_NOTE),
  lines: readReturnLines(form),
})
