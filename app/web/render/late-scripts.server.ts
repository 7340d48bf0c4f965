import { isPlain } from '../../rules/plain.ts'

/**
 * The module scripts of a page wait until it can be read: on a cheap phone they compete with the picture that a
 * shopper came for (docs/decisions/0005-scripts-come-late.md). Until then links and forms work by themselves.
 *
 * Relies on how react-router 8.4 writes them: a tag for each preload, then one inline module that imports them.
 * Checked by: finish-page.server.test.ts, and by the browser tests, in which no script would start.
 * Gains 18 % of the time to the largest paint on a phone (docs/decisions/0028-techniques-for-speed.md). Off: `RENDER_PLAIN=late-scripts`.
 */
export const readPreload = (tag: string) =>
  isPlain('late-scripts') ? undefined : /^<link rel="modulepreload" href="([^"]+)"/.exec(tag)?.[1]

export const isLate = (tag: string) => tag.includes('type="module"') && !isPlain('late-scripts')

/** Fetches the scripts when the page is idle or first touched. Its text is sent: it knows nothing but the browser. */
function fetchLate() {
  let isAsked = false
  const start = () => {
    const late = document.getElementById('late')
    if (isAsked || !late) return
    isAsked = true
    for (const href of JSON.parse(late.dataset['files'] ?? '[]')) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      document.head.append(link)
    }
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = late.textContent
    document.head.append(script)
  }
  const touched = () => {
    // For lazy.ts, which may arrive after it.
    Object.assign(window, { isTouched: true })
    start()
  }
  for (const name of ['pointerdown', 'keydown', 'touchstart'])
    addEventListener(name, touched, { once: true, capture: true, passive: true })
  const wait = () =>
    // Safari has no idle callbacks.
    'requestIdleCallback' in window
      ? requestIdleCallback(start, { timeout: 1500 })
      : setTimeout(start)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait)
}

export const LOADER = `(${fetchLate.toString()})()`

/** In place of the page's module: its text, which no browser executes by itself, and what fetches it. */
export function writeLate(module: string, files: string[]) {
  const list = JSON.stringify(files).replaceAll('"', '&quot;')
  return `<script type="text/late" id="late" data-files="${list}">${module}</script><script>${LOADER}</script>`
}
