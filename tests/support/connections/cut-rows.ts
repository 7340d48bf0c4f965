import { type APIRequestContext, expect, type Page, type Request } from '@playwright/test'
import { lost, openReady, sendThroughCuts, test } from './cut.ts'

type Prepared = { path: string }

/** A form, and what it is to do once. */
export type Row = {
  name: string
  /**
   * Its address in app/routes.ts, and the intent of its form or the field by which the shop tells it from the others:
   * `/cart remove`. tests/connection-rows.test.ts compares these with the acts that there are.
   */
  act: string
  /** Tried by `npm test`: one for each way in which something is sent, and the newest. */
  isOften?: true
  /** What must be there before it, by requests of their own; gives where it is sent from. */
  prepare: (request: APIRequestContext) => Promise<Prepared> | Prepared
  /** Up to the press that sends it. */
  fill?: (page: Page) => Promise<unknown>
  send: (page: Page) => Promise<unknown>
  /** What must still be there without a connection. */
  kept?: (page: Page) => Promise<unknown>
  /** How it is tried again, where that is not the button of what is said. */
  retry?: (page: Page) => Promise<unknown>
  /** What came of it, once. */
  done: (page: Page, request: APIRequestContext) => Promise<unknown>
}

export const main = (page: Page) => page.getByRole('main')
export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click()
export const shows = (text: string | RegExp) => (page: Page) =>
  expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
export const field = (page: Page, name: string) => main(page).getByLabel(name, { exact: true })
export const type = (name: string, text: string) => (page: Page) => field(page, name).fill(text)
export const holds = (name: string, text: string) => (page: Page) =>
  expect(field(page, name)).toHaveValue(text)

/** The browser is whoever `request` is. */
export async function enter(page: Page, request: APIRequestContext) {
  const { cookies } = await request.storageState()
  await page.context().addCookies(cookies)
}

export const both =
  (...all: Row['done'][]) =>
  async (page: Page, request: APIRequestContext) => {
    for (const one of all) await one(page, request)
  }

/** Whether this is what the page sent for an act. */
export function isOf(act: string, request: Request) {
  const [path = '', name] = act.split(' ')
  const pattern = new RegExp(
    `^${path.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.+')}(\\.data)?$`,
  )
  if (request.method() !== 'POST' || !pattern.test(new URL(request.url()).pathname)) return false
  const body = request.postData() ?? ''
  // Of a form that may have files the browser does not tell what was sent; of each address one has.
  if (!body && request.headers()['content-type']?.startsWith('multipart/')) return true
  const intent = /(?:^|&)intent=([\w-]*)|name="intent"\s+([\w-]*)/.exec(body)
  const sent = intent?.[1] ?? intent?.[2]
  if (name === undefined) return sent === undefined
  return sent === name || new RegExp(`(^|&)${name}=|name="${name}"`).test(body)
}

/**
 * A test for each row: sent without a connection, then with its answer lost, then well, it counts once. Those that are
 * tried often; `CONNECTION=all` tries them all (`npm run test:long`).
 */
export function tryRows(rows: readonly Row[], tag: string) {
  const tried = rows.filter(({ isOften }) => isOften || process.env['CONNECTION'] === 'all')
  for (const { name, act, prepare, fill, done, ...cut } of tried)
    test(`without a connection the page keeps ${name}; sent again, it counts once`, {
      tag,
    }, async ({ page, connection, request }) => {
      const { path } = await prepare(request)
      await enter(page, request)
      await openReady(page, path)
      await fill?.(page)
      let sent = 0
      page.on('request', (one) => {
        if (isOf(act, one)) sent += 1
      })
      await sendThroughCuts(page, connection, cut)
      await done(page, request)
      expect(sent, act).toBeGreaterThan(0)
      await expect(lost(page)).toHaveCount(0)
    })
}
