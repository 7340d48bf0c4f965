import { defineConfig } from '@playwright/test'

const port = Number(process.env['E2E_PORT'] ?? 3180)
const baseURL = `http://localhost:${port}`
// Of what may depend on the width, `npm test` tries most at one of them; `npm run test:long` (WIDTHS=all) at both, and
// what is marked @long: screens looked at as a whole, which axe sees there in every state anyhow.
const isWide = process.env['WIDTHS'] === 'all'
/** Tried by `npm run test:long` alone: what seldom changes, and takes its time. */
const LONG = isWide ? [] : [/(taps|keyboard|high-contrast-and-paper|passkeys)\.spec/]
const size = (width: number, height: number) => ({ viewport: { width, height } })

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.cache/e2e-results',
  globalSetup: './tests/e2e/deliver-bags.ts',
  fullyParallel: true,
  forbidOnly: true,
  // On a machine that does everything at once: what fails twice is broken, what fails once is named at the end.
  retries: 1,
  workers: 2,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/e2e.json' }]],
  use: {
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Africa/Blantyre',
    screenshot: 'only-on-failure',
    // A trace costs every test a quarter of its time: `--trace=retain-on-failure` asks for one.
    trace: 'off',
    launchOptions: {
      executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    // What does not depend on the width is tried once: what staff do on a desk, what shoppers do on a phone.
    {
      name: 'phone',
      grepInvert: isWide ? /@desk/ : /@(mostly-)?desk|@long/,
      // The till's tests bring their own sizes and devices.
      testIgnore: [/till\/(offline|screen)\.spec/, ...LONG],
      use: { ...size(360, 740), hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      testIgnore: LONG,
      grepInvert: isWide ? /@phone/ : /@(mostly-)?phone|@long/,
      use: size(1280, 800),
    },
  ],
  webServer: {
    command: 'exec node tests/support/fresh-shop.mjs',
    url: `${baseURL}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: String(port),
      DATA_DIR: '.cache/e2e-data',
      RATE_LIMIT_SCALE: '1000',
      PAYMENT_POLL_SECONDS: '2',
      LOG_LEVEL: 'warn',
    },
  },
})
