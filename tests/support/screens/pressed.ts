import type { Page } from '@playwright/test'

/** Elements that a finger or a mouse can press, among the visible ones. */
const PRESSED =
  ':is(a[href], button, summary, select, label:has([type=radio], [type=checkbox])):not(:disabled)'

/**
 * The pressable elements of a page: their number, and those that look the same while a mouse or a finger presses them.
 */
export async function listUnpressed(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const all = { nodeId: root.nodeId, selector: PRESSED }
  const { nodeIds } = await session.send('DOM.querySelectorAll', all)
  /** The look of each visible element; null for one that is not visible. */
  const look = () =>
    page.evaluate((selector) => {
      const read = (one: Element) => {
        const { opacity, scale, backgroundColor } = getComputedStyle(one)
        return one.checkVisibility({ visibilityProperty: true })
          ? `${opacity} ${scale} ${backgroundColor}`
          : null
      }
      return [...document.querySelectorAll(selector)].map((one) => [read(one), one.outerHTML])
    }, PRESSED)
  const before = await look()
  await Promise.all(
    nodeIds.map((nodeId) =>
      session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['active'] }),
    ),
  )
  const active = await look()
  await session.detach()
  await page.evaluate((selector) => {
    for (const one of document.querySelectorAll(selector)) one.setAttribute('data-touched', '')
  }, PRESSED)
  const touched = await look()
  const seen = before.filter(([style]) => style !== null)
  const alike = before.filter(
    ([style], n) => style !== null && (style === active[n]?.[0] || style === touched[n]?.[0]),
  )
  return { count: seen.length, alike: alike.map(([, html]) => html?.slice(0, 150)) }
}
