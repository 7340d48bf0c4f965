import { Form } from 'react-router'
import type { FilterCounts } from '../../../../rules/catalogue/filter-counts.ts'
import {
  CLEARED,
  countFilters,
  FILTER_GROUPS,
  type ProductFilter,
} from '../../../../rules/catalogue/product-filters.ts'
import { Button } from '../../../kit/button.tsx'
import { TextField } from '../../../kit/field.tsx'
import { Link } from '../../../kit/link.tsx'
import { CountedGroups, PriceSteps } from './counted-groups.tsx'
import { Checks, type Choices, emptyLast, Group, isEmpty } from './filter-checks.tsx'

/** A list with its filter and counts; `hrefOf` returns the address of the same list with a changed filter. */
export type NarrowedList = {
  filter: ProductFilter
  /** null when nothing could be counted. */
  counts: FilterCounts | null
  hrefOf: (changes: Partial<ProductFilter>) => string
}

const isAllEmpty = ({ choices }: Choices) => choices.every(isEmpty)

const ONLY = {
  onSale: { name: 'on_sale', label: 'On sale' },
  inStock: { name: 'in_stock', label: 'In stock' },
} as const

const checksOf = ({ filter, counts }: NarrowedList): Choices[] => [
  {
    name: 'Only',
    choices: (['onSale', 'inStock'] as const).map((key) => ({
      ...ONLY[key],
      value: '1',
      defaultChecked: filter[key],
      count: counts?.[key],
    })),
  },
  {
    name: 'Categories',
    choices: FILTER_GROUPS.map(({ id, name }) => ({
      label: name,
      name: 'group',
      value: id,
      defaultChecked: filter.groups.includes(id),
      count: counts?.groups.find(({ value }) => value === id)?.count,
    })),
  },
]

/**
 * The Filter panel's form: it requests the list's own address with the fields of docs/product.md, Lists and search.
 * Other parameters of the address (search, sort, category, view) are kept.
 */
export function FilterForm({
  list,
  className = '',
  onSubmit,
}: {
  list: NarrowedList
  className?: string
  onSubmit?: () => void
}) {
  const { filter, counts, hrefOf } = list
  const cleared = hrefOf(CLEARED)
  const isNarrowed = countFilters(filter) > 0
  const [path = '', hash] = cleared.split('#')
  const [action = '', query] = path.split('?')
  return (
    <Form
      key={hrefOf({})}
      action={hash ? `${action}#${hash}` : action}
      preventScrollReset
      data-lean
      {...(onSubmit && { onSubmit })}
      className={className}
    >
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {counts ? <CountedGroups filter={filter} counts={counts} /> : null}
      <Group name="Price in kwacha">
        {counts ? <PriceSteps filter={filter} counts={counts} hrefOf={hrefOf} /> : null}
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
      </Group>
      {emptyLast(checksOf(list), isAllEmpty).map((group) => (
        <Checks key={group.name} {...group} isNarrowed={isNarrowed} />
      ))}
      <TextField label="Name" name="name" maxLength={100} defaultValue={filter.name} />
      <div className="sticky bottom-0 col-span-full -mx-4 -mb-4 flex flex-wrap items-center gap-4 border-t border-line bg-sheet px-4 py-3">
        <Button tone="lake" className="max-lg:grow">
          Apply filters
        </Button>
        {isNarrowed ? (
          <Link
            to={cleared}
            preventScrollReset
            className="inline-flex min-h-11 items-center text-lake underline underline-offset-4"
          >
            Clear all
          </Link>
        ) : null}
      </div>
    </Form>
  )
}
