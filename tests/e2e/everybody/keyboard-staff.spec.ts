import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { openAs, placeOrder } from '../../support/browse.ts'
import { make } from '../../support/connections/cut-acts.ts'
import { findTote, openDeliveredOrder, payFor } from '../../support/connections/cut-shop.ts'
import { chooseAt, press, pressAt, tabTo, typeAt } from './by-keys.ts'

// A day in the back office without a mouse: focused elements are visible, an act keeps the focus, Escape and Enter
// work, and a dialog returns the focus.

const LONG = { tag: ['@desk', '@long'] }

test(
  'an order is noted, tagged, tracked, answered, and moved on and back by keys alone',
  LONG,
  async ({ page, playwright, baseURL }) => {
    const buyer = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    const { order_number: number, checkout_url } = await placeOrder(buyer, await findTote(buyer))
    await payFor(buyer, new URL(checkout_url).pathname)
    await openAs(page, 'admin@zovala.test', `/admin/orders?search=${number}`)
    const panel = page.getByRole('region', { name: number })
    const heading = panel.getByRole('heading', { level: 2 })
    const named = (name: string | RegExp) => panel.getByRole('button', { name, exact: true })

    await press(page, 'j')
    await press(page, 'Enter')
    await expect(heading).toBeFocused()
    await typeAt(page, panel.getByLabel(/^Waybill of/), 'CTS 4471')
    await press(page, 'Enter')
    await expect(page.getByText('Waybill saved')).toBeVisible()
    await expect(heading).toBeFocused()

    await pressAt(page, panel.locator('summary', { hasText: 'Tags' }))
    await typeAt(page, panel.getByLabel('A tag'), 'gift')
    await press(page, 'Enter')
    await expect(named('Take off gift')).toBeVisible()
    await expect(heading).toBeFocused()

    await pressAt(page, panel.locator('summary', { hasText: 'Notes of the staff' }))
    await typeAt(page, panel.getByLabel('A note that only staff see'), 'Call before noon')
    // The key that closes a panel does not lose the typed text.
    await press(page, 'Escape')
    await expect(panel.getByLabel('A note that only staff see')).toHaveValue('Call before noon')
    await pressAt(page, named('Add note'))
    await expect(panel.getByRole('listitem').getByText('Call before noon')).toBeVisible()
    await expect(heading).toBeFocused()

    const messages = panel.getByRole('link', { name: 'Messages' })
    await pressAt(page, messages)
    await expect(panel.getByText('Nothing was written yet.')).toBeVisible()
    await expect(messages).toBeFocused()
    await typeAt(page, panel.getByLabel('Write to the customer'), 'It leaves today.')
    await pressAt(page, named('Send by email'))
    await expect(panel.getByRole('listitem').getByText('It leaves today.')).toBeVisible()
    await expect(heading).toBeFocused()

    await pressAt(page, panel.getByRole('link', { name: 'Order', exact: true }))
    await pressAt(page, named('Shipped'))
    await pressAt(page, page.getByRole('dialog').getByRole('button', { name: 'Set to Shipped' }))
    await expect(page.getByText(`${number} is Shipped now.`)).toBeVisible()
    await expect(heading).toBeFocused()
    await pressAt(page, named('Undo'))
    await expect(named('Shipped')).toBeVisible()
    await expect(heading).toBeFocused()

    // A question inside the panel is opened, and left without an answer.
    const cancel = panel.locator('summary', { hasText: 'Cancel order…' })
    await pressAt(page, cancel)
    await expect(named(`Yes, cancel ${number}`)).toBeVisible()
    await press(page, 'Enter')
    await expect(named(`Yes, cancel ${number}`)).toBeHidden()
    await press(page, 'Escape')
    await expect(panel).toBeHidden()
    await expect(page.getByRole('link', { name: number })).toBeFocused()
    await buyer.dispose()
  },
)

test(
  'a return is agreed to, received, inspected and settled by keys alone, and money given back',
  LONG,
  async ({ page, playwright, baseURL }) => {
    const buyer = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    const number = await openDeliveredOrder(buyer)
    const own = `/orders/${number}`
    const [, units = ''] = /name="(units:[^"]+)"/.exec(await (await buyer.get(own)).text()) ?? []
    const asked = { intent: 'return', return: randomUUID(), reason: 'faulty', [units]: '1' }
    await make(buyer, own, asked)
    await openAs(page, 'admin@zovala.test', `/admin/orders?order=${number}&part=returns`)
    const panel = page.getByRole('region', { name: number })
    const heading = panel.getByRole('heading', { level: 2 })
    const reference = panel.getByLabel('Reference of the bank or the payment service')
    await expect(heading).toBeFocused()
    for (const [act, next] of [
      ['Agree', 'It has arrived'],
      ['It has arrived', 'Note what came'],
      ['Note what came', 'Settle the return'],
    ] as const) {
      await pressAt(page, panel.getByRole('button', { name: act, exact: true }))
      await expect(panel.getByRole('button', { name: next, exact: true })).toBeVisible()
      await expect(heading).toBeFocused()
    }
    // Fields of one way appear only once it is chosen.
    await expect(reference).toBeHidden()
    await chooseAt(page, panel.getByLabel('Money for what came back'), 'bank')
    await expect(panel.getByLabel('Out of the drawer of')).toBeHidden()
    await typeAt(page, reference, 'NB 4711')
    await press(page, 'Enter')
    await expect(page.getByText('Return updated')).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Settle the return' })).toHaveCount(0)
    await expect(heading).toBeFocused()

    await pressAt(page, panel.getByRole('link', { name: 'Money', exact: true }))
    await expect(panel.getByText('reference NB 4711')).toBeVisible()
    await pressAt(page, panel.locator('summary', { hasText: 'Give money back…' }))
    await chooseAt(page, panel.getByLabel('Why', { exact: true }), 'goodwill')
    await chooseAt(page, panel.getByLabel('How', { exact: true }), 'dashboard')
    await tabTo(page, reference)
    await press(page, 'Enter')
    await expect(page.getByText('Call it off')).toBeVisible()
    await expect(heading).toBeFocused()
    await pressAt(page, panel.getByRole('button', { name: /^Call it off/ }))
    await expect(page.getByText('Refund called off')).toBeVisible()
    await expect(heading).toBeFocused()
    await buyer.dispose()
  },
)

