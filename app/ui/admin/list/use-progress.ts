import { useEffect } from 'react'
import { useRefresh } from '../../kit/use-refresh.ts'

const EVERY_MS = 1500

/** Refreshes the page while a job is working. */
export function useProgress(isWorking: boolean) {
  const refresh = useRefresh()
  useEffect(() => {
    if (!isWorking) return undefined
    const timer = setInterval(() => void refresh(), EVERY_MS)
    return () => clearInterval(timer)
  }, [isWorking, refresh])
}
