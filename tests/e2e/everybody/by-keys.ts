import { expect, type Locator, type Page } from '@playwright/test'

/** Presses a key by its Playwright name. */
export const press = (page: Page, key: string) => page.keyboard.press(key)

/** Moves the focus by Tab only; the focused element must have a ring and not be covered. */
export async function tabTo(page: Page, target: Locator, key = 'Tab') {
  await expect(target).toHaveCount(1)
  const isThere = () => target.evaluate((one) => one === document.activeElement)
  for (let stop = 0; stop < 90 && !(await isThere()); stop += 1) await press(page, key)
  await expect(target).toBeFocused()
  const look = await target.evaluate((one) => {
    // The link of a card has its ring around the whole card.
    const hasRing = [null, '::after'].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one, part)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    const { left, top, width, height } = one.getBoundingClientRect()
    // For a tall field, a browser scrolls only the caret into view.
    const above = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20))
    return {
      hasRing,
      isSeen: above !== null && (one.contains(above) || above.contains(one)),
    }
  })
  expect(look).toEqual({ hasRing: true, isSeen: true })
}

/** Moves the focus there by Tab and presses Enter. */
export async function pressAt(page: Page, target: Locator) {
  await tabTo(page, target)
  await press(page, 'Enter')
}

/** Replaces the text of a field. */
export async function typeAt(page: Page, target: Locator, text: string) {
  await tabTo(page, target)
  await press(page, 'Control+a')
  await page.keyboard.type(text)
}

/** Chooses by the arrow keys, as in a select that stays closed. */
export async function chooseAt(page: Page, select: Locator, value: string) {
  await tabTo(page, select)
  for (let step = 0; step < 20 && (await select.inputValue()) !== value; step += 1)
    await press(page, 'ArrowDown')
  await expect(select).toHaveValue(value)
}
