import { useEffect } from 'react'
import { useRefresh } from '../../kit/use-refresh.ts'

const EVERY_MS = 1500

/** Asks again for as long as the work of a job goes on. */
export function useProgress(isWorking: boolean) {
  const refresh = useRefresh()
  useEffect(() => {
    if (!isWorking) return undefined
    const timer = setInterval(() => void refresh(), EVERY_MS)
    return () => clearInterval(timer)
  }, [isWorking, refresh])
}
