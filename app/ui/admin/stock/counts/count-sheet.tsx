import { MOST_PRINTED } from '../../../../rules/lists.ts'
import { variantName } from '../../../../rules/stock/stock-changes.ts'
import { type Column, DataTable } from '../../list/data-table.tsx'
import { usePrinted } from '../../list/on-paper.tsx'

type Uncounted = {
  id: string
  product: string
  size: string | null
  color: string | null
  sku: string
  location: string | null
}

const COLUMNS: readonly Column<Uncounted>[] = [
  {
    label: 'Product',
    isTitle: true,
    show: (row) => [row.product, variantName(row)].filter(Boolean).join(', '),
  },
  { label: 'SKU', show: ({ sku }) => sku },
  { label: 'Shelf', show: ({ location }) => location ?? '' },
  {
    label: 'Counted',
    isFigure: true,
    show: () => <span className="ml-auto block h-6 w-20 border-b border-edge" />,
  },
]

/** A sheet of what is still to count, to write on; without the expected stock, like the screen. */
export function CountSheet({ rows }: { rows: readonly Uncounted[] }) {
  usePrinted()
  if (rows.length === 0) return <p>Nothing is left to be counted.</p>
  return (
    <>
      {rows.length >= MOST_PRINTED ? (
        <p className="mb-3 font-semibold">
          These are the first {MOST_PRINTED}. Note what was counted, then print the rest.
        </p>
      ) : null}
      <DataTable caption="To count" rows={rows} columns={COLUMNS} />
    </>
  )
}
