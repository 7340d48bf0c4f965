import { useEffect, useState } from 'react'
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
    const source = new EventSource('/events')
    let timer: ReturnType<typeof setTimeout> | undefined
    let wasDown = false
    const ask = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void refresh(), CALM_MS)
    }
    source.addEventListener('order', ask)
    source.addEventListener('sale', ask)
    source.addEventListener('open', () => {
      setLive(true)
      // What was said while the line was down is lost.
      if (wasDown) ask()
      wasDown = false
    })
    source.addEventListener('error', () => {
      wasDown = true
      setLive(false)
    })
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [refresh])
  return isLive
}
