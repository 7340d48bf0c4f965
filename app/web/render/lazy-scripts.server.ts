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
 * that a shopper came for (docs/decisions/0005-scripts-come-late.md). Until then links and forms work without scripts.
 *
 * Relies on how react-router 8.4 writes them: a tag for each preload, then one inline module that imports them. Checked
 * by: finish-page.server.test.ts, and by the browser tests, in which no script would start. Gains 18 % of the time to
 * the largest paint on a phone (docs/decisions/0028-techniques-for-speed.md). Off: `RENDER_PLAIN=lazy-scripts`.
 */
export const readPreload = (tag: string) =>
  isPlain('lazy-scripts') ? undefined : /^<link rel="modulepreload" href="([^"]+)"/.exec(tag)?.[1]

export const isLazy = (tag: string) => tag.includes('type="module"') && !isPlain('lazy-scripts')

/**
 * Returns the function that loads the page's scripts. Some controls work only with scripts: a button, or a link that
 * does more with them (`data-held`, held in before-scripts.ts). If the visitor presses one before the scripts arrive,
 * it is clicked again once they serve the page, unless something else was pressed since; a choice in a select is
 * dispatched again. If the scripts fail, or take longer than loading a page, a link is followed. This function and the
 * next two are sent as text, so they use only what the browser provides. Checked by:
 * tests/e2e/everybody/first-acts.spec.ts.
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
    // Scripts that failed to load are requested again with the next action.
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
    // A list can be sorted without scripts as well.
    else if (chosen?.form?.matches('[data-lean]')) chosen.form.requestSubmit()
    else if (waiting) dispatchEvent(new Event(givenUp))
  }
  // The scripts were given up together with the control that waited for them: the next action requests them again.
  addEventListener(givenUp, () => {
    isAsked = false
    rest()
  })
  const press = (event: MouseEvent) => {
    rest()
    const target = event.target as Element
    // A link or a submit button replaces the earlier choice.
    if (target.closest('a[href],button:not([type=button])')) chosen = null
    const control = target.closest<HTMLElement>(
      'button[type=button]:not([popovertarget]),a[data-held]',
    )
    // React marks the elements that it serves, and its listener has run before this one.
    if (!control || Object.keys(control).some((key) => key.startsWith('__react'))) return
    const isLink = control.matches('a')
    // Skips a link that the browser follows by itself (to another window, to a place on this page, or on a slow
    // connection), anything while there is no network, and a button while a form is being sent.
    if (isLink !== event.defaultPrevented || isCut()) return
    pressed = control
    control.setAttribute('data-waits', '')
    start()
    // Scripts may also fail, throw or never arrive without an event, and not every browser reports a slow connection.
    if (isLink) setTimeout(() => pressed === control && leadOn(), leadOnAfter)
  }
  const choose = ({ target }: Event) => {
    // A box that was ticked since would be lost, because the dispatched choice leads to another page.
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
      // React gets no event for a choice that was made before it loaded.
      chosen?.dispatchEvent(new Event('change', { bubbles: true }))
    },
    { once: true },
  )
  return start
}

/**
 * For a page that waits: loads the scripts with the first action that needs them. Reading, scrolling, pointing,
 * following a link and sending a form need none, and leaving would throw away what was fetched. When the device stores
 * content for a place of the page (`data-kept`: its name in the storage), the scripts load when that place comes near.
 */
function startWithAct(start: () => void) {
  const look = (event: Event) => {
    const target = event.target as Element
    const link = target.closest?.<HTMLAnchorElement>('a[href]')
    const isHere = link?.hash && link.href.split('#')[0] === location.href.split('#')[0]
    const isAct =
      event instanceof KeyboardEvent
        ? // These keys scroll, belong to the browser, or press a control whose click is checked anyway.
          !(
            event.ctrlKey ||
            event.metaKey ||
            event.altKey ||
            /^(Arrow|Page|Home|End|Enter|F\d| )/.test(event.key)
          )
        : event.type === 'click' && (isHere || target.closest('button[type=button],summary,label'))
    if (isAct || target.matches?.('input,select,textarea')) start()
  }
  // Password managers and voice control fill in and press without a pointer or a key.
  for (const sign of ['click', 'keydown', 'focusin', 'input']) addEventListener(sign, look, true)
  try {
    // As near as the row requests its products (ui/shop/catalogue/recent/use-recent.ts), or already scrolled past.
    const near = new IntersectionObserver(
      (seen) => seen.some((one) => one.isIntersecting) && start(),
      { rootMargin: '99999% 0px 600px' },
    )
    for (const place of document.querySelectorAll<HTMLElement>('[data-kept]')) {
      const name = place.dataset['kept'] ?? ''
      if ((localStorage[name] ?? sessionStorage[name] ?? '[]') !== '[]') near.observe(place)
    }
  } catch {
    // The browser allows no storage, or has no IntersectionObserver.
  }
}

/** For all other pages: when the page is idle, or earlier when it is used. */
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
/**
 * The loader that replaces the scripts of a page that waits for its visitor's first action, and that of any other page.
 */
export const LOADERS = { withAct: writeLoader(startWithAct), idle: writeLoader(startIdle) }

/** Replaces the page's module by its text, which no browser runs by itself, and by the loader. */
export function writeLazy(module: string, files: string[], waits: boolean) {
  const list = JSON.stringify(files).replaceAll('"', '&quot;')
  return `<script type="text/lazy" id="lazy"${waits ? ' data-start="first act"' : ''} data-files="${list}">${module}</script><script>${waits ? LOADERS.withAct : LOADERS.idle}</script>`
}
