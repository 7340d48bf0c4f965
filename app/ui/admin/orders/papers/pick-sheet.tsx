import type { Choice } from '../../../../rules/catalogue/products.ts'
import { formatAmount } from '../../../../rules/money.ts'
import type { PickRow } from '../../../../rules/orders/pick-list.ts'
import { Picture } from '../../../kit/picture.tsx'
import { choiceAndSku, type ShownLine } from '../lines.tsx'

type PickedLine = Choice &
  Pick<ShownLine, 'id' | 'name' | 'sku' | 'picture'> & {
    variantId: string
    shelf: string | null
    units: number
  }

/** The items to pick for several orders at once, with a box to tick for each, and how many are for which order. */
export const PickSheet = ({
  picks,
  orderCount,
  left,
}: {
  picks: readonly PickRow<PickedLine>[]
  orderCount: number
  /** Ticked orders without anything to pick, and why. */
  left: readonly { orderNumber: string; why: string }[]
}) => {
  const units = picks.reduce((sum, one) => sum + one.units, 0)
  return (
    <>
      <h1 className="text-2xl">Pick list</h1>
      <p className="mb-4">
        {formatAmount(units)} {units === 1 ? 'piece' : 'pieces'} for {orderCount}{' '}
        {orderCount === 1 ? 'order' : 'orders'}, along the shelves.
      </p>
      {[...Map.groupBy(picks, ({ line }) => line.shelf).entries()].map(([shelf, rows]) => (
        <section key={shelf ?? ''} className="mb-6">
          <h2 className="break-after-avoid border-b-2 border-black font-body text-lg font-bold">
            {shelf === null ? 'No shelf noted' : `Shelf ${shelf}`}
          </h2>
          <ul>
            {rows.map((row) => (
              <PickedRow key={`${row.line.variantId} ${row.line.id}`} row={row} />
            ))}
          </ul>
        </section>
      ))}
      {left.length > 0 ? (
        <p className="wrap-anywhere">
          Nothing to pick:{' '}
          {left.map(({ orderNumber, why }) => `${orderNumber} (${why})`).join(', ')}.
        </p>
      ) : null}
    </>
  )
}

const PickedRow = ({ row: { line, units, orders } }: { row: PickRow<PickedLine> }) => (
  <li className="flex break-inside-avoid items-center gap-3 border-b border-black/30 py-2">
    <span aria-hidden className="size-5 shrink-0 border-2 border-black" />
    <strong className="w-12 shrink-0 text-right text-xl tabular-nums">{units} ×</strong>
    <span className="w-12 shrink-0">
      {line.picture ? <Picture picture={line.picture} alt="" sizes="96px" eager /> : null}
    </span>
    <span className="min-w-0 grow wrap-anywhere">
      <span className="block font-semibold">{line.name}</span>
      <span className="block text-sm">{choiceAndSku(line)}</span>
      <span className="block text-sm tabular-nums">
        {orders
          .map(({ orderNumber, units }) => (units > 1 ? `${orderNumber} (${units})` : orderNumber))
          .join(', ')}
      </span>
    </span>
  </li>
)
