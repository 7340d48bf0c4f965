import { useState } from 'react'
import { NO_RECEIPT_YET } from '../../../rules/messages/till/on-device.ts'
import type { TillSale } from '../../../rules/till/till-payment.ts'
import { SALE_PREFIX } from '../../../shop.ts'
import { Press } from '../kit/buttons.tsx'
import { TypedField } from '../kit/typed-field.tsx'
import { findSale } from '../payments/mobile/ask-server.ts'
import { paidByServer } from '../payments/paid.ts'
import { SaleRow } from './sale-row.tsx'

/**
 * Finds any paid sale of the shop by its number: also one by mobile money, of another till or of last year. Needs
 * the connection.
 */
export function AnySale({ onReturn }: { onReturn: (number: string) => void }) {
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<TillSale | null>(null)
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const find = async () => {
    setBusy(true)
    const answer = await findSale(typed.trim().toUpperCase())
    setBusy(false)
    const isPaid = answer.ok && answer.body.sale.state === 'paid'
    setFound(isPaid ? answer.body.sale : null)
    if (isPaid) setError('')
    else setError(answer.ok ? NO_RECEIPT_YET : answer.message)
  }
  return (
    <section aria-label="Any sale" className="mb-2 border-b border-line pb-3">
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void find()
        }}
      >
        <TypedField
          label="Receipt number of any sale"
          placeholder={`${SALE_PREFIX}-2026-000123`}
          maxLength={40}
          error={error || undefined}
          text={typed}
          onText={setTyped}
          className="min-w-48 grow"
        />
        <Press type="submit" disabled={isBusy || !typed.trim()}>
          {isBusy ? 'Looking…' : 'Find'}
        </Press>
      </form>
      {found ? (
        <ul aria-label="Found sale">
          <SaleRow
            sale={{
              name: found.saleNumber,
              at: found.soldAt,
              total: found.totalAmount,
              cashier: found.cashierName,
              customer: found.customerName,
              phone: found.customerPhone,
              receipt: paidByServer(found, { isReprint: true }).receipt,
            }}
            onReturn={() => onReturn(found.saleNumber)}
          />
        </ul>
      ) : null}
    </section>
  )
}
