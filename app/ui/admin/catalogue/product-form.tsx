import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import {
  PRODUCT_LONGEST,
  type ProductErrors,
  type ProductValues,
} from '../../../rules/catalogue/product-values.ts'
import {
  addSizes,
  chosenOf,
  sortVariants,
  toggleVariants,
  unitsOf,
  type VariantValues,
  variantKey,
} from '../../../rules/catalogue/variant-choice.ts'
import type { ChosenPicture } from '../../../rules/media/pictures.ts'
import { PRODUCT_LABELS } from '../../../rules/messages/catalogue/words.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { TextArea, TextField } from '../../kit/field.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import { useIsLive } from '../../kit/use-is-live.ts'
import { ConflictNotice } from '../form/conflict-notice.tsx'
import { RefusedBox } from '../form/refused-box.tsx'
import { UnsavedWarning } from '../form/unsaved-warning.tsx'
import { type EntryResult, fieldsOf } from '../form/use-entry.ts'
import { fieldOf, useErrors } from '../form/use-errors.ts'
import { PicturesField } from '../media/pictures-field.tsx'
import { Panel } from '../panel.tsx'
import { InformationFields } from './information-fields.tsx'
import { typedIn } from './typed-in.ts'
import { type Offer, VariantsPanel } from './variants-panel.tsx'

// The star is only visual: screen readers say "required" themselves.
const MARKS =
  "[&_div:has(>:required)>label]:after:text-alarm [&_div:has(>:required)>label]:after:content-['_*'_/_'']"

