import { useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { formatAmount } from '../../../rules/money.ts'
import type { StockRow } from '../../../rules/stock/stock.ts'
import { type StockResult, variantName } from '../../../rules/stock/stock-changes.ts'
import { type Column, DataTable } from '../list/data-table.tsx'
import { OnHand } from './on-hand.tsx'
import { NoteField } from './receive-form.tsx'
import { StockForm } from './stock-form.tsx'
import { StockAct } from './stock-table.tsx'

/**
 * Counts the answers to forms on this screen, once their result is shown. The address alone does not show it: it is
 * also replaced when a form could not be sent, and then what is typed must stay.
 */
function useAnswers() {
  const { state, formMethod } = useNavigation()
  const { key, state: came } = useLocation()
  const isCome = (came as { isAnswer?: true } | null)?.isAnswer === true
  const [at, setAt] = useState({ isNear: false, key, count: 0 })
  const isNear = state === 'loading' && formMethod === 'POST'
  const isShown = (at.isNear && state === 'idle') || (isCome && key !== at.key)
  if (isNear !== at.isNear || key !== at.key)
    setAt({ isNear, key, count: isShown ? at.count + 1 : at.count })
  return at.count
}

/** A product's variants with their stock, and one form for a delivery of all of them. */
export function ProductStockPanel(props: {
  productId: string
  rows: readonly StockRow[]
  answer: StockResult | null
}) {
  return <StockLevels key={useAnswers()} {...props} />
}

const columnsFor = (answer: StockResult | null): Column<StockRow>[] => [
  {
    label: 'Variant',
    isTitle: true,
    show: (row) => (
      <>
        <strong className="wrap-anywhere">{variantName(row) || 'No variants'}</strong>
        <span className="block text-sm text-quiet wrap-anywhere">
          <span className="sr-only">SKU </span>
          {row.sku}
        </span>
      </>
    ),
  },
  { label: 'On hand', isFigure: true, show: (row) => <OnHand row={row} /> },
  { label: 'Reserved', isFigure: true, show: (row) => formatAmount(row.reserved) },
  {
    label: 'Received',
    isFigure: true,
    show: (row) => (
      <input
        name={`units:${row.id}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        aria-label={`Units received of ${variantName(row) || row.product}`}
        aria-invalid={answer?.errors[`units:${row.id}`] ? true : undefined}
        defaultValue={answer?.values[`units:${row.id}`] ?? ''}
        className="min-h-11 w-full max-w-24 rounded-card border border-edge bg-sheet px-3 text-right md:w-20 tabular-nums aria-invalid:border-2 aria-invalid:border-alarm"
      />
    ),
  },
  { label: 'Change', isFigure: true, show: (row) => <StockAct row={row} act="adjust" /> },
]

function StockLevels({
  productId,
  rows,
  answer,
}: {
  productId: string
  rows: readonly StockRow[]
  answer: StockResult | null
}) {
  const errors = Object.values(answer?.errors ?? {})
  return (
    <StockForm
      intent="receive"
      productId={productId}
      version={answer?.values['version'] ?? String(Math.max(0, ...rows.map((row) => row.version)))}
      act="Receive goods"
    >
      {errors.length > 0 ? (
        <p role="alert" className="font-semibold text-alarm">
          {errors[0]}
        </p>
      ) : null}
      <DataTable caption="Variants on the shelf" rows={rows} columns={columnsFor(answer)} />
      <div className="md:max-w-md">
        <NoteField answer={answer} />
      </div>
    </StockForm>
  )
}
