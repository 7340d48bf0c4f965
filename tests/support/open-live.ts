import type { Page } from '@playwright/test'

/** Scripts come late on purpose, most with the visitor's first act: does one, and waits until they serve the page. */
export async function waitUntilLive(page: Page) {
  await page.keyboard.press('Shift')
  await page.waitForFunction(() =>
    Object.keys(document.body).some((key) => key.startsWith('__react')),
  )
}

export async function openLive(page: Page, path = '/') {
  await page.goto(path)
  await waitUntilLive(page)
}