/** Adds a product, or edits `subject` in the version that was opened. */
export function ProductForm({
  subject,
  values: opened,
  pictures,
  categories,
  offer,
  answer,
  back = '/admin/products',
}: {
  subject: { id: string; version: number } | null
  values: ProductValues
  pictures: readonly ChosenPicture[]
  categories: readonly { id: string; name: string }[]
  offer: Offer
  /** Where Cancel leads: the list with its search and filters. */
  back?: string
  answer:
    | (EntryResult<ProductValues, ProductErrors> & { pictures: readonly ChosenPicture[] })
    | undefined
}) {
  const form = useRef<HTMLFormElement>(null)
  // Keeps the values of when the form was opened, even if the data is loaded again; without scripts, the typed values
  // come back.
  const [{ about, first, start, startPictures }] = useState(() => ({
    about: subject,
    first: opened,
    start: answer?.values ?? opened,
    startPictures: answer?.pictures ?? pictures,
  }))
  const [isDirty, setDirty] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const [trackInventory, setTrack] = useState(start.trackInventory)
  const [variants, setVariants] = useState<readonly VariantValues[]>(start.variants)
  const { errors, mend } = useErrors<ProductErrors>(answer)
  const field = fieldsOf(PRODUCT_LABELS, PRODUCT_LONGEST, start, errors)
  const isSaving = useNavigation().formMethod === 'POST'
  const touch = (field: string) => {
    setDirty(true)
    mend(field)
  }
  const isLive = useIsLive()
  const { pathname, search } = useLocation()

  useEffect(() => {
    if (!answer) return
    form.current
      ?.querySelector<HTMLElement>('[role=alert], [data-error], [aria-invalid=true]')
      ?.focus()
  }, [answer])

  const toggle = (what: 'size' | 'color', text: string) => {
    touch('variants')
    const sku = typedIn(form.current, 'sku')
    const next = toggleVariants(variants, what, text, { sku, known: first.variants })
    setVariants(
      sortVariants(
        next,
        offer.sizes.flatMap((group) => group.sizes),
      ),
    )
  }
  const takePreset = (sizes: readonly string[]) => {
    touch('variants')
    const sku = typedIn(form.current, 'sku')
    setVariants(addSizes(variants, sizes, { sku, known: first.variants }))
  }
  /** A new product starts with the sizes of its category, unless some were chosen already. */
  const beginWith = (categoryId: string) => {
    const preset = offer.presets.find((one) => one.categoryId === categoryId)
    if (preset && about === null && variants.length === 0) takePreset(preset.sizes)
  }
  const wasPlain = first.variants.length === 0
  const hasVariants = variants.length > 0
  // When all sizes are removed, their stock stays with the product.
  const quantity = wasPlain ? start.inventory_quantity : String(unitsOf(first.variants))

  return (
    <Form
      ref={form}
      method="post"
      // The server's messages are shown beside the fields; the browser's own bubbles would cover them.
      noValidate={isLive}
      onChange={(event) => {
        const name = fieldOf(event)
        touch(ERROR_OF[name] ?? name)
        if (name === 'category_id') beginWith(typedIn(form.current, name))
      }}
      className={`grid max-w-5xl grid-cols-1 gap-4 [&_:is(a,button,input,select,textarea)]:scroll-mb-24 ${MARKS}`}
    >
      <RequestField />
      {about ? (
        <>
          <input type="hidden" name="id" value={about.id} />
          <input type="hidden" name="version" value={about.version} />
        </>
      ) : null}
      <Gone first={first} answered={answer?.values.gone ?? start.gone} variants={variants} />
      {answer?.message ? <RefusedBox refusal={answer.message} /> : null}
      {answer?.conflict && about ? (
        <ConflictNotice conflict={answer.conflict} reload={`${pathname}${search}`} />
      ) : null}
      <p className="text-quiet">Fields with a star must be filled in.</p>
      {/* First, because staff who add or edit a product on a phone use its camera. */}
      <Panel title="Product Images">
        <PicturesField
          name="image"
          images={start.images}
          pictures={startPictures}
          colors={chosenOf(variants).colors}
          folder="products"
          error={errors.images}
          onChange={() => touch('images')}
          onBusy={setUploading}
        />
      </Panel>
      <Panel title="Product Information">
        <InformationFields
          values={start}
          errors={errors}
          categories={categories}
          isNew={about === null}
          hasVariants={hasVariants}
          quantity={quantity}
          trackInventory={trackInventory}
          onTrack={setTrack}
          onChange={touch}
        />
      </Panel>
      <Panel title="Product Variants">
        <VariantsPanel
          variants={variants}
          offer={offer}
          errors={errors}
          trackInventory={trackInventory}
          unplaced={wasPlain ? Number(first.inventoryLoaded) : 0}
          onToggle={toggle}
          onPreset={takePreset}
          onChange={(next, mended = 'variants') => {
            touch(mended)
            setVariants(next)
          }}
        />
      </Panel>
      <Panel title="Meta Information">
        <p className="mb-4 text-quiet">How it looks in search engines.</p>
        <div className="grid gap-4">
          <TextField {...field('meta_title')} hint="The name, if left empty." />
          <TextArea {...field('meta_description')} />
        </div>
      </Panel>
      <Bar>
        {/* On a phone the link at the top is enough, so that the two buttons fit in one row. */}
        <ButtonLink to={back} className={about ? undefined : 'max-sm:hidden'}>
          Cancel
        </ButtonLink>
        {about ? null : (
          <Button name="then" value="another" disabled={isSaving || isUploading}>
            Save & new
          </Button>
        )}
        <Button tone="lake" aria-busy={isSaving} disabled={isSaving || isUploading}>
          {isSaving
            ? 'Saving…'
            : isUploading
              ? 'Wait for the images…'
              : about
                ? 'Save Changes'
                : 'Add Product'}
        </Button>
      </Bar>
      <UnsavedWarning isDirty={isDirty && !isSaving} />
    </Form>
  )
}

/** Names of errors that differ from the name of their field. */
const ERROR_OF: Record<string, string> = { tag: 'tags', image_alt: 'images' }

const Bar = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-(--bar) z-10 -mx-4 flex flex-wrap justify-end gap-2 border-t border-line bg-paper px-4 py-2 md:mx-0 md:px-0">
    {children}
  </div>
)

/** The stock of removed variants when the form was opened, or as the server last sent it. */
function Gone({
  first,
  answered,
  variants,
}: {
  first: ProductValues
  answered: ProductValues['gone']
  variants: readonly VariantValues[]
}) {
  const plain = { size: '', color: '', loaded: first.inventoryLoaded }
  const known = first.variants.length > 0 ? first.variants : [plain]
  const kept = new Set(
    variants.length > 0 ? variants.map(variantKey) : [variantKey({ size: '', color: '' })],
  )
  return (
    <>
      {first.variants.length === 0 ? (
        <input type="hidden" name="inventory_loaded" value={first.inventoryLoaded} />
      ) : null}
      {known
        .filter((one) => !kept.has(variantKey(one)))
        .map((one) => {
          const match = answered.find((other) => variantKey(other) === variantKey(one))
          return (
            <div key={variantKey(one)} hidden>
              <input type="hidden" name="gone_size" value={one.size} />
              <input type="hidden" name="gone_color" value={one.color} />
              <input type="hidden" name="gone_loaded" value={match?.loaded ?? one.loaded} />
            </div>
          )
        })}
    </>
  )
}
