import { useCallback, useEffect, useRef, useState } from 'react'
import type { TillSale } from '../../../rules/till-payment.ts'
import { type Answer, actOnSale, findSale, type SaleAct } from './ask-server.ts'

const LOOK_EVERY_MS = 3000

/** `gone`: the server knows no such sale. */
export type Line = 'there' | 'line-lost' | 'signed-out' | 'gone'

/**
 * Follows a sale that waits for its money: at once when the server tells of it, every three seconds
 * otherwise. While the line is down it keeps asking, and takes nothing for failed.
 */
export function useMobileSale(saleNumber: string, isOnline: boolean) {
  const [seen, setSeen] = useState<TillSale | null>(null)
  const [line, setLine] = useState<Line>('there')
  const [busy, setBusy] = useState<SaleAct | null>(null)
  const [said, setSaid] = useState('')
  const asked = useRef(0)
  const heard = useRef(0)

  const hear = useCallback((turn: number, answer: Answer<{ sale: TillSale }>) => {
    // An answer that was overtaken by a later one is old.
    if (turn < heard.current) return
    heard.current = turn
    if (answer.ok) {
      setSeen(answer.body.sale)
      setLine('there')
    } else if (answer.why !== 'refused') setLine(answer.why)
    else setLine(answer.reason === 'pos-sale-not-found' ? 'gone' : 'there')
  }, [])

  useEffect(() => {
    let isLooking = false
    const look = async () => {
      if (isLooking) return
      isLooking = true
      const turn = (asked.current += 1)
      hear(turn, await findSale(saleNumber))
      isLooking = false
    }
    const begin = () => void look()
    const news = new EventSource('/events')
    news.addEventListener('open', begin)
    news.addEventListener('sale', ({ data }: MessageEvent<string>) => {
      const { sale_number } = JSON.parse(data) as { sale_number: string | null }
      if (sale_number === saleNumber) begin()
    })
    begin()
    const timer = setInterval(begin, LOOK_EVERY_MS)
    window.addEventListener('online', begin)
    document.addEventListener('visibilitychange', begin)
    return () => {
      news.close()
      clearInterval(timer)
      window.removeEventListener('online', begin)
      document.removeEventListener('visibilitychange', begin)
    }
  }, [saleNumber, hear])

  /** Does one of the three acts; null when the server did not say what became of it. */
  async function act(what: SaleAct): Promise<TillSale | null> {
    setBusy(what)
    setSaid('')
    const answer = await actOnSale(saleNumber, what)
    // Later than every look that went out before the act was over.
    hear((asked.current += 1), answer)
    setBusy(null)
    setSaid(answer.ok ? answer.body.message : answer.message)
    return answer.ok ? answer.body.sale : null
  }

  return { seen, line: isOnline || line !== 'there' ? line : 'line-lost', busy, said, act }
}
