import { expect, test } from '@playwright/test'
import { makeRiderLink, openOrderOnItsWay, openStaff } from '../../support/connections/cut-shop.ts'
import { openLive } from '../../support/open-live.ts'

test('a rider with a screen reader hears that the parcel is handed over, or that no code is accepted any more', {
  tag: '@phone',
}, async ({ page, request }) => {
  const code = page.getByLabel('The customer’s four figures')
  async function type(typed: string) {
    await code.fill(typed)
    await page.getByRole('button', { name: 'Hand over' }).click()
  }
  for (const isKnown of [true, false]) {
    const order = await openOrderOnItsWay(request)
    const orderPage = await (await request.get(`/orders/${order}`)).text()
    const right = /Release code<\/dt><dd[^>]*>(\d{4})</.exec(orderPage)?.[1] ?? ''
    const wrong = right === '0000' ? '1111' : '0000'
    const staff = await openStaff()
    await openLive(page, await makeRiderLink(staff, order))
    await staff.dispose()
    if (isKnown) {
      await type(right)
      await expect(page.getByRole('heading', { name: 'Handed over' })).toBeFocused()
      continue
    }
    for (const left of ['4 tries are', '3 tries are', '2 tries are', 'One try is']) {
      await type(wrong)
      await expect(page.getByText(`That is not the code of this parcel. ${left}`)).toBeVisible()
    }
    await type(wrong)
    await expect(page.getByText('Keep the parcel and call the shop.')).toBeFocused()
  }
})
