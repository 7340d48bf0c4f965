import type { MouseEvent } from 'react'
import { notifyRefusal } from '../notify.ts'

const PATIENCE_MS = 5_000

/** Whether the shop itself answers: not only a network, and no stranger's page (a hotspot's sign-in). */
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

/** The till's own page is kept on this device, and opens without a network. */
async function isTillKept() {
  const kept = await navigator.serviceWorker?.getRegistration('/admin/pos').catch(() => undefined)
  return Boolean(kept?.active)
}

/** Goes there when the shop answers. Else the page stays and says so: the browser's own error page sells nothing. */
export async function leaveTo(href: string) {
  if (await isShopThere()) location.assign(href)
  else if (href === '/pos' && (await isTillKept())) location.assign('/admin/pos')
  else notifyRefusal('till-offline')
}

/** For the links that lead out of the till. Another tab may show what it likes. */
export const onLeave = (event: MouseEvent<HTMLAnchorElement>) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const { pathname, search } = event.currentTarget
  void leaveTo(pathname + search)
}
