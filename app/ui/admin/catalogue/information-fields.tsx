import { makeBarcode, makeSku } from '../../../rules/catalogue/product-codes.ts'
import {
  isReduction,
  PRODUCT_LONGEST,
  type ProductErrors,
  type ProductValues,
} from '../../../rules/catalogue/product-values.ts'
import { PRODUCT_STATUSES } from '../../../rules/catalogue/products.ts'
import { PRODUCT_LABELS, STATUS_WORDS } from '../../../rules/messages/catalogue/words.ts'
import { CheckField, Options, SelectField, TextArea, TextField } from '../../kit/field.tsx'
import { fieldsOf } from '../form/use-entry.ts'
import { useTyped } from '../form/use-typed.ts'
import { CodeField, randomPart } from './code-field.tsx'
import { TagsField } from './tags-field.tsx'
import { typedIn } from './typed-in.ts'

// Not number inputs: they send nothing when the text is no number, so that no error could name it.
const MONEY = { inputMode: 'numeric', autoComplete: 'off', maxLength: 15 } as const

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
  /** The initial quantity of a product without variants. */
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
        make={(form) => makeSku(typedIn(form, 'name'), new Date(), randomPart)}
        onChange={() => onChange('sku')}
      />
      <CodeField
        {...field('barcode')}
        hint={hasVariants ? 'Of any size: each has its own below.' : undefined}
        make={() => makeBarcode(randomPart)}
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
