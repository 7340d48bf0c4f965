import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { formatAmount } from '../../../rules/money.ts'
import type { StockRow } from '../../../rules/stock/stock.ts'
import { type StockResult, variantName } from '../../../rules/stock/stock-changes.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { useListAddress } from '../list/use-list-address.ts'
import { AdjustForm } from './adjust-form.tsx'
import { ReceiveForm } from './receive-form.tsx'

/** The window for one variant, over the list or over its product's page. */
export function StockDialog({
  act,
  row,
  answer,
}: {
  act: 'receive' | 'adjust'
  row: StockRow
  answer: StockResult | null
}) {
  const navigate = useNavigate()
  const address = useListAddress()
  const back = address({ receive: null, adjust: null })
  const name = [row.product, variantName(row)].filter(Boolean).join(', ')
  const own = answer?.intent === act ? answer : null
  const box = useRef<HTMLDivElement>(null)
  // After the window has taken the focus, so that the next key of a scanner or keyboard goes into the first field.
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('select, input:not([type=hidden])')?.focus()
  }, [])
  return (
    <Dialog
      key={`${act} ${row.id}`}
      title={act === 'receive' ? 'Receive goods' : 'Adjust stock'}
      onClose={() => void navigate(back, { preventScrollReset: true })}
    >
      <p className="font-semibold wrap-anywhere">{name}</p>
      <p className="mb-4 text-quiet">
        SKU {row.sku} · on hand{' '}
        <span className="font-semibold text-ink tabular-nums">{formatAmount(row.onHand)}</span>
        {row.reserved > 0 ? ` · ${formatAmount(row.reserved)} held until paid` : ''}
      </p>
      <div ref={box}>
        {act === 'receive' ? (
          <ReceiveForm row={row} answer={own} back={back} />
        ) : (
          <AdjustForm row={row} answer={own} reload={address({})} back={back} />
        )}
      </div>
    </Dialog>
  )
}
