import { useEffect, useState } from 'react'
import { listenToEvents } from '../kit/events.ts'
import { useRefresh } from '../kit/use-refresh.ts'

const CALM_MS = 400

/**
 * Asks for the screen's data again when an order or a till sale was made, paid or moved. Many at once are
 * one question. False while the line to the shop is down; the browser reopens it by itself.
 */
export function useLiveAdmin(): boolean {
  const [isLive, setLive] = useState(true)
  const refresh = useRefresh()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void refresh(), CALM_MS)
    }
    const stop = listenToEvents({
      order: ask,
      sale: ask,
      open: () => {
        setLive(true)
        ask()
      },
      lost: () => setLive(false),
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [refresh])
  return isLive
}
