import { useEffect } from 'react'
import { listenToEvents } from '../../kit/events.ts'
import { useRefresh } from '../../kit/use-refresh.ts'

/** Asks for this page's data again when an order of the signed-in person changes. */
export function useLiveOrders() {
  const refresh = useRefresh()
  useEffect(() => {
    const ask = () => void refresh()
    return listenToEvents({ order: ask, open: ask })
  }, [refresh])
}
