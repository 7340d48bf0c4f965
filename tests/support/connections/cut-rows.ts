import { type APIRequestContext, expect, type Page, type Request } from '@playwright/test'
import { lost, openReady, sendThroughCuts, test } from './cut.ts'

type Prepared = { path: string }

/** A form, and the act that it should do exactly once. */
export type Row = {
  name: string
  /**
   * Its address in app/routes.ts, and the form's intent, or the field by which the shop tells it from other forms:
   * `/cart remove`. tests/connection-rows.test.ts compares these with the existing acts.
   */
  act: string
  /** Tried by `npm test`: one for each way of sending a form, and the newest acts. */
  isOften?: true
  /** Prepares the data with separate requests; returns the page from which the form is sent. */
  prepare: (request: APIRequestContext) => Promise<Prepared> | Prepared
  /** Everything up to the press that sends the form. */
  fill?: (page: Page) => Promise<unknown>
  send: (page: Page) => Promise<unknown>
  /** Checks what has to stay without a connection. */
  kept?: (page: Page) => Promise<unknown>
  /** How the form is sent again, when that is not by the message's button. */
  retry?: (page: Page) => Promise<unknown>
  /** Checks that the act was done exactly once. */
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

/** Gives the browser the session of `request`. */
export async function enter(page: Page, request: APIRequestContext) {
  const { cookies } = await request.storageState()
  await page.context().addCookies(cookies)
}

export const both =
  (...all: Row['done'][]) =>
  async (page: Page, request: APIRequestContext) => {
    for (const one of all) await one(page, request)
  }

/** Whether this request is the one that the page sent for an act. */
export function isOf(act: string, request: Request) {
  const [path = '', name] = act.split(' ')
  const pattern = new RegExp(
    `^${path.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.+')}(\\.data)?$`,
  )
  if (request.method() !== 'POST' || !pattern.test(new URL(request.url()).pathname)) return false
  const body = request.postData() ?? ''
  // For a form that may contain files the browser does not reveal the body; each address has only one such form.
  if (!body && request.headers()['content-type']?.startsWith('multipart/')) return true
  const intent = /(?:^|&)intent=([\w-]*)|name="intent"\s+([\w-]*)/.exec(body)
  const sent = intent?.[1] ?? intent?.[2]
  if (name === undefined) return sent === undefined
  return sent === name || new RegExp(`(^|&)${name}=|name="${name}"`).test(body)
}

/**
 * A test for each row: the form is sent without a connection, then with a lost answer, then successfully, and the act
 * is done once. Runs the rows marked `isOften`; `CONNECTION=all` runs all of them (`npm run test:long`).
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
