import type { Page } from '@playwright/test'

/** Scripts come late on purpose: waits until they serve the page. */
export const waitUntilLive = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')))

export async function openLive(page: Page, path = '/') {
  await page.goto(path)
  await waitUntilLive(page)
}
