import { Form } from 'react-router'
import { formatDate } from '../../../rules/dates.ts'
import { formatAmount } from '../../../rules/money.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { actsColumn, type Column, DataTable } from '../list/data-table.tsx'
import { useListAddress } from '../list/use-list-address.ts'

type Missed = { id: string; count: number; last: string }

function Acts({ words }: { words: string }) {
  const address = useListAddress()
  return (
    <span className="flex flex-wrap items-center gap-2 md:flex-nowrap md:justify-end">
      <ButtonLink
        className="whitespace-nowrap"
        preventScrollReset
        to={address({ new: words, edit: null })}
      >
        Add words<span className="sr-only"> for {words}</span>
      </ButtonLink>
      <Form method="post">
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="words" value={words} />
        <Button tone="bare">
          Dismiss<span className="sr-only"> {words}</span>
        </Button>
      </Form>
    </span>
  )
}

const COLUMNS: readonly Column<Missed>[] = [
  {
    label: 'Searched for',
    isTitle: true,
    show: ({ id }) => <span className="font-semibold wrap-anywhere">{id}</span>,
  },
  { label: 'Times', isFigure: true, show: ({ count }) => formatAmount(count) },
  {
    label: 'Last',
    show: ({ last }) => (
      <span className="whitespace-nowrap">{formatDate(`${last}T12:00:00Z`)}</span>
    ),
  },
  actsColumn(({ id }) => <Acts words={id} />),
]

/** Searches of customers without a result. */
export const MissedSearches = ({ rows }: { rows: readonly Missed[] }) => (
  <DataTable caption="Searched without result" rows={rows} columns={COLUMNS} />
)
