import { NO_CONNECTION, NOT_KNOWN, NOT_READ, NOT_SENT } from '../../rules/messages/connection.ts'
import { isPlain } from '../../rules/plain.ts'
import { functionText } from './early/function-text.ts'
import { dropEmpty } from './early/lean-address.ts'
import { showTouch } from './early/touched.ts'
import { GIVEN_UP, LIVE } from './live.ts'
import { isCut, keepBeforeScripts } from './recovery/before-scripts.ts'
import { LEAD_ON_MS, TIME_LIMIT_MS } from './recovery/time-limit.ts'

/**
 * The module scripts of a page wait until it can be read, or is used: on a cheap phone they compete with the picture
 * that a shopper came for (docs/decisions/0005-scripts-come-late.md). Until then links and forms work by themselves.
 *
 * Relies on how react-router 8.4 writes them: a tag for each preload, then one inline module that imports them. Checked
 * by: finish-page.server.test.ts, and by the browser tests, in which no script would start. Gains 18 % of the time to
 * the largest paint on a phone (docs/decisions/0028-techniques-for-speed.md). Off: `RENDER_PLAIN=lazy-scripts`.
 */
export const readPreload = (tag: string) =>
  isPlain('lazy-scripts') ? undefined : /^<link rel="modulepreload" href="([^"]+)"/.exec(tag)?.[1]

export const isLazy = (tag: string) => tag.includes('type="module"') && !isPlain('lazy-scripts')

/**
 * Gives what fetches the scripts of the page. What only scripts do (a button, a link that does more with them:
 * `data-held`, held back in before-scripts.ts) and was pressed before they came is pressed again once they serve the
 * page, unless something else was pressed since; what was chosen is told again. Where they cannot be had, or take
 * longer than a page would, a link leads on. This and the next two are sent as text: they know nothing but the browser.
 * Checked by: tests/e2e/everybody/first-acts.spec.ts.
 */
function fetchLazy(isCut: () => boolean, live: string, givenUp: string, leadOnAfter: number) {
  let isAsked = false
  let pressed: HTMLElement | undefined
  let chosen: HTMLSelectElement | null = null
  const start = () => {
    const module = document.getElementById('lazy')
    if (isAsked || !module) return
    if (isCut()) {
      addEventListener('online', start, { once: true })
      return
    }
    isAsked = true
    for (const href of JSON.parse(module.dataset['files'] ?? '[]')) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      document.head.append(link)
    }
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = module.textContent
    // What failed to come is asked for again with the next act.
    script.addEventListener('error', () => {
      isAsked = false
      leadOn()
    })
    document.head.append(script)
  }
  const rest = () => {
    const waiting = pressed
    pressed = undefined
    waiting?.removeAttribute('data-waits')
    return waiting
  }
  const leadOn = () => {
    const waiting = rest()
    if (waiting instanceof HTMLAnchorElement && !isCut()) location.assign(waiting.href)
    // A list is sorted without them as well.
    else if (chosen?.form?.matches('[data-lean]')) chosen.form.requestSubmit()
    else if (waiting) dispatchEvent(new Event(givenUp))
  }
  // With what was waited for, they were given up as well: the next act asks for them again.
  addEventListener(givenUp, () => {
    isAsked = false
    rest()
  })
  const press = (event: MouseEvent) => {
    rest()
    const target = event.target as Element
    // Who goes on has chosen something else since.
    if (target.closest('a[href],button:not([type=button])')) chosen = null
    const control = target.closest<HTMLElement>(
      'button[type=button]:not([popovertarget]),a[data-held]',
    )
    // React marks what it serves, and has heard of it before us.
    if (!control || Object.keys(control).some((key) => key.startsWith('__react'))) return
    const isLink = control.matches('a')
    // A link that goes its own way (to another window, to its place on this page, or on a slow connection), what goes
    // nowhere, or a button while a form is under way.
    if (isLink !== event.defaultPrevented || isCut()) return
    pressed = control
    control.setAttribute('data-waits', '')
    start()
    // Scripts may also fail, throw or stay away without a word, and not every browser tells that its
    // connection is slow.
    if (isLink) setTimeout(() => pressed === control && leadOn(), leadOnAfter)
  }
  const choose = ({ target }: Event) => {
    // What was ticked since would be lost with the page that a choice leads away from.
    chosen = target instanceof HTMLSelectElement ? target : null
  }
  addEventListener('click', press)
  addEventListener('change', choose)
  addEventListener('pagehide', () => {
    chosen = null
    rest()
  })
  addEventListener(
    live,
    () => {
      removeEventListener('click', press)
      removeEventListener('change', choose)
      rest()?.click()
      // React does not hear of a choice that was made before it came.
      chosen?.dispatchEvent(new Event('change', { bubbles: true }))
    },
    { once: true },
  )
  return start
}

