import { Form, useNavigation } from 'react-router'
import { Button } from '../../kit/button.tsx'
import { useIsLive } from '../../kit/use-is-live.ts'
import { ChooseAll, useChosen } from '../choose-rows.tsx'
import { type ListedProduct, OfficeProductCard } from './product-card.tsx'

const BULK = 'bulk-products'

/** The products as cards, with ticks for what is done to several at once. */
export function ProductCards({ rows }: { rows: readonly ListedProduct[] }) {
  const { shown, toggle, toggleAll } = useChosen(rows)
  const isLive = useIsLive()
  const isBusy = useNavigation().state === 'submitting'
  return (
    <>
      <div className="mb-3 flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2">
        <ChooseAll count={shown.length} of={rows.length} onToggle={toggleAll} />
        <Form
          id={BULK}
          method="post"
          preventScrollReset
          hidden={isLive && shown.length === 0}
          className="flex flex-wrap gap-2"
        >
          {ACTS.map(([intent, label]) => (
            <Button key={intent} name="intent" value={intent} disabled={isBusy}>
              {label}
            </Button>
          ))}
        </Form>
      </div>
      <ul className="grid gap-3">
        {rows.map((product, index) => (
          <OfficeProductCard
            key={product.id}
            product={product}
            isFirst={index < 3}
            choice={{
              form: BULK,
              isChosen: shown.includes(product.id),
              onToggle: () => toggle(product.id),
            }}
          />
        ))}
      </ul>
    </>
  )
}

const ACTS = [
  ['activate', 'Activate'],
  ['deactivate', 'Deactivate'],
  ['archive', 'Archive'],
] as const
