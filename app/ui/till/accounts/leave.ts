import type { MouseEvent } from 'react'
import { notifyRefusal } from '../notify.ts'

const PATIENCE_MS = 5_000

/** Whether the shop itself answers, and not only a network or a hotspot's sign-in page. */
const isShopThere = () =>
  fetch('/healthz', {
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
    .then((response) => response.text())
    .then(
      (text) => text.startsWith('ok\n'),
      () => false,
    )

/** Whether the till's own page is stored on this device, so that it opens without a network. */
async function isTillKept() {
  const kept = await navigator.serviceWorker?.getRegistration('/admin/pos').catch(() => undefined)
  return Boolean(kept?.active)
}

/**
 * Opens `href` when the shop answers. Otherwise the till stays open and says why: on the browser's error page nothing
 * can be sold.
 */
export async function leaveTo(href: string) {
  if (await isShopThere()) location.assign(href)
  else if (href === '/pos' && (await isTillKept())) location.assign('/admin/pos')
  else notifyRefusal('till-offline')
}

/** Handles clicks on links out of the till. A click that opens another tab passes. */
export const onLeave = (event: MouseEvent<HTMLAnchorElement>) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const { pathname, search } = event.currentTarget
  void leaveTo(pathname + search)
}
