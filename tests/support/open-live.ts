import type { Page } from '@playwright/test'

/** Most scripts load only with the visitor's first action: does one, and waits until the scripts serve the page. */
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
