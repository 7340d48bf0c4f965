import type { Page } from '@playwright/test'

/** A cheap phone of today: 412 CSS pixels wide, 1.75 screen pixels for each. */
export const CHEAP_PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

/** Counts what a page fetches from now on, by kind (`Script`, `Image`, …): compressed bytes as sent, with headers. */
export async function countBytes(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const kinds = new Map<string, string>()
  const bytes: Record<string, number> = {}
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    if (kind) bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
  })
  return {
    session,
    bytes,
    requests: () => kinds.size,
    total: () => Object.values(bytes).reduce((sum, one) => sum + one, 0),
  }
}
