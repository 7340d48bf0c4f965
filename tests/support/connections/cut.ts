import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import { signInAs } from '../browse.ts'
import { openLive } from '../open-live.ts'
import { openConnection, type TestConnection } from '../till/till-connection.ts'

/** A browser whose connection to the shop can be cut (`state` of `connection`); `request` has its own connection. */
export const test = base.extend<{ connection: TestConnection }>({
  // oxlint-disable-next-line no-empty-pattern -- the form in which fixtures are asked for
  connection: async ({}, use) => {
    const connection = await openConnection()
    await use(connection)
    await connection.close()
  },
  context: async ({ browser, connection, contextOptions }, use) => {
    const proxy = { server: `http://127.0.0.1:${connection.port}`, bypass: '<-loopback>' }
    const context = await browser.newContext({ ...contextOptions, proxy })
    await use(context)
    await context.close()
  },
})

/** Opens a page and waits for its scripts, including those that handle a broken connection. */
export async function openReady(page: Page, path: string) {
  const recover = page.waitForResponse(/assets\/connection-recovery-/)
  await openLive(page, path)
  await recover
  await page.waitForLoadState('networkidle')
}

/** Signs in, both in the browser and over `request`. */
export async function enterAs(email: string, page: Page, request: APIRequestContext) {
  await signInAs({ request }, email)
  const { cookies } = await request.storageState()
  await page.context().addCookies(cookies)
}

/** The message about a lost connection. Behind an open dialog it exists a second time, which is not visible. */
const within = (page: Page) =>
  page.locator('dialog:modal').or(page.locator('body:not(:has(dialog:modal))'))
export const lost = (page: Page) => within(page).getByText('No connection', { exact: true })
export const again = (page: Page) => within(page).getByRole('button', { name: 'Try again' })

/**
 * An act that waits for the connection is sent at once by itself: loses that try as well. Otherwise the restored
 * connection could deliver it, and no button would be left to press.
 */
export const loseFirstTry = (page: Page) =>
  page.waitForEvent('requestfailed', (one) => one.method() === 'POST' && !/\.data$/.test(one.url()))

type Cut = {
  /** Everything up to the press that sends the form. */
  send: (page: Page) => Promise<unknown>
  /** Checks what has to stay without a connection. */
  kept?: ((page: Page) => Promise<unknown>) | undefined
  /** How the form is sent again, when that is not by the toast's button. */
  retry?: ((page: Page) => Promise<unknown>) | undefined
}

/** Waits until the page has reloaded its data after earlier acts: a cut during that would show the message, too. */
const untilAtRest = (page: Page) =>
  page.waitForFunction(() => {
    const router = Reflect.get(window, '__reactRouterDataRouter') as
      | Window['__reactRouterDataRouter']
      | undefined
    return router === undefined || router.state.navigation.state === 'idle'
  })

/**
 * Sends a form three times: first nothing gets out, then it arrives and the answer is lost, then it succeeds. Checks
 * each time that the page stays as it is and shows the message; the caller checks the result.
 */
export async function sendThroughCuts(
  page: Page,
  connection: TestConnection,
  { send, kept, retry = (where) => again(where).click() }: Cut,
) {
  const { pathname } = new URL(page.url())
  await untilAtRest(page)
  const stays = async () => {
    await expect(lost(page)).toBeVisible()
    await expect(page.getByText('Something went wrong')).toHaveCount(0)
    await kept?.(page)
    expect(new URL(page.url()).pathname).toBe(pathname)
  }
  connection.state = 'down'
  await send(page)
  await stays()
  connection.state = 'cut-after-post'
  await retry(page)
  // The shop received it, and its answer was thrown away.
  await expect.poll(() => connection.state).toBe('down')
  await stays()
  connection.state = 'up'
  await retry(page)
}
