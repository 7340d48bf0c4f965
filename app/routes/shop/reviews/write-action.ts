import { data } from 'react-router'
import { storePictures } from '../../../modules/media/store-picture.ts'
import { type Buyer, findBought } from '../../../modules/reviews/find-bought.ts'
import { countReview, deleteReview, writeReview } from '../../../modules/reviews/write-review.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { readSlug } from '../../../rules/catalogue/product-filters.ts'
import type { Message } from '../../../rules/messages/message.ts'
import {
  formatRefusal,
  type PlainReason,
  type Reason,
  type Reasoned,
  type Refusal,
} from '../../../rules/messages/refusals.ts'
import { reviewErrors } from '../../../rules/messages/reviews/reviews.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import {
  REVIEW_FIELDS,
  type ReviewErrors,
  type ReviewValues,
  readReview,
} from '../../../rules/reviews/review-form.ts'
import { MOST_PHOTOS } from '../../../rules/reviews/reviews.ts'
import { shopContext } from '../../../web/context.ts'
import { holdPhotos, parsePhotos, readFields } from '../../../web/forms/parse-upload.ts'
import {
  cleanForm,
  readFiles,
  readId,
  readRequest,
  readText,
  readTexts,
  readValues,
} from '../../../web/forms/read-form.ts'
import { NO_STORE } from '../../../web/no-store.ts'
import { badToast, goodToast, redirectWith } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/write'
import { findBuyer } from './buyer.ts'

const MOST_PARTS = 30
const typedIn = (form: FormData) => readValues(cleanForm(form), REVIEW_FIELDS)

/** Saves or deletes a review. A visitor who has not bought the product is refused before a byte of the form is read. */
export async function saveReview(args: Route.ActionArgs) {
  const { request, context, params } = args
  const shop = context.get(shopContext)
  const slug = readSlug(params.slug) ?? ''
  const { buyer } = await findBuyer(args)
  const bought = await findBought(shop.db, buyer, slug)
  if (!bought) return redirectWith(context, '/reviews/new', badToast('review-not-bought'))
  const counted = await countReview(shop, buyer)
  if (!counted.ok) return refuse(typedIn(await readFields(request, MOST_PARTS)), counted)

  return holdOrRefuse(request, buyer, async () => {
    const sent = await parsePhotos(request, MOST_PARTS)
    if (sent.refusal) return refuse(typedIn(sent.form), sent.refusal)
    const form = cleanForm(sent.form)
    if (readText(form, 'intent') !== 'delete') return saveTyped(args, buyer, bought.hasSizes, form)
    const deleted = await deleteReview(shop, buyer, slug)
    return deleted.ok
      ? redirectWith(context, shownAt(slug), goodToast('review-deleted'))
      : redirectWith(context, `/reviews/new/${slug}`, badToast(deleted))
  })
}

const shownAt = (slug: string) => `/product/${slug}#reviews`

async function saveTyped(
  { context, params }: Route.ActionArgs,
  buyer: Buyer,
  hasSizes: boolean,
  form: FormData,
) {
  const shop = context.get(shopContext)
  const slug = readSlug(params.slug) ?? ''
  const values = readValues(form, REVIEW_FIELDS)
  const read = readReview(values, hasSizes)
  if (!read.ok)
    return answer(values, { errors: { [read.field]: reviewErrors[read.problem] } }, 'bad-form')
  const photos = readFiles(form, 'photos')
  if (photos.length > MOST_PHOTOS) return refuse(values, 'review-photos-many')
  const remainingPhotos = readTexts(form, 'kept').flatMap((id) => readId(id) ?? [])
  const writing = { edit: read.edit, remainingPhotos, photos, request: readRequest(form) }
  const saved = await tryAct(shop, 'review-failed', () => save(shop, buyer, slug, writing))
  return saved.ok
    ? redirectWith(context, shownAt(slug), goodToast('review-saved'))
    : refuse(values, saved)
}

type Saving = Omit<Parameters<typeof writeReview>[3], 'newPictures'> & { photos: File[] }

/** The nightly cleanup deletes the photos of a refused review. */
async function save(shop: Shop, buyer: Buyer, slug: string, { photos, ...writing }: Saving) {
  const stored = await storePictures(shop, photos, 'reviews')
  if (!stored.ok) return stored
  return writeReview(shop, buyer, slug, { ...writing, newPictures: stored.pictureIds })
}

async function holdOrRefuse<T>(request: Request, buyer: Buyer, work: () => Promise<T>) {
  const id = buyer.userId ?? buyer.saleId ?? ''
  const done = await holdPhotos(request, id, work)
  return isRefusal(done) ? refuse(typedIn(await readFields(request, MOST_PARTS)), done) : done
}
const isRefusal = (done: unknown): done is Refusal<'uploads-busy'> =>
  typeof done === 'object' && done !== null && 'ok' in done && 'reason' in done

type Problems = { errors?: ReviewErrors; refusal?: Message }
const answer = (
  values: ReviewValues,
  { errors = {}, refusal }: Problems,
  refused: Reason | Reasoned,
) =>
  data(
    { values, errors, refusal: refusal ?? null },
    { status: statusOf(refused), headers: NO_STORE },
  )

const refuse = (values: ReviewValues, refusal: Reasoned | PlainReason) =>
  answer(values, { refusal: formatRefusal(refusal) }, refusal)
