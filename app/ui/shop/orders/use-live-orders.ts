import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { startNow } from '../../kit/lazy.ts'

/** Asks for this page's data again when an order of the signed-in person changes. */
export function useLiveOrders() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    startNow()
    const events = new EventSource('/events')
    let wasOpen = false
    events.addEventListener('order', () => void revalidate())
    // What happened while the line was cut was not heard.
    events.addEventListener('open', () => {
      if (wasOpen) void revalidate()
      wasOpen = true
    })
    return () => events.close()
  }, [revalidate])
}
