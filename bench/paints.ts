import type { Browser, BrowserContextOptions } from '@playwright/test'
import { PAINTED, PAINTED_OF_CUSTOMERS, watchPaint } from '../tests/support/screens/paints.ts'

const SLOW_CONNECTION = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
}

export type Paint = { path: string; paint: number; network: number; bytes: number }

/**
 * For every kind of page, at 400 kbit/s and 400 ms with an empty browser cache: when its largest part is painted, and
 * when the network had loaded what that needs. `buyer`: signed in; `names`: the values for the addresses.
 */
export async function measurePaints(
  browser: Browser,
  options: BrowserContextOptions,
  buyer: BrowserContextOptions,
  names: Record<string, string>,
): Promise<Paint[]> {
  const fill = (path: string) => path.replace(/[A-Z]{5,}/, (name) => names[name] ?? name)
  const paints: Paint[] = []
  for (const [paths, who] of [
    [PAINTED, options],
    [PAINTED_OF_CUSTOMERS, buyer],
  ] as const)
    for (const path of paths) paints.push({ path, ...(await paintOf(browser, who, fill(path))) })
  return paints
}

async function paintOf(browser: Browser, options: BrowserContextOptions, path: string) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_CONNECTION)
  const read = await watchPaint(page, session)
  await page.goto(path, { waitUntil: 'load', timeout: 60_000 })
  await page.waitForLoadState('networkidle')
  const { paint, network, bytes } = await read()
  await context.close()
  return { paint, network, bytes }
}
