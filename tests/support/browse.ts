import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { openLive } from './open-live.ts'

/** Playwright's own requests carry cookies, and do not say where they come from as a browser does. */
export const FROM_HERE = { origin: `http://localhost:${process.env['E2E_PORT'] ?? 3180}` }

/** Signs in as one of the sample's people, without the form: its own tests are in accounts.spec.ts. */
export async function signInAs({ request }: { request: APIRequestContext }, email: string) {
  const data = { email, password: 'zovala-demo' }
  const answer = await request.post('/api/auth/sign-in/email', { headers: FROM_HERE, data })
  expect(answer.ok()).toBe(true)
}

/** Signed in, on a page whose scripts serve it. */
export async function openAs(page: Page, email: string, path: string) {
  await signInAs(page, email)
  await openLive(page, path)
}

type Variant = { id: string; inventory: number }
type Product = { id: string; slug: string; price: number; inventory_quantity: number }

/** What the shop has most of: tests that sell beside this one miss nothing. */
export async function findWellStocked(request: APIRequestContext) {
  const { products }: { products: Product[] } = await (
    await request.get('/api/products?max=100000&in_stock=true&limit=50')
  ).json()
  const [most] = products.toSorted((a, b) => b.inventory_quantity - a.inventory_quantity)
  const { id, price, variants }: Product & { variants: Variant[] } = await (
    await request.get(`/api/products/${most?.slug}`)
  ).json()
  const [variant] = variants.toSorted((a, b) => b.inventory - a.inventory)
  return { id, price, variantId: variant?.id }
}
