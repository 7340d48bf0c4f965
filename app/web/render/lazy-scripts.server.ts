import {
  NO_CONNECTION,
  NOT_KNOWN,
  NOT_READ,
  NOT_SENT,
} from '../../rules/messages/words/connection.ts'
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
 * Fetches the scripts at the visitor's first act; those of a page that does not wait for it when it is idle, too. A button
 * that was pressed before they came is pressed again once they serve the page; links and forms work without them.
 * Its text is sent: it knows nothing but the browser.
 */
function fetchLazy(isCut: () => boolean, live: string, givenUp: string) {
  let isAsked = false
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
    document.head.append(script)
  }
  // Password managers and voice control send and press without a finger or a key; rows that turn by themselves scroll.
  const signs = ['pointerdown', 'keydown', 'touchstart', 'wheel', 'focusin', 'click', 'submit']
  const awaitAct = () => {
    for (const name of signs)
      addEventListener(name, start, { once: true, capture: true, passive: true })
  }
  awaitAct()
  // With what was waited for, they were given up as well: the next act asks for them again.
  addEventListener(givenUp, () => {
    isAsked = false
    awaitAct()
  })
  // A browser tells of a pointer also when the page moves under it, or appears.
  addEventListener(
    'pointermove',
    ({ movementX, movementY }) => {
      if (movementX !== 0 || movementY !== 0) start()
    },
    { capture: true, passive: true },
  )
  let pressed: HTMLElement | undefined
  const press = ({ target }: Event) => {
    const button = (target as Element).closest<HTMLElement>('button[type=button]')
    // React marks what it serves, and has heard of it before us.
    if (button && !Object.keys(button).some((key) => key.startsWith('__react'))) pressed = button
  }
  addEventListener('click', press)
  addEventListener(
    live,
    () => {
      removeEventListener('click', press)
      pressed?.click()
    },
    { once: true },
  )
  // A browser tells of scrolling also when it lays out the page on a phone. Who comes back into the middle of a page has
  // used it before: its list goes on below (ui/shop/catalogue/added-pages.ts).
  const scrolled = () => {
    if (scrollY > 0) start()
  }
  addEventListener('scroll', scrolled, { passive: true })
  if (document.getElementById('lazy')?.dataset['start'] === 'first act') {
    addEventListener('load', scrolled)
    return
  }
  const wait = () =>
    // Safari has no idle callbacks.
    'requestIdleCallback' in window
      ? requestIdleCallback(start, { timeout: 1500 })
      : setTimeout(start)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait)
}

const call = (act: { toString(): string }, ...given: (string | number)[]) =>
  `(${act.toString()})(${[isCut.toString(), ...given.map((one) => JSON.stringify(one))].join()})`
export const LOADER = [
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
  call(fetchLazy, LIVE, GIVEN_UP),
  `(${showTouch.toString()})()`,
].join(';')

/**
 * In place of the page's module: its text, which no browser executes by itself, and what fetches it: at the first act
 * only (`waits`), or when the page is idle.
 */
export function writeLazy(module: string, files: string[], waits: boolean) {
  const list = JSON.stringify(files).replaceAll('"', '&quot;')
  return `<script type="text/lazy" id="lazy"${waits ? ' data-start="first act"' : ''} data-files="${list}">${module}</script><script>${LOADER}</script>`
}
