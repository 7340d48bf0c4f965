import { useRef, useState } from 'react'
import type { CashSale } from '../../../rules/till/till-events.ts'
import { notifyRefusal } from '../notify.ts'
import { settleExchange } from '../returns/settle-exchange.ts'
import { type ChangedLine, findChanges } from '../sales/check-prices.ts'
import { sellForCash } from '../store/acts.ts'
import type { TillState } from '../store/state.ts'

/** Sells for cash, or exchanges: shows first what has changed since, and ignores presses while one is handled. */
export function useCashSale(
  { basket, connection, shift }: TillState,
  {
    onSold,
    onNeedsApproval,
  }: { onSold: (sale: CashSale) => void; onNeedsApproval: (what?: 'refund') => void },
) {
  const [changes, setChanges] = useState<ChangedLine[]>([])
  const [isWorking, setWorking] = useState(false)
  const [error, setError] = useState('')
  const isBusy = useRef(false)
  const pay = async (cash: number, creditCode?: string) => {
    if (isBusy.current) return
    isBusy.current = true
    setWorking(true)
    try {
      const changed = connection.isOnline ? await findChanges(basket) : []
      setChanges(changed)
      if (changed.length > 0) return
      const settled = await settleExchange(basket, shift)
      setError(settled.ok ? '' : settled.message)
      if (!settled.ok) return
      const sold = await sellForCash(cash, creditCode)
      if (sold.ok) onSold(sold.sale)
      else if (sold.reason === 'till-discount') onNeedsApproval()
      else if (sold.reason === 'till-refund') onNeedsApproval('refund')
      else notifyRefusal(sold)
    } catch (error) {
      // The screen has not said Paid: the basket is unchanged.
      console.error(error)
      notifyRefusal('pos-failed')
    } finally {
      isBusy.current = false
      setWorking(false)
    }
  }
  return { pay, changes, error, isWorking, onTaken: () => setChanges([]) }
}
