import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { FROM_HERE, findWellStocked, placeOrder, SHOP, signInAs } from '../browse.ts'
import { ask } from '../product.ts'

/** Issues store credit of so many kwacha, as staff do. */
async function issueCode({ request }: Pick<Page, 'request'>, amount: number) {
  await signInAs({ request }, 'admin@zovala.test')
  const credit = { intent: 'issue', credit: randomUUID(), kind: 'goodwill', email: '' }
  const form = { ...credit, amount: String(amount), reason: 'Lost parcel' }
  const issued = await request.post('/admin/credit', { headers: FROM_HERE, form })
  const [code = ''] = /[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(await issued.text()) ?? []
  return code
}

/** A delivered web order of one piece; returns its number. `byCode`: the kwacha of it that store credit paid. */
export async function aDelivered(page: Pick<Page, 'request'>, { byCode = 0 } = {}) {
  const paid = byCode > 0 ? { credit_code: await issueCode(page, byCode) } : {}
  const { variantId, ...item } = await findWellStocked(page.request)
  const product = { ...item, variants: [{ id: variantId ?? '' }] }
  const { order_number: number, checkout_url: pay } = await placeOrder(page.request, product, paid)
  const form = { decision: 'pay' }
  await page.request.post(pay, { headers: FROM_HERE, form, maxRedirects: 0 })
  await ask(
    SHOP,
    `update orders set status = 'delivered', delivered_at = now() where order_number = '${number}' and paid_at is not null`,
  )
  return number
}
