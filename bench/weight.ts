import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const BROWSER = process.env['CHROME_PATH'] ?? '/usr/bin/chromium'
const KB = 1000

export type Weight = {
  script: number
  css: number
  pictures: number
  fonts: number
  html: number
  requests: number
  paint: number
  shift: number
}

/** The home page on its first visit from a phone: 1.6 Mbit/s, 150 ms round trip, 4x slower CPU. */
export async function weighHome(origin: string, path = '/'): Promise<Weight | null> {
  if (!existsSync(BROWSER)) return null
  const browser = await chromium.launch({
    executablePath: BROWSER,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
  try {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
    })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: (1.6 * 1024 * 1024) / 8,
      uploadThroughput: (0.75 * 1024 * 1024) / 8,
    })
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const kinds = new Map<string, string>()
    const sizes: Record<string, number> = {}
    let requests = 0
    // Bodies as they travel, compressed, without their headers.
    session.on('Network.responseReceived', ({ requestId, type }) => {
      kinds.set(requestId, type)
      requests += 1
    })
    session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId) ?? 'Other'
      sizes[kind] = (sizes[kind] ?? 0) + encodedDataLength
    })
    await page.addInitScript(() => {
      const seen = window as unknown as { paint: number; shift: number }
      seen.paint = 0
      seen.shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.paint = entry.startTime
      }).observe({ type: 'largest-contentful-paint', buffered: true })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          seen.shift += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(origin + path, { waitUntil: 'networkidle', timeout: 60_000 })
    const { paint, shift } = await page.evaluate(() => {
      const seen = window as unknown as { paint: number; shift: number }
      return { paint: seen.paint, shift: seen.shift }
    })
    const kb = (kind: string) => (sizes[kind] ?? 0) / KB
    return {
      script: kb('Script'),
      css: kb('Stylesheet'),
      pictures: kb('Image'),
      fonts: kb('Font'),
      html: kb('Document'),
      requests,
      paint,
      shift,
    }
  } finally {
    await browser.close()
  }
}
