import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aProduct } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { products, variants } from '../../../db/tables.server.ts'
import { openRateLimiter } from '../../../platform/rate-limiter.server.ts'
import { checkBasket } from './check-basket.ts'
import { countLookUp } from './count-look-up.ts'

const shop = useShop()

const line = ({ variantId, price }: { variantId: string; price: number }, quantity: number) => ({
  variantId,
  quantity,
  unitPrice: price,
})
const check = (...lines: ReturnType<typeof line>[]) => checkBasket(shop.db, lines)

test('a basket is confirmed while its prices hold and its units are in stock, all of its lines together', async () => {
  const dress = await aProduct(shop, { price: 20_000, stock: 3 })
  const skirt = await aProduct(shop, { price: 9000, stock: 0, trackInventory: false })
  expect(await check(line(dress, 1), line(dress, 2), line(skirt, 50))).toEqual({ ok: true })
  const { variantId } = dress
  expect(await check(line(dress, 2), line(skirt, 1), line(dress, 2))).toEqual({
    ok: false,
    changed: [{ variantId, unitPrice: 20_000, onHand: 3 }],
  })
  // One of its lines still has another price.
  expect(await check(line(dress, 1), line({ ...dress, price: 19_000 }, 1))).toEqual({
    ok: false,
    changed: [{ variantId, unitPrice: 20_000, onHand: 3 }],
  })
  expect(await check(line({ ...skirt, price: 1 }, 1))).toEqual({
    ok: false,
    changed: [{ variantId: skirt.variantId, unitPrice: 9000, onHand: null }],
  })
})

test('a product that is no longer for sale has no price: hidden, archived, of a retired size, or unknown', async () => {
  const [hidden, away, size] = [await aProduct(shop), await aProduct(shop), await aProduct(shop)]
  const change = (id: string, to: Partial<typeof products.$inferInsert>) =>
    shop.db.update(products).set(to).where(eq(products.id, id))
  await change(hidden.productId, { status: 'inactive' })
  await change(away.productId, { archivedAt: shop.now() })
  await shop.db
    .update(variants)
    .set({ retiredAt: shop.now() })
    .where(eq(variants.id, size.variantId))
  const none = { variantId: randomUUID(), price: 1 }
  const gone = [hidden, away, size, none]
  expect(await check(...gone.map((one) => line(one, 1)))).toEqual({
    ok: false,
    changed: gone.map(({ variantId }) => ({ variantId, unitPrice: null, onHand: 0 })),
  })
})

test('looking up sales by number is limited to sixty in ten minutes for each person, by id it is not', async () => {
  const limited = { rateLimiter: openRateLimiter(shop.db, 1) }
  const [bob, eve] = [randomUUID(), randomUUID()]
  const call = (called: string, by = bob) => countLookUp(limited, by, called)
  for (let n = 0; n < 60; n += 1) expect(await call(' pos-2026-000001')).toBeNull()
  const refused = { ok: false, reason: 'too-many-attempts', minutes: 10 }
  expect(await call('POS-2026-000001')).toEqual(refused)
  expect(await call(randomUUID())).toBeNull()
  expect(await call('POS-2026-000001', eve)).toBeNull()
})
