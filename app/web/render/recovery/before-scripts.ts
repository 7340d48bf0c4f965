/**
 * Whether the shop is out of reach for want of any network: never on the machine that it runs on, as a start names it, nor where a service worker
 * answers (the till's, which starts without one).
 */
export const isCut = () =>
  !navigator.onLine && !navigator.serviceWorker?.controller && location.hostname !== 'localhost'

/**
 * Keeps the page of a browser that knows of no network while its scripts have not come: a link or a form would end on the
 * browser's own error page, and what was chosen with it. Says so where the shop's toasts stand, until the network is back
 * or the scripts serve the page (`live`), whose recovery goes on from there. Its text is sent (late-scripts.server.ts): it
 * knows nothing but the browser. Checked by: tests/e2e/shell.spec.ts.
 */
export function keepBeforeScripts(
  isCut: () => boolean,
  live: string,
  title: string,
  notSent: string,
  notRead: string,
) {
  let note: Element | undefined
  const show = (words: string) => {
    clear()
    note = document.createElement('div')
    note.className =
      'toast pointer-events-auto w-full max-w-md rounded-card border-l-8 border-alarm-bright bg-night px-4 py-3 text-paper shadow-float'
    const [head, text] = [document.createElement('p'), document.createElement('p')]
    head.className = 'font-semibold'
    head.textContent = title
    text.textContent = words
    note.append(head, text)
    document.querySelector('.toast-place')?.append(note)
  }
  const hold = (event: Event) => {
    if (!isCut() || event.defaultPrevented) return
    const { target } = event
    if (event.type === 'submit') {
      event.preventDefault()
      show((target as HTMLFormElement).method === 'post' ? notSent : notRead)
      return
    }
    const link = (target as Element).closest<HTMLAnchorElement>('a[href]')
    // A telephone number needs no network, nor does another place of this page.
    const isHere = link?.hash && link.href.split('#')[0] === location.href.split('#')[0]
    if (!link || isHere || !link.protocol.startsWith('http')) return
    event.preventDefault()
    show(notRead)
  }
  // Gone before the scripts come: they expect the page as it was sent.
  const clear = () => note?.remove()
  addEventListener('click', hold)
  addEventListener('submit', hold)
  addEventListener('online', clear)
  addEventListener(
    live,
    () => {
      clear()
      removeEventListener('click', hold)
      removeEventListener('submit', hold)
      removeEventListener('online', clear)
    },
    { once: true },
  )
}