/**
 * For a page that waits: at the first act in which scripts have a part. Who looks, scrolls, points, follows a link or
 * sends a form needs none, and would throw away what was fetched with the page. What the device keeps for a place of
 * the page (`data-kept`: its name in the storage) brings them when that place comes near.
 */
function startWithAct(start: () => void) {
  const look = (event: Event) => {
    const target = event.target as Element
    const link = target.closest?.<HTMLAnchorElement>('a[href]')
    const isHere = link?.hash && link.href.split('#')[0] === location.href.split('#')[0]
    const isAct =
      event instanceof KeyboardEvent
        ? // The others scroll, are the browser's own, or press what says itself whether it needs them.
          !(
            event.ctrlKey ||
            event.metaKey ||
            event.altKey ||
            /^(Arrow|Page|Home|End|Enter|F\d| )/.test(event.key)
          )
        : event.type === 'click' && (isHere || target.closest('button[type=button],summary,label'))
    if (isAct || target.matches?.('input,select,textarea')) start()
  }
  // Password managers and voice control fill in and press without a finger or a key.
  for (const sign of ['click', 'keydown', 'focusin', 'input']) addEventListener(sign, look, true)
  try {
    // As near as the row asks for its products (ui/shop/catalogue/recent/use-recent.ts), or passed.
    const near = new IntersectionObserver(
      (seen) => seen.some((one) => one.isIntersecting) && start(),
      { rootMargin: '99999% 0px 600px' },
    )
    for (const place of document.querySelectorAll<HTMLElement>('[data-kept]')) {
      const name = place.dataset['kept'] ?? ''
      if ((localStorage[name] ?? sessionStorage[name] ?? '[]') !== '[]') near.observe(place)
    }
  } catch {
    // It keeps nothing, or does not tell what comes near.
  }
}

/** For all others: when the page is idle, or is used before. */
function startIdle(start: () => void) {
  for (const sign of ['pointerdown', 'click', 'keydown', 'focusin'])
    addEventListener(sign, start, { capture: true, passive: true })
  const wait = () =>
    // Safari has no idle callbacks.
    'requestIdleCallback' in window
      ? requestIdleCallback(start, { timeout: 1500 })
      : setTimeout(start)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait)
}

const call = (act: { toString(): string }, ...given: (string | number)[]) =>
  `(${functionText(act)})(${[isCut.toString(), ...given.map((one) => JSON.stringify(one))].join()})`
const writeLoader = (startAs: (start: () => void) => void) =>
  [
    call(
      keepBeforeScripts,
      LIVE,
      TIME_LIMIT_MS,
      GIVEN_UP,
      NO_CONNECTION,
      NOT_SENT,
      NOT_READ,
      NOT_KNOWN,
    ),
    `(${functionText(startAs)})(${call(fetchLazy, LIVE, GIVEN_UP, LEAD_ON_MS)})`,
    `(${functionText(showTouch)})()`,
    `(${functionText(dropEmpty)})()`,
  ].join(';')
/** What is sent in place of the scripts of a page that waits for its visitor's first act, and of another one. */
export const LOADERS = { withAct: writeLoader(startWithAct), idle: writeLoader(startIdle) }

/** In place of the page's module: its text, which no browser executes by itself, and what fetches it. */
export function writeLazy(module: string, files: string[], waits: boolean) {
  const list = JSON.stringify(files).replaceAll('"', '&quot;')
  return `<script type="text/lazy" id="lazy"${waits ? ' data-start="first act"' : ''} data-files="${list}">${module}</script><script>${waits ? LOADERS.withAct : LOADERS.idle}</script>`
}
