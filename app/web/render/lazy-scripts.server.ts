import { NO_CONNECTION, NOT_KNOWN, NOT_READ, NOT_SENT } from '../../rules/messages/connection.ts'
import { isPlain } from '../../rules/plain.ts'
import { GIVEN_UP, LIVE } from './live.ts'
import { isCut, keepBeforeScripts } from './recovery/before-scripts.ts'
import { TIME_LIMIT_MS } from './recovery/time-limit.ts'
import { showTouch } from './touched.ts'

/**
 * The module scripts of a page wait until it can be read, or is used: on a cheap phone they compete with the picture that a
 * shopper came for (docs/decisions/0005-scripts-come-late.md). Until then links and forms work by themselves.
 *
 * Relies on how react-router 8.4 writes them: a tag for each preload, then one inline module that imports them.
 * Checked by: finish-page.server.test.ts, and by the browser tests, in which no script would start.
 * Gains 18 % of the time to the largest paint on a phone (docs/decisions/0028-techniques-for-speed.md). Off: `RENDER_PLAIN=lazy-scripts`.
 */
export const readPreload = (tag: string) =>
  isPlain('lazy-scripts') ? undefined : /^<link rel="modulepreload" href="([^"]+)"/.exec(tag)?.[1]

export const isLazy = (tag: string) => tag.includes('type="module"') && !isPlain('lazy-scripts')

/**
 * Gives what fetches the scripts of the page. What only scripts do (a button, a link that does more with them: `data-held`,
 * held back in before-scripts.ts) and was pressed before they came is pressed again once they serve the page; where they
 * cannot be had, a link leads on. This and the next two are sent as text: they know nothing but the browser.
 * Checked by: tests/e2e/everybody/first-acts.spec.ts.
 */
function fetchLazy(isCut: () => boolean, live: string, givenUp: string) {
  let isAsked = false
  let pressed: HTMLElement | undefined
  const start = () => {
    const module = document.getElementById('lazy')
    if (isAsked || !module) return
    // What fails to come is not asked for again, until what was waited for is given up (below).
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
    script.addEventListener('error', () => {
      if (pressed instanceof HTMLAnchorElement) location.assign(pressed.href)
    })
    document.head.append(script)
  }
  const rest = () => {
    const waiting = pressed
    pressed = undefined
    waiting?.removeAttribute('data-waits')
    return waiting
  }
  // With what was waited for, they were given up as well: the next act asks for them again.
  addEventListener(givenUp, () => {
    isAsked = false
    rest()
  })
  const press = (event: MouseEvent) => {
    const control = (event.target as Element).closest<HTMLElement>(
      'button[type=button]:not([popovertarget]),a[data-held]',
    )
    // React marks what it serves, and has heard of it before us.
    if (!control || Object.keys(control).some((key) => key.startsWith('__react'))) return
    // A link that goes its own way: to another window, to its place on this page, or on a slow connection.
    if (control.matches('a') && !event.defaultPrevented) return
    rest()
    pressed = control
    control.setAttribute('data-waits', '')
    start()
  }
  addEventListener('click', press)
  addEventListener(
    live,
    () => {
      removeEventListener('click', press)
      rest()?.click()
    },
    { once: true },
  )
  return start
}

/**
 * For a page that waits: at the first act in which scripts have a part. Who looks, scrolls, points, follows a link or sends a
 * form needs none, and would throw away what was fetched with the page. What the device keeps for a place of the page
 * (`data-kept`: its name in the storage) brings them when that place comes near.
 */
function startWithAct(start: () => void) {
  const look = (event: Event) => {
    const target = event.target as Element
    const link = target.closest?.<HTMLAnchorElement>('a[href]')
    const isHere = link?.hash && link.href.split('#')[0] === location.href.split('#')[0]
    const isAct =
      event instanceof KeyboardEvent
        ? // The others scroll, or press what says itself whether it needs them.
          !/^(Arrow|Page|Home|End|Enter| )/.test(event.key)
        : event.type === 'click' && (isHere || target.closest('button[type=button],summary,label'))
    if (isAct || target.matches?.('input,select,textarea')) start()
  }
  // Password managers and voice control fill in and press without a finger or a key.
  for (const sign of ['click', 'keydown', 'focusin', 'input']) addEventListener(sign, look, true)
  // As near as the row asks for its products (ui/shop/catalogue/recent/use-recent.ts), or passed.
  const near = new IntersectionObserver(
    (seen) => seen.some((one) => one.isIntersecting) && start(),
    { rootMargin: '99999% 0px 600px' },
  )
  try {
    for (const place of document.querySelectorAll<HTMLElement>('[data-kept]')) {
      const name = place.dataset['kept'] ?? ''
      if ((localStorage[name] ?? sessionStorage[name] ?? '[]') !== '[]') near.observe(place)
    }
  } catch {
    // It keeps nothing.
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

/** Without what only its readers need: it is a part of every page. */
const textOf = (act: { toString(): string }) => act.toString().replace(/^\s+/gm, '')

const call = (act: { toString(): string }, ...given: (string | number)[]) =>
  `(${textOf(act)})(${[isCut.toString(), ...given.map((one) => JSON.stringify(one))].join()})`
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
    `(${textOf(startAs)})(${call(fetchLazy, LIVE, GIVEN_UP)})`,
    `(${textOf(showTouch)})()`,
  ].join(';')
/** What is sent in place of the scripts of a page that waits for its visitor's first act, and of another one. */
export const LOADERS = { withAct: writeLoader(startWithAct), idle: writeLoader(startIdle) }

/** In place of the page's module: its text, which no browser executes by itself, and what fetches it. */
export function writeLazy(module: string, files: string[], waits: boolean) {
  const list = JSON.stringify(files).replaceAll('"', '&quot;')
  return `<script type="text/lazy" id="lazy"${waits ? ' data-start="first act"' : ''} data-files="${list}">${module}</script><script>${waits ? LOADERS.withAct : LOADERS.idle}</script>`
}
