import { Form } from 'react-router'
import {
  countFilters,
  FILTER_GROUPS,
  type ProductFilter,
  productQuery,
} from '../../../rules/catalogue/product-filters.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { Link } from '../../kit/link.tsx'

const Check = ({
  label,
  ...box
}: {
  label: string
  name: string
  value: string
  defaultChecked: boolean
}) => (
  <label className="flex min-h-11 items-center gap-3">
    <input type="checkbox" {...box} className="size-5 accent-lake" />
    {label}
  </label>
)

/**
 * The Filter panel: a form that asks the address `action` with the fields of docs/product.md, Lists and search. What else the
 * address says (search, sort, category, and `extra`) is kept.
 */
export function ProductFilters({
  filter,
  action,
  extra = {},
}: {
  filter: ProductFilter
  action: string
  extra?: Record<string, string | null>
}) {
  const used = countFilters(filter)
  const cleared = { name: '', groups: [], min: null, max: null, onSale: false, inStock: false }
  const kept = new URLSearchParams(productQuery(filter, cleared, extra))
  const [path, hash] = action.split('#')
  return (
    <details className="group rounded-card border border-line bg-sheet" open={used > 0}>
      <summary className="flex min-h-11 items-center justify-between px-4 py-2 font-semibold">
        <span>Filter{used > 0 ? <span className="text-clay"> ({used} in use)</span> : null}</span>
        <span aria-hidden="true" className="text-xl leading-none group-open:rotate-45">
          +
        </span>
      </summary>
      <Form
        key={productQuery(filter)}
        action={action}
        preventScrollReset
        className="grid gap-x-8 gap-y-4 border-t border-line p-4 md:grid-cols-2 lg:grid-cols-4"
      >
        {[...kept].map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <TextField label="Name" name="name" maxLength={100} defaultValue={filter.name} />
        <fieldset>
          <legend className="font-semibold">Categories</legend>
          {FILTER_GROUPS.map((group) => (
            <Check
              key={group.id}
              label={group.name}
              name="group"
              value={group.id}
              defaultChecked={filter.groups.includes(group.id)}
            />
          ))}
        </fieldset>
        <fieldset>
          <legend className="mb-1 font-semibold">Price in kwacha</legend>
          <div className="grid grid-cols-2 gap-3">
            {(['min', 'max'] as const).map((name) => (
              <TextField
                key={name}
                label={name === 'min' ? 'From' : 'To'}
                name={name}
                inputMode="numeric"
                pattern="[0-9 ,]*"
                title="A whole number of kwacha"
                defaultValue={filter[name] ?? ''}
              />
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend className="font-semibold">Only</legend>
          <Check label="On sale" name="on_sale" value="1" defaultChecked={filter.onSale} />
          <Check label="In stock" name="in_stock" value="1" defaultChecked={filter.inStock} />
        </fieldset>
        <div className="flex flex-wrap items-center gap-4 md:col-span-full">
          <Button tone="lake">Apply filters</Button>
          {used > 0 ? (
            <Link
              to={`${path}${productQuery(filter, cleared, extra)}${hash ? `#${hash}` : ''}`}
              preventScrollReset
              className="inline-flex min-h-11 items-center text-lake underline underline-offset-4"
            >
              Clear filters
            </Link>
          ) : null}
        </div>
      </Form>
    </details>
  )
}
