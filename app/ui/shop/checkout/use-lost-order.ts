import { useEffect, useMemo, useState } from 'react'
import type {
  CheckoutMessage,
  CheckoutPage,
  CheckoutResult,
} from '../../../rules/checkout/checkout.ts'
import { checkoutNotices, checkoutRefusals } from '../../../rules/messages/checkout/checkout.ts'
import { nextSign } from '../../kit/browser/retry.ts'
import { useRefresh } from '../../kit/use-refresh.ts'

/** A request without an answer, and its key. It may have arrived, so the key is used again. */
export type Lost = { message: CheckoutMessage; key: string; isOrder: boolean }

/**
 * Keeps a lost request until the next answer, and checks as soon as there is a connection whether its order has
 * arrived: the refreshed page then lists it among the orders that wait for payment.
 */
export function useLostOrder(
  page: CheckoutPage,
  lost: Lost | undefined,
  answer: CheckoutResult | undefined,
): Pick<Lost, 'message' | 'key'> | undefined {
  const refresh = useRefresh()
  const [kept, setKept] = useState<{ lost: Lost; page: CheckoutPage } | null>(null)
  const [before, setBefore] = useState(answer)
  if (lost && lost !== kept?.lost) setKept({ lost, page })
  if (answer !== before) {
    setBefore(answer)
    if (answer) setKept(null)
  }
  // A refresh that failed leaves the page unchanged (web/render/connection-recovery.ts).
  const isUnknown = kept?.lost.isOrder === true && kept.page === page
  useEffect(() => {
    if (!isUnknown) return undefined
    let isOver = false
    void (async () => {
      while (!isOver) {
        await nextSign()
        if (!isOver) await refresh()
      }
    })()
    return () => {
      isOver = true
    }
  }, [isUnknown, refresh])

  // One object for each message, so that the reader is led to it only once.
  return useMemo(() => {
    if (!kept) return undefined
    const { key, message, isOrder } = kept.lost
    if (!isOrder || isUnknown) return { key, message }
    const known = new Set(kept.page.waiting.map((order) => order.orderNumber))
    const made = page.waiting.find((order) => !known.has(order.orderNumber))
    const words = made
      ? checkoutNotices['checkout-arrived']({ code: made.orderNumber })
      : checkoutRefusals['checkout-not-arrived']
    return { key, message: { at: 'top', tone: made ? 'good' : 'bad', ...words } }
  }, [kept, isUnknown, page])
}
