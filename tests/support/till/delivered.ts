import type { Page } from '@playwright/test'
import { FROM_HERE, findWellStocked, placeOrder, SHOP } from '../browse.ts'
import { ask } from '../product.ts'

/** A delivered order of the web shop, of one piece; its number, and what it came to without its delivery. */
export async function aDelivered(page: Page) {
  const { variantId, ...item } = await findWellStocked(page.request)
  const { order_number: number, checkout_url: pay } = await placeOrder(page.request, {
    ...item,
    variants: [{ id: variantId ?? '' }],
  })
  const form = { decision: 'pay' }
  await page.request.post(pay, { headers: FROM_HERE, form, maxRedirects: 0 })
  await ask(
    SHOP,
    `update orders set status = 'delivered', delivered_at = now() where order_number = '${number}' and paid_at is not null`,
  )
  return number
}
