import type { Page } from '@playwright/test'

/** Texts whose contrast with the background is below 4.5 to 1, in the currently painted colors. */
export const listUnreadable = (page: Page) =>
  page.evaluate(() => {
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
    const light = (color: string) => {
      const [r = 0, g = 0, b = 0] = channels(color).map((part) => {
        const share = part / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const backgroundOf = (one: Element | null): string => {
      if (!one) return 'rgb(255, 255, 255)'
      const { backgroundColor } = getComputedStyle(one)
      const [, , , alpha = 1] = channels(backgroundColor)
      return alpha === 0 ? backgroundOf(one.parentElement) : backgroundColor
    }
    const hasWords = (one: Element) =>
      [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
    return [...document.querySelectorAll('body *')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((one) => hasWords(one) && !one.closest(':disabled, [aria-disabled=true], option'))
      .filter((one) => {
        const [high = 0, low = 0] = [getComputedStyle(one).color, backgroundOf(one)]
          .map(light)
          .toSorted((a, b) => b - a)
        return (high + 0.05) / (low + 0.05) < 4.5
      })
      .map((one) => one.outerHTML.slice(0, 150))
  })
