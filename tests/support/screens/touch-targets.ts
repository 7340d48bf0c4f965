import type { Page } from '@playwright/test'

/** The CSS pixels that a thumb needs in each direction, also at the till (docs/product.md, Screens). */
const THUMB = 44
export const AT_TILL = 48

/**
 * The pressable elements of this screen that are smaller than a thumb, each with its size. The area where a press acts
 * counts: the element, the label of a field, and whatever the element covers. Links within running text are ignored.
 */
export const listSmallTargets = (page: Page, smallest = THUMB) =>
  page.evaluate((least) => {
    const PRESSED =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch]'
    const isShown = (one: Element) => one.checkVisibility({ visibilityProperty: true })
    const ownWords = (one: Node) =>
      [...one.childNodes].some((node) => node.nodeType === 3 && /\w/.test(node.textContent ?? ''))
    /** Whether a link is part of a sentence: text stands before or after it on the same line. */
    const isInText = (one: Element) =>
      one instanceof HTMLAnchorElement &&
      getComputedStyle(one).display === 'inline' &&
      one.parentElement !== null &&
      ownWords(one.parentElement)
    const isHidden = (one: Element) => {
      const { width, height } = one.getBoundingClientRect()
      return width <= 1 || height <= 1
    }
    const isLarge = (one: Element) => {
      const { width, height } = one.getBoundingClientRect()
      return width >= least - 0.5 && height >= least - 0.5
    }
    const labelOf = (one: Element) =>
      one instanceof HTMLInputElement && /^(checkbox|radio|file)$/.test(one.type)
        ? one.labels?.[0]
        : undefined
    const small: string[] = []
    for (const one of document.querySelectorAll(PRESSED)) {
      const place = labelOf(one) ?? one
      if (!isShown(one) || !isShown(place) || isHidden(place) || isInText(one)) continue
      if (one.matches(':disabled') || one.closest('[inert]')) continue
      // A checkbox is pressed by its label; a field that is large enough needs none.
      if (isLarge(one) || isLarge(place)) continue
      place.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { left, top, width, height } = place.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const reach = least / 2 - 0.5
      const acts = (dx: number, dy: number) => {
        const hit = document.elementFromPoint(x + dx, y + dy)
        return (
          hit !== null &&
          (place.contains(hit) ||
            one.contains(hit) ||
            (hit.contains(place) && hit.matches(PRESSED)))
        )
      }
      if (!acts(0, 0)) continue
      const isWide = width >= least - 0.5 || (acts(-reach, 0) && acts(reach, 0))
      const isHigh = height >= least - 0.5 || (acts(0, -reach) && acts(0, reach))
      if (!isWide || !isHigh)
        small.push(
          `${Math.round(width)} x ${Math.round(height)}: ${one.outerHTML.replace(/ class="[^"]*"/g, '').slice(0, 150)}`,
        )
    }
    window.scrollTo(0, 0)
    return small
  }, smallest)
