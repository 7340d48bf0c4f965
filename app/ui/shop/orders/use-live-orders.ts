import { useEffect } from 'react'
import { startNow } from '../../kit/lazy.ts'
import { useRefresh } from '../../kit/use-refresh.ts'

/** Asks for this page's data again when an order of the signed-in person changes. */
export function useLiveOrders() {
  const refresh = useRefresh()
  useEffect(() => {
    startNow()
    const events = new EventSource('/events')
    let wasOpen = false
    events.addEventListener('order', () => void refresh())
    // What happened while the line was cut was not heard.
    events.addEventListener('open', () => {
      if (wasOpen) void refresh()
      wasOpen = true
    })
    return () => events.close()
  }, [refresh])
}
