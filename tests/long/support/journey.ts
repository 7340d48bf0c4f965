import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { openConnection } from './connection.ts'
import { openFirefox } from './firefox.ts'
import { Page } from './page.ts'
import { openWebKit } from './webkit.ts'

export const PASSWORD = 'zovala-demo'
export const ENGINES = { Firefox: openFirefox, WebKit: openWebKit }
export type Engine = keyof typeof ENGINES

/** A browser with an empty profile, and its connection to the shop. */
export async function openJourney(engine: Engine) {
  const { listens, isCalled } = inject('longShop')
  const connection = openConnection({ from: isCalled, to: listens })
  await connection.restore()
  onTestFinished(() => connection.cut())
  const profile = mkdtempSync(join(tmpdir(), 'long-'))
  onTestFinished(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }))
  let browser = await ENGINES[engine](profile)
  onTestFinished(() => browser.close())
  const base = `http://localhost:${isCalled}`
  return {
    connection,
    page: new Page(browser, base),
    /**
     * As on the next morning. WebKit’s test browser stores nothing beyond its process: for it, this is a new window
     * after the last one was closed.
     */
    restart: async () => {
      if (engine === 'WebKit') await browser.newWindow()
      else {
        await browser.close()
        browser = await ENGINES[engine](profile)
      }
      await browser.resize(1280, 800)
      return new Page(browser, base)
    },
  }
}

export async function signIn(page: Page, email: string) {
  await page.fill('Email', email, 'main')
  await page.fill('Password', PASSWORD, 'main')
  await page.press('Sign In', 'main')
}
