import { useId, useState } from 'react'
import { makeBarcode, makeSku } from '../../../rules/catalogue/product-codes.ts'
import {
  isReduction,
  PRODUCT_LONGEST,
  type ProductErrors,
  type ProductValues,
} from '../../../rules/catalogue/product-values.ts'
import { PRODUCT_STATUSES } from '../../../rules/catalogue/products.ts'
import { PRODUCT_LABELS, STATUS_WORDS } from '../../../rules/messages/catalogue/words.ts'
import { Button } from '../../kit/button.tsx'
import { CheckField, Options, SelectField, TextArea, TextField } from '../../kit/field.tsx'
import { fieldsOf } from '../form/use-entry.ts'
import { useTyped } from '../form/use-typed.ts'
import { TagsField } from './tags-field.tsx'
import { typedIn } from './typed-in.ts'

// No number fields: what is no number they send as nothing, and nobody could say what is wrong with it.
const MONEY = { inputMode: 'numeric', autoComplete: 'off', maxLength: 15 } as const

const random = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

export function InformationFields({
  values,
  errors,
  categories,
  isNew,
  hasVariants,
  quantity,
  trackInventory,
  onTrack,
  onChange,
}: {
  values: ProductValues
  errors: ProductErrors
  categories: readonly { id: string; name: string }[]
  isNew: boolean
  hasVariants: boolean
  /** What the quantity of a product without variants begins with. */
  quantity: string
  trackInventory: boolean
  onTrack: (isTracked: boolean) => void
  onChange: (field: string) => void
}) {
  const field = fieldsOf(PRODUCT_LABELS, PRODUCT_LONGEST, values, errors)
  const { price, compare_price } = values
  const { typed: amounts, watch } = useTyped({ price, compare_price })
  const amount = (name: keyof typeof amounts) => ({ ...field(name), ...MONEY, ...watch(name) })
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <TextField {...field('name')} required className="sm:col-span-2 lg:col-span-3" />
      <TextField {...field('short_description')} className="sm:col-span-2 lg:col-span-3" />
      <TextArea {...field('description')} rows={5} className="sm:col-span-2 lg:col-span-3" />
      <TextField {...amount('price')} required />
      <TextField
        {...amount('compare_price')}
        hint={
          isReduction(amounts) === false
            ? 'Not above the price: the shop does not show it.'
            : 'Old price (crossed out).'
        }
      />
      <TextField {...field('cost_price')} {...MONEY} hint="Seen by staff only." />
      <CodeField
        {...field('sku')}
        required
        make={(form) => makeSku(typedIn(form, 'name'), new Date(), random)}
        onChange={() => onChange('sku')}
      />
      <CodeField
        {...field('barcode')}
        hint={hasVariants ? 'Of any size: each has its own below.' : undefined}
        make={() => makeBarcode(random)}
        onChange={() => onChange('barcode')}
      />
      <SelectField {...field('category_id')} required={!isNew && categories.length > 0}>
        <option value="">
          {isNew || categories.length === 0 ? 'No category' : 'Choose a category'}
        </option>
        <Options of={categories.map(({ id, name }) => [id, name])} />
      </SelectField>
      <TextField {...field('brand')} />
      <TextField {...field('location')} autoComplete="off" hint="Where it lies: A3, window." />
      <TextField {...field('weight')} inputMode="decimal" autoComplete="off" maxLength={15} />
      <SelectField {...field('status')}>
        <Options of={PRODUCT_STATUSES.map((status) => [status, STATUS_WORDS[status]])} />
      </SelectField>
      <CheckField
        label="Track inventory"
        name="track_inventory"
        checked={trackInventory}
        onChange={({ currentTarget }) => onTrack(currentTarget.checked)}
      />
      <CheckField
        label="Featured on the home page"
        name="featured"
        defaultChecked={values.featured}
      />
      {trackInventory && !hasVariants ? (
        <TextField
          {...field('inventory_quantity')}
          key={quantity}
          defaultValue={quantity}
          inputMode="numeric"
          autoComplete="off"
          maxLength={15}
          required={!isNew}
        />
      ) : null}
      <div className="sm:col-span-2 lg:col-span-3">
        <TagsField tags={values.tags} error={errors.tags} onChange={() => onChange('tags')} />
      </div>
    </div>
  )
}

/** A code that can be typed, scanned, or generated. */
function CodeField({
  make,
  onChange,
  defaultValue,
  error,
  hint,
  ...rest
}: {
  name: string
  label: string
  defaultValue: string
  error: string | undefined
  required?: boolean
  hint?: string | undefined
  maxLength: number | undefined
  make: (form: HTMLFormElement) => string
  onChange: () => void
}) {
  const [value, setValue] = useState(defaultValue)
  const id = useId()
  return (
    <div>
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          {...rest}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? id : undefined}
          value={value}
          autoComplete="off"
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
          onKeyDown={(event) => {
            // A scanner ends its code with Enter, and must not save the form.
            if (event.key === 'Enter') event.preventDefault()
          }}
          className="min-w-0 grow basis-24"
        />
        <Button
          type="button"
          aria-label={`Generate ${rest.label}`}
          onClick={({ currentTarget: { form } }) => {
            if (form) setValue(make(form))
            onChange()
          }}
        >
          Generate
        </Button>
      </div>
      {error || hint ? (
        <div id={id} className="mt-1 text-sm text-quiet">
          {hint ? <p>{hint}</p> : null}
          {error ? <p className="font-semibold text-alarm">{error}</p> : null}
        </div>
      ) : null}
    </div>
  )
}
