import { Form, useNavigation } from 'react-router'
import { PRODUCT_LONGEST } from '../../../../rules/catalogue/product-values.ts'
import { formatDateTime } from '../../../../rules/dates.ts'
import { COUNT_WORDS } from '../../../../rules/messages/stock/words.ts'
import { formatAmount } from '../../../../rules/money.ts'
import { type CountHead, type CountState, countName } from '../../../../rules/stock/counts.ts'
import { Button } from '../../../kit/button.tsx'
import { Options, SelectField, TextField } from '../../../kit/field.tsx'
import { Link } from '../../../kit/link.tsx'
import { RequestField } from '../../../kit/request-field.tsx'
import { badgesOf } from '../../badge.tsx'
import { type Column, DataTable, statusColumn } from '../../list/data-table.tsx'

export const CountBadge = badgesOf<CountState>({
  open: ['busy', COUNT_WORDS.open],
  booked: ['good', COUNT_WORDS.booked],
  cancelled: ['plain', COUNT_WORDS.cancelled],
})

/** What a stock-take covers. */
export const scopeOf = ({ category, location }: Pick<CountHead, 'category' | 'location'>) =>
  [category, location && ['shelf', location].join(' ')].filter(Boolean).join(', ') || 'All products'

/** Starts a stock-take. */
export function StartCount({
  categories,
  locations,
}: {
  categories: readonly { id: string; name: string }[]
  locations: readonly string[]
}) {
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <Form
      method="post"
      className="on-screen mb-4 grid max-w-3xl items-end gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]"
    >
      <RequestField />
      <SelectField label="Category" name="category" defaultValue="">
        <option value="">All categories</option>
        <Options of={categories.map(({ id, name }) => [id, name])} />
      </SelectField>
      <TextField
        label="Shelf"
        name="location"
        list="locations"
        autoComplete="off"
        maxLength={PRODUCT_LONGEST.location}
      />
      <datalist id="locations">
        {locations.map((location) => (
          <option key={location}>{location}</option>
        ))}
      </datalist>
      <Button tone="lake" disabled={isSending}>
        Begin a stock-take
      </Button>
    </Form>
  )
}

const COLUMNS: Column<CountHead>[] = [
  {
    label: 'Stock-take',
    isTitle: true,
    show: (count) => (
      <Link
        to={`/admin/stock-takes/${count.id}`}
        className="inline-flex min-h-11 items-center gap-2 font-semibold underline-offset-4 hover:underline"
      >
        <span className="whitespace-nowrap">{countName(count.number)}</span>
        <span className="font-normal wrap-anywhere">{scopeOf(count)}</span>
      </Link>
    ),
  },
  statusColumn(({ state }) => <CountBadge status={state} />),
  { label: 'Sizes counted', isFigure: true, show: ({ sizes }) => formatAmount(sizes) },
  { label: 'Started', show: ({ createdAt }) => formatDateTime(createdAt) },
]

export const CountTable = ({ rows }: { rows: readonly CountHead[] }) => (
  <DataTable caption="Stock-takes" rows={rows} columns={COLUMNS} />
)
