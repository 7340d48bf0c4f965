import type { CountedChoice, FilterCounts } from '../../../../rules/catalogue/filter-counts.ts'
import { countFilters, type ProductFilter } from '../../../../rules/catalogue/product-filters.ts'
import { priceRange } from '../../../../rules/messages/catalogue/words.ts'
import { Fragment } from '../../../../web/render/fragment.ts'
import { Link } from '../../../kit/link.tsx'
import { Count, Group } from './filter-checks.tsx'

const CHIP =
  'inline-flex min-h-11 items-center gap-2 rounded-card border border-edge px-3 hover:bg-sand has-checked:border-ink has-checked:bg-sand has-checked:font-semibold'

const GROUPS = [
  { key: 'sizes', name: 'size', title: 'Size' },
  { key: 'colors', name: 'color', title: 'Color' },
  { key: 'brands', name: 'brand', title: 'Brand' },
] as const

const Choice = ({
  name,
  choice: { value, count, paint },
  isChosen,
}: {
  name: string
  choice: CountedChoice
  isChosen: boolean
}) => (
  <label className={CHIP}>
    <input
      type="checkbox"
      name={name}
      value={value}
      defaultChecked={isChosen}
      className="size-4 accent-lake"
    />
    {paint ? (
      <span
        aria-hidden="true"
        className="size-4 shrink-0 rounded-full border border-edge forced-color-adjust-none"
        style={{ background: paint }}
      />
    ) : null}
    <span className="wrap-anywhere">{value}</span>
    <Count>{count}</Count>
  </label>
)

type Counted = {
  filter: Pick<ProductFilter, 'sizes' | 'colors' | 'brands'>
  counts: Pick<FilterCounts, 'sizes' | 'colors' | 'brands'>
}

/** Sizes, colors and brands of the listed products; a group without a choice is left out. */
const Groups = ({ filter, counts }: Counted) =>
  GROUPS.map(({ key, name, title }) =>
    counts[key].length === 0 ? null : (
      <Group key={key} name={title}>
        <div className="flex max-h-72 flex-wrap gap-2 overflow-y-auto py-1">
          {counts[key].map((choice) => (
            <Choice
              key={choice.value}
              name={name}
              choice={choice}
              isChosen={filter[key].includes(choice.value)}
            />
          ))}
        </div>
      </Group>
    ),
  )

/** A third of a category page's rendering, and without filters the same for everybody: then it is a fragment. */
export function CountedGroups({ filter, counts }: { filter: ProductFilter; counts: FilterCounts }) {
  const props = {
    filter: { sizes: filter.sizes, colors: filter.colors, brands: filter.brands },
    counts: { sizes: counts.sizes, colors: counts.colors, brands: counts.brands },
  }
  // Filters can be combined in so many ways that their fragments would push the common ones out of the cache.
  const isCommon =
    countFilters(filter) === 0 && filter.search === '' && filter.categories.length <= 1
  return isCommon ? (
    <Fragment as="div" className="contents" part={Groups} props={props} />
  ) : (
    <div className="contents">
      <Groups {...props} />
    </div>
  )
}

/**
 * The price steps, each with an address of its own. With scripts a click fills the fields below, so that ticked
 * filters stay.
 */
export function PriceSteps({
  filter,
  counts,
  hrefOf,
}: {
  filter: ProductFilter
  counts: FilterCounts
  hrefOf: (changes: Partial<ProductFilter>) => string
}) {
  return (
    <ul className="mb-2">
      {counts.prices.map(({ min, max, count }) => (
        <li key={min}>
          <Link
            to={hrefOf({ min, max })}
            preventScrollReset
            aria-current={min === filter.min && max === filter.max ? 'true' : undefined}
            onClick={(event) => {
              const form = event.currentTarget.closest('form')
              if (!form || event.metaKey || event.ctrlKey) return
              event.preventDefault()
              for (const [name, value] of Object.entries({ min, max })) {
                const box = form.elements.namedItem(name)
                if (box instanceof HTMLInputElement) box.value = String(value ?? '')
              }
              form.requestSubmit()
            }}
            className="inline-flex min-h-11 items-center gap-2 text-lake underline-offset-4 hover:underline aria-[current]:font-bold aria-[current]:text-ink"
          >
            {priceRange(min, max)}
            <Count>{count}</Count>
          </Link>
        </li>
      ))}
    </ul>
  )
}
