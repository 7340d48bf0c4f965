import {
  addressOfLabels,
  type LabelCounts,
  readLabelCounts,
  withoutLabels,
} from '../../../rules/till/label-counts.ts'
import type { TillProduct } from '../../../rules/till/till-events.ts'
import { Press } from '../kit/buttons.tsx'
import { useProductsOf } from '../store/use-till.ts'

/** Removes the request from the address, so that the till opens on the sale screen next time. */
export function forgetLabelRequest() {
  if (readLabelCounts(location.hash).size > 0)
    history.replaceState(history.state, '', location.pathname)
}

/**
 * Returns the labels that are still to print, and puts them into the address, so that a till that is locked and opened
 * again asks only for those.
 */
export function dropPrintedLabels(asked: LabelCounts, printed: LabelCounts): LabelCounts {
  const left = withoutLabels(asked, printed)
  if (left.size > 0) history.replaceState(history.state, '', addressOfLabels(left))
  return left
}

export const labelsWord = (count: number) => (count === 1 ? '1 label' : `${count} labels`)
const sumOf = (asked: LabelCounts, { variants }: TillProduct) =>
  variants.reduce((sum, { id }) => sum + (asked.get(id) ?? 0), 0)

export function RequestedLabels({
  asked,
  onPick,
}: {
  asked: LabelCounts
  onPick: (product: TillProduct) => void
}) {
  const products = useProductsOf(asked)
  const known = new Set(products.flatMap(({ variants }) => variants.map(({ id }) => id)))
  const unknown = [...asked.keys()].filter((id) => !known.has(id)).length
  return (
    <section aria-label="Asked for in the back office" className="mb-4 grid gap-2">
      <h3 className="font-body font-bold">Asked for in the back office</h3>
      <ul className="grid gap-2">
        {products.map((one) => (
          <li key={one.id}>
            <Press className="w-full" onClick={() => onPick(one)}>
              <span className="min-w-0 grow text-left wrap-anywhere">{one.name}</span>
              <span className="font-normal text-quiet">{labelsWord(sumOf(asked, one))}</span>
            </Press>
          </li>
        ))}
      </ul>
      {unknown > 0 ? (
        <p className="text-quiet">
          {unknown === 1 ? '1 size is' : `${unknown} sizes are`} not in the list of this till: it is
          brought with the network, and holds what is for sale.
        </p>
      ) : null}
    </section>
  )
}
