/**
 * Whether the shop is out of reach for want of any network: never on the machine that it runs on, as a start names it,
 * nor where a service worker answers (the till's, which starts without one).
 */
export const isCut = () =>
  !navigator.onLine && !navigator.serviceWorker?.controller && location.hostname !== 'localhost'

/** Chromium alone tells how quick the connection is. */
type Connected = { connection?: { effectiveType?: string } }
/** Not every browser tells that what was under way was stopped. */
type Navigated = {
  navigation?: {
    addEventListener: (name: 'navigate', act: (event: { signal: AbortSignal }) => void) => void
  }
}
type Sent = Event & { submitter?: HTMLButtonElement | null }

/**
 * Keeps the page while its scripts have not come: a link or a form would end on the browser's own error page, and what
 * was chosen with it. Without any network both are held; what gets no answer in time is given up, as with scripts
 * (time-limit.ts). The note says so until the network is back, or somebody goes on; the recovery of the scripts takes
 * over once they serve the page (`live`). It stands in the body, where React leaves alone what it does not know: beside
 * its own elements it would be a mismatch when the scripts were under way already. Its text is sent
 * (lazy-scripts.server.ts): it knows nothing but the browser. Checked by: tests/e2e/connections/before-scripts.spec.ts.
 */
export function keepBeforeScripts(
  isCut: () => boolean,
  live: string,
  limit: number,
  givenUp: string,
  title: string,
  notSent: string,
  notRead: string,
  notKnown: string,
) {
  let note: Element | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let lost = notRead
  let isSending = false
  const clear = () => note?.remove()
  const show = (words: string) => {
    clear()
    note = document.createElement('div')
    note.setAttribute('role', 'alert')
    note.className =
      'toast early-note max-w-md rounded-card border-l-8 border-alarm-bright bg-night px-4 py-3 text-paper shadow-float'
    const [head, text] = [document.createElement('p'), document.createElement('p')]
    head.className = 'font-semibold'
    head.textContent = title
    text.textContent = words
    note.append(head, text)
    document.body.append(note)
  }
  const forget = () => {
    isSending = false
    clearTimeout(timer)
  }
  const giveUpLater = (words: string) => {
    forget()
    lost = words
    timer = setTimeout(() => dispatchEvent(new Event(givenUp)), limit)
  }
  // With a key or the middle button what is pressed opens elsewhere; what a form sends says nothing of the
  // press before it.
  let isElsewhere = false
  const noteKeys = ({ altKey, ctrlKey, metaKey, shiftKey, button }: MouseEvent) => {
    isElsewhere = altKey || ctrlKey || metaKey || shiftKey || button > 0
    setTimeout(() => {
      isElsewhere = false
    })
  }
  const hold = (event: Event) => {
    if (event.defaultPrevented) return
    const target = event.target as Element
    const form = event.type === 'submit' ? (target as HTMLFormElement) : null
    const link = form ? null : target.closest<HTMLAnchorElement>('a[href]')
    // Only scripts can do it: it waits for them, and is given up with them (lazy-scripts.server.ts).
    const isButton = !form && target.closest('button[type=button]:not([popovertarget])')
    // A telephone number needs no network, nor does another place of this page.
    const isHere = link?.hash && link.href.split('#')[0] === location.href.split('#')[0]
    if (!form && !isButton && (!link?.protocol.startsWith('http') || isHere)) return
    const isPost = form?.method === 'post'
    // What is under way is let finish: a second tap is no second act, and scripts that fail call nothing off.
    if (isSending && (isPost || isButton)) {
      event.preventDefault()
      return
    }
    if (isCut()) {
      event.preventDefault()
      show(isPost ? notSent : notRead)
      return
    }
    // Files take as long as they take, and another window goes its own way: this page stays, and no `pagehide` comes.
    if (
      isElsewhere ||
      (form ?? link)?.target ||
      (event as Sent).submitter?.formTarget ||
      link?.hasAttribute('download')
    )
      return
    if (form?.enctype === 'multipart/form-data') {
      // Nor is it known to be lost after a time; only a second tap is no second act.
      forget()
      timer = setTimeout(forget, limit)
    } else giveUpLater(isPost ? notKnown : notRead)
    isSending = isPost
    // Scripts do more with it: it waits for them (lazy-scripts.server.ts). On a slow connection its page is
    // there first.
    const { effectiveType = '4g' } = (navigator as Connected).connection ?? {}
    if (effectiveType === '4g' && link?.matches('[data-held]')) event.preventDefault()
  }
  const served = new AbortController()
  const { signal } = served
  for (const sign of ['click', 'auxclick'] as const)
    addEventListener(sign, noteKeys, { capture: true, signal })
  for (const sign of ['click', 'submit']) addEventListener(sign, hold, { signal })
  // By the time limit, or because the scripts that were waited for failed.
  addEventListener(givenUp, () => {
    forget()
    stop()
    show(lost)
  })
  addEventListener('online', clear)
  // Who stops what is under way may go on at once; what is pressed instead of it has set its own timer before.
  ;(window as Navigated).navigation?.addEventListener('navigate', ({ signal: stopped }) => {
    const own = timer
    stopped.addEventListener('abort', () => {
      if (own === timer) forget()
    })
  })
  // Also of a page that is come back to.
  addEventListener('pagehide', forget)
  addEventListener(
    live,
    () => {
      forget()
      served.abort()
      addEventListener('click', clear, { once: true, capture: true })
    },
    { once: true },
  )
}
