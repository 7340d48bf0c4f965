import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { APPROVER_PIN, chooseApprover, setAdminPin, typePin } from '../../support/till/approve.ts'

const tiles = (page: Page) => page.getByRole('list', { name: 'Found' }).getByRole('button')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const money = (text: string) => text.replace('MK ', 'MK\u00a0')

async function signIn(page: Page, who: string, then: string) {
  await page.goto(`/auth?then=${encodeURIComponent(then)}`)
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(`${who}@zovala.test`)
  await page.getByLabel('Password', { exact: true }).fill('zovala-demo')
  await button(page, /^Sign In$/).click()
}

/** Makes this device a new till. */
async function nameTill(page: Page) {
  const name = `Till ${randomUUID().slice(0, 8)}`
  await page.getByRole('textbox', { name: /new till|Name of this till/ }).fill(name)
  await button(page, 'Use this name').click()
}

async function openShift(page: Page) {
  await page.getByLabel('Opening float').fill('100000')
  await button(page, 'Open shift').click()
  await expect(tiles(page).first()).toBeVisible()
}

async function sellTotes(page: Page, count: number) {
  await page.getByLabel('Search products').fill('Canvas Tote Bag')
  await tiles(page).filter({ hasText: 'Canvas Tote Bag' }).first().click()
  for (let n = 1; n < count; n += 1) await button(page, 'One more: Canvas Tote Bag').click()
}

test('a large refund needs the PIN of an approver, and a wrong PIN gets a message @desk', {
  tag: '@long',
}, async ({ page, browser }) => {
  await setAdminPin(browser)
  page.on('popup', (popup) => void popup.close().catch(() => {}))
  await signIn(page, 'cashier', '/admin/pos')
  await nameTill(page)
  await button(page, 'Later').click()
  await openShift(page)
  await sellTotes(page, 5)
  await page.keyboard.press('F4')
  await button(page, 'Exact').click()
  await button(page, /^Take/).click()
  await button(page, 'New sale').click()
  await page.keyboard.press('F10')
  await button(page, 'Recent sales').click()
  await button(page, /^Return or exchange: POS/).click()
  for (let n = 0; n < 5; n += 1) await button(page, 'One more back: Canvas Tote Bag').click()
  await expect(page.getByLabel('Refund')).toHaveText(money('MK 62,500'))
  await button(page, 'Ask for approval').click()
  const sheet = page.getByRole('dialog', { name: 'Return or exchange' })
  await expect(sheet).toContainText('is approved with a PIN')
  await chooseApprover(page)
  await typePin(page, '135790')
  await expect(page.getByText('Wrong PIN')).toBeVisible()
  await expect(page.getByText('The PIN is wrong. Please try again.')).toBeVisible()
  await typePin(page)
  await expect(page.getByRole('heading', { name: 'Taken back' })).toBeVisible()
  await expect(page.getByLabel('Cash to give')).toHaveText(money('MK 62,500'))
  await button(page, 'Done').click()
  await expect(button(page, /all sent/)).toBeVisible({ timeout: 20_000 })
})

test('a PIN that was set on this device approves without the network, and the device stores nothing to guess it by @desk @long', async ({
  page,
  context,
}) => {
  page.on('popup', (popup) => void popup.close().catch(() => {}))
  await signIn(page, 'admin', '/admin/pos')
  await nameTill(page)
  await page.getByLabel('New PIN').fill(APPROVER_PIN)
  await button(page, 'Next').click()
  await page.getByLabel('The same PIN again').fill(APPROVER_PIN)
  await button(page, 'Set PIN').click()
  await expect(page.getByText('PIN set')).toBeVisible()
  await context.clearCookies()
  await signIn(page, 'cashier', '/admin/pos')
  await button(page, 'Later').click()
  await openShift(page)
  await expect(button(page, /all sent/)).toBeVisible({ timeout: 20_000 })
  await context.setOffline(true)
  await sellTotes(page, 1)
  await page.keyboard.press('F7')
  await page.getByLabel('Kwacha off').fill('5000')
  await button(page, 'Ask for approval').click()
  await expect(page.getByText('an admin looks at it again')).toBeVisible()
  await chooseApprover(page)
  await typePin(page)
  await expect(page.getByText('Discount approved')).toBeVisible()
  await page.keyboard.press('F4')
  await button(page, 'Exact').click()
  await button(page, /^Take/).click()
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible()
  const kept = await page.evaluate(readDevice)
  expect(kept.people).toMatchObject([{ check: expect.stringMatching(/^[0-9a-f]{2}$/) as unknown }])
  expect(kept.proofs).toEqual([expect.stringMatching(/^sealed:/)])
  await context.setOffline(false)
  await button(page, 'New sale').click()
  await expect(button(page, /all sent/)).toBeVisible({ timeout: 20_000 })
})

/** Everything that somebody with the device could read from it. */
async function readDevice() {
  const read = (store: string) =>
    new Promise<Record<string, unknown>[]>((done, fail) => {
      const asked = indexedDB.open('zovala-till')
      asked.addEventListener('error', () => fail(asked.error))
      asked.addEventListener('success', () => {
        const all = asked.result.transaction(store).objectStore(store).getAll()
        all.addEventListener('success', () => {
          asked.result.close()
          done(all.result as Record<string, unknown>[])
        })
      })
    })
  const things = (await read('things')) as { thing: { approval?: { proof: string } } }[]
  return {
    people: await read('people'),
    proofs: things.flatMap(({ thing }) => thing.approval?.proof ?? []),
  }
}
