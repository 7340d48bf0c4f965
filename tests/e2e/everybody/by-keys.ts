import { expect, type Locator, type Page } from '@playwright/test'

/** One key, as it is called by Playwright. */
export const press = (page: Page, key: string) => page.keyboard.press(key)

/** By Tab alone; what has the focus then has a ring, and nothing lies on it. */
export async function tabTo(page: Page, target: Locator, key = 'Tab') {
  await expect(target).toHaveCount(1)
  const isThere = () => target.evaluate((one) => one === document.activeElement)
  for (let stop = 0; stop < 90 && !(await isThere()); stop += 1) await press(page, key)
  await expect(target).toBeFocused()
  const look = await target.evaluate((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    const { left, top, width, height } = one.getBoundingClientRect()
    // Of a tall field a browser brings the caret into sight, not all of it.
    const above = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20))
    return {
      hasRing: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      isSeen: above !== null && (one.contains(above) || above.contains(one)),
    }
  })
  expect(look).toEqual({ hasRing: true, isSeen: true })
}

/** Goes there by Tab and presses Enter. */
export async function pressAt(page: Page, target: Locator) {
  await tabTo(page, target)
  await press(page, 'Enter')
}

/** Writes over what stands in a field. */
export async function typeAt(page: Page, target: Locator, text: string) {
  await tabTo(page, target)
  await press(page, 'Control+a')
  await page.keyboard.type(text)
}

/** By the arrows, as in a list that stays closed. */
export async function chooseAt(page: Page, select: Locator, value: string) {
  await tabTo(page, select)
  for (let step = 0; step < 20 && (await select.inputValue()) !== value; step += 1)
    await press(page, 'ArrowDown')
  await expect(select).toHaveValue(value)
}
