import { useCallback, useEffect, useRef, useState } from 'react'
import { isShort, type TillSale } from '../../../../rules/till/till-payment.ts'
import { actOnSale, findSale, type SaleAct, type SaleResult } from './ask-server.ts'
import { onSaleEvents } from './sale-events.ts'

const LOOK_EVERY_MS = 3000
/** For a sale that waits in the background; the server's events still come at once. */
const LOOK_ASIDE_MS = 15_000

/** `gone`: the server knows no such sale. */
export type Connection = 'there' | 'connection-lost' | 'signed-out' | 'gone'

/**
 * Follows a sale that waits for its money: at once when the server sends an event, otherwise every few seconds. While
 * the connection is down it keeps asking, and treats nothing as failed.
 */
export function useMobileSale(saleId: string, isOnline: boolean, { isAside = false } = {}) {
  const [seen, setSeen] = useState<TillSale | null>(null)
  const [connection, setConnection] = useState<Connection>('there')
  const [busy, setBusy] = useState<SaleAct | null>(null)
  const [message, setMessage] = useState('')
  const asked = useRef(0)
  const received = useRef(0)
  const number = useRef<string | null>(null)

  const handle = useCallback((turn: number, answer: SaleResult<{ sale: TillSale }>) => {
    // A later answer has come already: this one is out of date.
    if (turn < received.current) return
    received.current = turn
    if (answer.ok) {
      number.current = answer.body.sale.saleNumber
      setSeen(answer.body.sale)
      setConnection('there')
    } else if (answer.why !== 'refused') setConnection(answer.why)
    // Refused for too many requests, which says nothing about the sale.
    else if (answer.reason !== 'too-many-attempts')
      setConnection(answer.reason === 'pos-sale-not-found' ? 'gone' : 'there')
  }, [])

  useEffect(() => {
    let isLooking = false
    let isNews = false
    const look = async () => {
      isNews = true
      if (isLooking) return
      isLooking = true
      while (isNews) {
        isNews = false
        const turn = (asked.current += 1)
        const answer = await findSale(saleId)
        handle(turn, answer)
        // A paid sale stays paid, so there is nothing left to ask.
        if (answer.ok && (answer.body.sale.state === 'paid' || isShort(answer.body.sale)))
          clearInterval(timer)
      }
      isLooking = false
    }
    const begin = () => {
      if (!isLooking) void look()
    }
    const unsubscribe = onSaleEvents((changed) => {
      if (!changed || !number.current || changed === number.current) void look()
    })
    begin()
    const timer = setInterval(begin, isAside ? LOOK_ASIDE_MS : LOOK_EVERY_MS)
    window.addEventListener('online', begin)
    document.addEventListener('visibilitychange', begin)
    return () => {
      unsubscribe()
      clearInterval(timer)
      window.removeEventListener('online', begin)
      document.removeEventListener('visibilitychange', begin)
    }
  }, [saleId, isAside, handle])

  /** Does one of the three acts; null when the server did not report the result. */
  async function act(what: SaleAct): Promise<TillSale | null> {
    setBusy(what)
    setMessage('')
    const answer = await actOnSale(saleId, what, seen?.payment?.pages)
    // Numbered later than every request that was sent before the act ended.
    handle((asked.current += 1), answer)
    setBusy(null)
    setMessage(answer.ok ? answer.body.message : answer.message)
    return answer.ok ? answer.body.sale : null
  }

  const isKnown = isOnline || connection !== 'there'
  return { seen, connection: isKnown ? connection : 'connection-lost', busy, message, act }
}
