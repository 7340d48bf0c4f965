import { useEffect, useState } from 'react'
import type { OrderAtTill } from '../../../rules/returns/at-till.ts'
import { ORDER_PREFIX, SALE_PREFIX } from '../../../shop.ts'
import { FindForm } from '../kit/find-form.tsx'
import { Sheet, type SheetProps } from '../kit/sheet.tsx'
import { EndShort } from '../payments/mobile/end-short.tsx'
import { AskedReturns } from './asked-returns.tsx'
import type { TakesBack } from './back.ts'
import { findReturnable, type Returnable } from './find-sale.ts'
import { TakeBack } from './take-back.tsx'
import { findOrderToTakeBack, TakeBackOrder } from './take-back-order.tsx'

/** Takes items back against a receipt: which, how many, whether they go back to stock, and the cash for them. */
export function ReturnSheet({
  till,
  number,
  onClose,
  onTakenBack,
  onExchange,
}: SheetProps & TakesBack & { number: string | null }) {
  const [typed, setTyped] = useState(number ?? '')
  const [sale, setSale] = useState<Returnable | null>(null)
  const [order, setOrder] = useState<OrderAtTill | null>(null)
  const [error, setError] = useState('')
  const [short, setShort] = useState('')
  const [isBusy, setBusy] = useState(false)
  const find = async (saleNumber: string) => {
    if (!saleNumber) return
    setBusy(true)
    setShort('')
    if (saleNumber.startsWith(`${ORDER_PREFIX}-`)) {
      const found = await findOrderToTakeBack(saleNumber, till.connection.isOnline)
      setBusy(false)
      setError(found.ok ? '' : found.message)
      return setOrder(found.ok ? found.order : null)
    }
    const found = await findReturnable(saleNumber, till.connection.isOnline)
    setBusy(false)
    setError(found.ok ? '' : found.message)
    setShort((!found.ok && found.short) || '')
    setSale(found.ok ? found.sale : null)
  }
  useEffect(() => {
    if (number) void find(number)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- looked for once, when it was scanned or chosen
  }, [number])
  return (
    <Sheet title="Return or exchange" onClose={onClose}>
      {order ? (
        <TakeBackOrder {...{ till, order, onTakenBack, onExchange }} />
      ) : sale ? (
        <TakeBack {...{ till, sale, onTakenBack, onExchange }} />
      ) : (
        <>
          <AskedReturns {...{ till, onTakenBack }} />
          <FindForm
            label="Receipt or order number"
            placeholder={`${SALE_PREFIX}-2026-000123`}
            hint={`Scan the barcode of the receipt, or type its number. What was ordered online: the number of the order, ${ORDER_PREFIX}-…`}
            act="Find it"
            {...{ text: typed, isBusy, error }}
            onText={setTyped}
            onFind={(saleNumber) => void find(saleNumber)}
          />
          {short ? (
            <div className="mt-4">
              <EndShort number={short} person={till.person} />
            </div>
          ) : null}
        </>
      )}
    </Sheet>
  )
}
