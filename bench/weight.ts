import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { CHEAP_PHONE, countBytes } from '../tests/support/screens/count-bytes.ts'

const BROWSER = process.env['CHROME_PATH'] ?? '/usr/bin/chromium'
const KB = 1000

export type Weight = {
  /** Fetched before the visitor does anything; `acted`: fetched by the first action. */
  script: number
  acted: number
  css: number
  pictures: number
  fonts: number
  html: number
  requests: number
  paint: number
  shift: number
}

/** A page on its first visit from a cheap phone: 1.6 Mbit/s, 150 ms round trip, 4x slower CPU. */
export async function weighHome(origin: string, path = '/'): Promise<Weight | null> {
  if (!existsSync(BROWSER)) return null
  const browser = await chromium.launch({
    executablePath: BROWSER,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage(CHEAP_PHONE)
    const { session, bytes, requests } = await countBytes(page)
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: (1.6 * 1024 * 1024) / 8,
      uploadThroughput: (0.75 * 1024 * 1024) / 8,
    })
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
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
    const first = { ...bytes }
    const asked = requests()
    const kb = (kind: string) => (first[kind] ?? 0) / KB
    // The last of the scripts is the recovery for a broken connection.
    const last = page.waitForEvent('requestfinished', (one) => one.url().includes('recovery'))
    await page.keyboard.press('Shift')
    await last
    return {
      script: kb('Script'),
      acted: ((bytes['Script'] ?? 0) - (first['Script'] ?? 0)) / KB,
      css: kb('Stylesheet'),
      pictures: kb('Image'),
      fonts: kb('Font'),
      html: kb('Document'),
      requests: asked,
      paint,
      shift,
    }
  } finally {
    await browser.close()
  }
}
