import { formatDate } from '../../../rules/dates.ts'
import { formatAmount, formatKwacha } from '../../../rules/money.ts'
import type { DeliveryLine } from '../../../rules/purchasing/deliveries.ts'
import { variantName } from '../../../rules/stock/stock-changes.ts'
import { type Column, DataTable } from '../list/data-table.tsx'

type Row = Omit<DeliveryLine, 'id'> & { id: string }
const COLUMNS: Column<Row>[] = [
  {
    label: 'Product',
    isTitle: true,
    show: (line) => (
      <>
        <strong className="wrap-anywhere">{line.product}</strong>
        <span className="block text-sm text-quiet">
          {[variantName(line), line.sku].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  },
  {
    label: 'Expected',
    isFigure: true,
    show: ({ expected }) => (expected > 0 ? formatAmount(expected) : '–'),
  },
  { label: 'Received', isFigure: true, show: ({ received }) => formatAmount(received) },
  {
    label: 'Cost each',
    isFigure: true,
    show: ({ unitCost }) => (unitCost === null ? '–' : formatKwacha(unitCost)),
  },
]

/** The lines of a finished delivery. */
export function DeliveryLines({
  delivery: { lines, supplier, note, expectedOn },
}: {
  delivery: {
    lines: readonly DeliveryLine[]
    supplier: string | null
    note: string
    expectedOn: string | null
  }
}) {
  const rows = lines
    .filter(({ expected, received }) => expected > 0 || received > 0)
    .map((line) => ({ ...line, id: String(line.id) }))
  return (
    <div className="grid gap-3">
      <p className="wrap-anywhere">
        {[supplier, expectedOn && `expected ${formatDate(expectedOn)}`, note]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <DataTable caption="What it brought" rows={rows} columns={COLUMNS} />
    </div>
  )
}
