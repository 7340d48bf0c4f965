import {
  CLEARED,
  FILTER_GROUPS,
  type ProductFilter,
} from '../../../../rules/catalogue/product-filters.ts'
import { priceRange } from '../../../../rules/messages/catalogue/words.ts'
import { Icon } from '../../../kit/icon.tsx'
import { Link } from '../../../kit/link.tsx'
import type { NarrowedList } from './filter-form.tsx'

type Chip = [text: string, without: Partial<ProductFilter>]

/** The chosen filters, each with the change that removes it. */
function chipsOf(filter: ProductFilter): Chip[] {
  const { name, min, max } = filter
  const oneByOne = <K extends 'sizes' | 'colors' | 'brands'>(
    key: K,
    text: (one: string) => string,
  ) =>
    filter[key].map(
      (one): Chip => [text(one), { [key]: filter[key].filter((each) => each !== one) }],
    )
  return [
    ...oneByOne('sizes', (size) => `Size ${size}`),
    ...oneByOne('colors', (color) => color),
    ...oneByOne('brands', (brand) => brand),
    ...FILTER_GROUPS.filter(({ id }) => filter.groups.includes(id)).map(
      (group): Chip => [group.name, { groups: filter.groups.filter((id) => id !== group.id) }],
    ),
    ...(min === null && max === null
      ? []
      : [[priceRange(min, max), { min: null, max: null }] as Chip]),
    ...(filter.onSale ? [['On sale', { onSale: false }] as Chip] : []),
    ...(filter.inStock ? [['In stock', { inStock: false }] as Chip] : []),
    ...(name ? [[`Name: ${name}`, { name: '' }] as Chip] : []),
  ]
}

/** The filters of a list, each removed with one tap; nothing when there are none. */
export function FilterChips({ list: { filter, hrefOf } }: { list: NarrowedList }) {
  const chips = chipsOf(filter)
  if (chips.length === 0) return null
  return (
    <ul aria-label="Chosen filters" className="mb-4 flex flex-wrap gap-2">
      {chips.map(([text, without]) => (
        <li key={text} className="max-w-full">
          <Link
            to={hrefOf(without)}
            preventScrollReset
            aria-label={`Remove ${text}`}
            className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border border-ink bg-sheet px-4 text-sm font-semibold hover:bg-sand"
          >
            <span className="min-w-0 wrap-anywhere">{text}</span>
            <Icon name="close" size={14} />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={hrefOf(CLEARED)}
          preventScrollReset
          className="inline-flex min-h-11 items-center px-2 text-sm text-lake underline underline-offset-4"
        >
          Clear all
        </Link>
      </li>
    </ul>
  )
}
