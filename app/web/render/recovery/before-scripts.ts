/**
 * Whether the shop is out of reach because there is no network. Never on the machine that the shop runs on (a start
 * prints its address as `localhost`), nor where a service worker answers (the till's, which starts without a network).
 */
export const isCut = () =>
  !navigator.onLine && !navigator.serviceWorker?.controller && location.hostname !== 'localhost'

/** Only Chromium reports how fast the connection is. */
type Connected = { connection?: { effectiveType?: string } }
/** Not every browser reports that a running navigation was stopped. */
type Navigated = {
  navigation?: {
    addEventListener: (name: 'navigate', act: (event: { signal: AbortSignal }) => void) => void
  }
}
type Sent = Event & { submitter?: HTMLButtonElement | null }

/**
 * Keeps the page while its scripts have not loaded: a link or a form without a connection would end on the browser's
 * own error page, and the visitor's input would be lost. Without any network both are held; a navigation that gets no
 * answer in time is given up, as it is with scripts (time-limit.ts). The note says so until the network is back, or the
 * visitor goes on; the recovery of the scripts takes over once they serve the page (`live`). The note is placed
 * directly in the body, where React ignores unknown elements: among React's own elements it would be a hydration
 * mismatch if the scripts were already loading. Sent as text (lazy-scripts.server.ts), so it uses only what the browser
 * provides. Checked by: tests/e2e/connections/before-scripts.spec.ts.
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
  // A click with a modifier key or the middle button opens elsewhere. The flag lasts until the submit event of the same
  // click, because that event does not carry the keys.
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
    // Such a button needs scripts: it waits for them, and is given up with them (lazy-scripts.server.ts).
    const isButton = !form && target.closest('button[type=button]:not([popovertarget])')
    // A telephone number or another place of this page needs no network.
    const isHere = link?.hash && link.href.split('#')[0] === location.href.split('#')[0]
    if (!form && !isButton && (!link?.protocol.startsWith('http') || isHere)) return
    const isPost = form?.method === 'post'
    // A form that is being sent may finish: a second tap is no second action, and scripts that fail do not cancel it.
    if (isSending && (isPost || isButton)) {
      event.preventDefault()
      return
    }
    if (isCut()) {
      event.preventDefault()
      show(isPost ? notSent : notRead)
      return
    }
    // No limit runs for file uploads, which may take long, nor for what opens in another window or downloads: this page
    // stays then, and no `pagehide` comes.
    if (
      isElsewhere ||
      (form ?? link)?.target ||
      (event as Sent).submitter?.formTarget ||
      link?.hasAttribute('download')
    )
      return
    if (form?.enctype === 'multipart/form-data') {
      // An upload is not given up after the limit either; until then a second tap is no second action.
      forget()
      timer = setTimeout(forget, limit)
    } else giveUpLater(isPost ? notKnown : notRead)
    isSending = isPost
    // Scripts do more with such a link, so it waits for them (lazy-scripts.server.ts). On a slow connection its page
    // arrives first.
    const { effectiveType = '4g' } = (navigator as Connected).connection ?? {}
    if (effectiveType === '4g' && link?.matches('[data-held]')) event.preventDefault()
  }
  const served = new AbortController()
  const { signal } = served
  for (const sign of ['click', 'auxclick'] as const)
    addEventListener(sign, noteKeys, { capture: true, signal })
  for (const sign of ['click', 'submit']) addEventListener(sign, hold, { signal })
  // Sent by the time limit, or because the scripts that were waited for failed.
  addEventListener(givenUp, () => {
    forget()
    stop()
    show(lost)
  })
  addEventListener('online', clear)
  // After a visitor stops a navigation the next press goes through at once. A press that replaced the navigation has
  // already set its own timer, which stays.
  ;(window as Navigated).navigation?.addEventListener('navigate', ({ signal: stopped }) => {
    const own = timer
    stopped.addEventListener('abort', () => {
      if (own === timer) forget()
    })
  })
  // Also for a page that the visitor comes back to.
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
