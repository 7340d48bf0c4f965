import { expect, request } from '@playwright/test'
import { FROM_HERE, signInAs } from '../support/browse.ts'

/**
 * The tests of tills, carts and checkouts sell the same bag at the same time, more often than the sample shop has it in
 * stock: one delivery comes before the first test.
 */
export default async function deliverBags() {
  const staff = await request.newContext({ baseURL: FROM_HERE.origin })
  await signInAs({ request: staff }, 'super@zovala.test')
  const { id, variants } = (await (await staff.get('/api/products/canvas-tote-bag')).json()) as {
    id: string
    variants: { id: string }[]
  }
  const page = await (await staff.get(`/admin/stock/${id}`)).text()
  const version = /name="version"[^>]* value="([^"]*)"/.exec(page)?.[1] ?? ''
  const answer = await staff.post('/admin/stock', {
    headers: FROM_HERE,
    form: { intent: 'receive', product: id, version, [`units:${variants[0]?.id}`]: '400' },
  })
  expect(answer.ok()).toBe(true)
  const bag = await (await staff.get('/api/products/canvas-tote-bag')).json()
  expect(bag.inventory_quantity).toBeGreaterThan(400)
  await staff.dispose()
}