test(
  'a delivery is received by keys alone, and its question returns the focus',
  LONG,
  async ({ page }) => {
    await openAs(page, 'admin@zovala.test', '/admin/deliveries')
    const title = page.getByRole('heading', { level: 1 })
    await pressAt(page, page.getByRole('button', { name: 'New delivery' }))
    await expect(page).toHaveURL(/deliveries\/[\da-f-]{36}$/)
    await expect(title).toBeFocused()

    const discard = page.getByRole('button', { name: 'Discard draft' })
    await pressAt(page, discard.first())
    const question = page.getByRole('dialog')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await press(page, 'Escape')
    await expect(question).toHaveCount(0)
    await expect(discard).toBeFocused()

    const find = page.getByLabel(/^Scan, or search/)
    await typeAt(page, find, 'Paper Bead Necklace')
    await press(page, 'Enter')
    await pressAt(page, page.getByRole('button', { name: 'Add Paper Bead Necklace' }))
    const units = page.getByLabel(/^Units of Paper Bead Necklace/)
    await expect(units).toHaveCount(1)
    // The field is ready for the next product.
    await expect(find).toBeFocused()
    await expect(find).toHaveValue('')
    await typeAt(page, units, '3')
    await typeAt(page, page.getByLabel(/^Cost of one Paper Bead Necklace/), '1500')
    await pressAt(page, page.getByRole('button', { name: 'Book into stock' }))
    await expect(page.getByText('3 units booked into stock')).toBeVisible()
    await expect(title).toBeFocused()
  },
)

for (const width of [390, 1280])
  test(
    `settings are found, changed and left by keys alone at ${width} px`,
    LONG,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await openAs(page, 'super@zovala.test', '/admin/settings')
      const title = page.getByRole('heading', { level: 1 })
      const group = page.getByRole('link', { name: /^Evening message and labels/ })
      const message = page.getByLabel('Evening message')
      const back = page.getByRole('link', { name: 'All settings' })
      await pressAt(page, group)
      await expect(title).toHaveText('Evening message and labels')
      // Where the list of groups stays beside the open group, the focus stays in it.
      await expect(width < 1024 ? title : group).toBeFocused()

      await tabTo(page, message)
      await press(page, 'Control+End')
      await page.keyboard.type('.')
      await tabTo(page, back, 'Shift+Tab')
      const question = page.getByRole('dialog', { name: 'Leave without saving?' })
      await press(page, 'Enter')
      await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await press(page, 'Escape')
      await expect(question).toHaveCount(0)
      await expect(back).toBeFocused()
      await press(page, 'Enter')
      await pressAt(page, question.getByRole('button', { name: 'Leave' }))
      await expect(title).toHaveText('Settings')
      await expect(group).toBeFocused()

      await press(page, 'Enter')
      await tabTo(page, message)
      await press(page, 'Control+End')
      await page.keyboard.type('.')
      const save = page.getByRole('button', { name: 'Save' })
      await pressAt(page, save)
      await expect(page.getByText('Settings saved')).toBeVisible()
      await expect(save).toBeFocused()
      await page.goBack()
      await expect(title).toHaveText('Settings')

      await pressAt(page, page.getByRole('link', { name: /^Promises/ }))
      // Enter saves, and typing continues in the same field.
      const asked = page.getByLabel('Ask for a review after (days)')
      const [before, other] = [await asked.inputValue(), '9']
      await typeAt(page, asked, before === other ? '8' : other)
      const version = page.locator('main input[name=version]')
      const loaded = await version.inputValue()
      await press(page, 'Enter')
      await expect(version).not.toHaveValue(loaded)
      await expect(asked).toBeFocused()

      const days = page.getByLabel('Days to return')
      await typeAt(page, days, '0')
      await press(page, 'Enter')
      await expect(days).toHaveAttribute('aria-invalid', 'true')
      await expect(days).toBeFocused()
    },
  )

test('deleting a saved filter by keys moves the focus to the heading, not to the next filter’s button', {
  tag: '@desk',
}, async ({ page }) => {
  await openAs(page, 'admin@zovala.test', '/admin/saved-filters')
  for (const name of ['Keys A', 'Keys B'])
    await make(page.request, '/admin/saved-filters', {
      intent: 'save',
      path: '/admin/orders',
      query: `search=${name}`,
      name,
    })
  await page.reload()
  const drop = (name: string) => page.getByRole('button', { name: `Delete ${name}` })
  await drop('Keys A').focus()
  await press(page, 'Enter')
  await expect(drop('Keys A')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await drop('Keys B').click()
  await expect(drop('Keys B')).toHaveCount(0)
})
