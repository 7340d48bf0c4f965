import { useCallback, useEffect, useRef } from 'react'
import {
  type ShouldRevalidateFunctionArgs,
  useFetchers,
  useNavigation,
  useRevalidator,
} from 'react-router'

let isBackground = false

/** Whether this page's data is refreshed in the background, without anybody's act. */
export const isRefresh = ({ formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  isBackground && !formMethod && currentUrl.href === nextUrl.href

/**
 * Refreshes this page's data in the background. A submitted form or a navigation comes first: otherwise the router
 * would load its page twice, and the toast would be lost with the first answer.
 */
export function useRefresh() {
  const { revalidate } = useRevalidator()
  const isBusy = [useNavigation(), ...useFetchers()].some(({ state }) => state !== 'idle')
  const busy = useRef(isBusy)
  const isRequested = useRef(false)
  const refresh = useCallback(async () => {
    isRequested.current = busy.current
    if (busy.current) return
    isBackground = true
    await revalidate()
    isBackground = false
  }, [revalidate])
  useEffect(() => {
    busy.current = isBusy
    if (isRequested.current) void refresh()
  }, [isBusy, refresh])
  return refresh
}
