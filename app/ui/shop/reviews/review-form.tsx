import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import type { OwnReview } from '../../../modules/reviews/own-review.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { FIT_WORDS } from '../../../rules/messages/reviews/words.ts'
import type { ReviewErrors, ReviewValues } from '../../../rules/reviews/review-form.ts'
import {
  EDITABLE_DAYS,
  FITS,
  LONGEST_WORDS,
  LONGEST_WRITER,
} from '../../../rules/reviews/reviews.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Button } from '../../kit/button.tsx'
import { TextArea, TextField } from '../../kit/field.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import { NoticeBox } from '../accounts/auth-card.tsx'
import { PhotoFields } from './photo-fields.tsx'
import { Choices, StarPicker } from './star-picker.tsx'

/** Stars, fit, words, photos and name: a form that works without scripts. */
export function ReviewForm({
  product,
  own,
  values,
  answer,
}: {
  product: { slug: string; hasSizes: boolean }
  /** The customer's earlier review. */
  own: OwnReview | null
  values: ReviewValues
  /** The shop's answer to the last try. */
  answer: { errors: ReviewErrors; refusal: Message | null } | undefined
}) {
  const path = `/reviews/new/${product.slug}`
  const isSaving = useNavigation().formAction === path
  const form = useRef<HTMLFormElement>(null)
  const messageBox = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (answer?.refusal) messageBox.current?.focus()
    else if (answer)
      form.current
        ?.querySelector<HTMLElement>('[aria-invalid=true] input, [aria-invalid=true]')
        ?.focus()
  }, [answer])
  const { errors, refusal } = answer ?? { errors: {}, refusal: null }
  if (own && !own.isEditable) return <Settled isHidden={own.isHidden} />
  return (
    <>
      <div ref={messageBox} tabIndex={-1} className="mt-6 empty:hidden focus:outline-none">
        {refusal ? <NoticeBox notice={{ tone: 'bad', ...refusal }} /> : null}
      </div>
      <Form
        ref={form}
        method="post"
        action={path}
        encType="multipart/form-data"
        className="mt-6 grid gap-6"
      >
        <RequestField action={path} />
        <StarPicker chosen={values.stars} error={errors.stars} />
        {product.hasSizes ? (
          <Choices
            legend="How does it fit?"
            name="fit"
            chosen={values.fit}
            options={[...FITS.map((fit) => [fit, FIT_WORDS[fit]] as const), ['', 'Not sure']]}
          />
        ) : null}
        <TextArea
          label="What should others know?"
          name="words"
          rows={6}
          maxLength={LONGEST_WORDS}
          defaultValue={values.words}
          error={errors.words}
          hint="How it looks, feels and wears. Please leave out phone numbers and addresses: everybody can read this."
        />
        <TextField
          label="Name to show"
          name="writer"
          maxLength={LONGEST_WRITER}
          autoComplete="given-name"
          defaultValue={values.writer}
          error={errors.writer}
          hint="Leave it empty to show “A customer”."
        />
        {/* After the text fields, so that these are kept when the photos are refused before they are read. */}
        <PhotoFields photos={own?.photos ?? []} />
        <p className="text-sm text-quiet">
          Your review appears on the product’s page at once. You can change it for {EDITABLE_DAYS}{' '}
          days, and {settings().name} may answer it.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button tone="clay" size="lg" aria-busy={isSaving} className="grow">
            {own ? 'Save your review' : 'Send your review'}
          </Button>
        </div>
      </Form>
      {own ? <DeleteOwn path={path} /> : null}
    </>
  )
}

const Settled = ({ isHidden }: { isHidden: boolean }) => (
  <p className="mt-6 rounded-card bg-sand p-5">
    {isHidden
      ? 'The shop has hidden this review, so it cannot be changed. Please call us if you think that is wrong.'
      : `A review can be changed for ${EDITABLE_DAYS} days. Thank you for yours!`}
  </p>
)

/** Asks for confirmation, with scripts or without. */
const DeleteOwn = ({ path }: { path: string }) => (
  <details className="mt-8 border-t border-line pt-4">
    <summary className="inline-flex min-h-11 items-center rounded-card border border-edge bg-sheet px-4 font-semibold hover:bg-sand">
      Delete your review…
    </summary>
    <Form method="post" action={path} encType="multipart/form-data" className="mt-3">
      <input type="hidden" name="intent" value="delete" />
      <p>Its stars, words and photos go, and what the shop has answered.</p>
      <Button className="mt-3">Yes, delete it</Button>
    </Form>
  </details>
)
