import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ask, makeDataDir, openProduct, until } from '../support/product.ts'
import { auditBooks, fetchProduct, openShoppers, payloadFor } from '../support/shoppers.ts'

const number = (body: Record<string, unknown>) => body['order_number']

test('many buyers at once, over two web processes, get the last units, the last use of a code and one key only once', async () => {
  const dataDir = makeDataDir()
  const product = await openProduct({
    dataDir,
    env: { WEB_WORKERS: '2', RATE_LIMIT_SCALE: '1000' },
  })
  const shoppers = await openShoppers(product, 50)

  const sandals = await fetchProduct(product, 'last-pair-sandals')
  // Both processes have cached the page, which shows items in stock.
  const readOnSale = () =>
    Promise.all(
      Array.from({ length: 8 }, async () => {
        const page = await fetch(`${product.origin}/product/last-pair-sandals`, {
          headers: { connection: 'close' },
        })
        return (await page.text()).includes('Add to Cart')
      }),
    )
  expect((await readOnSale()).every(Boolean)).toBe(true)
  const rush = await Promise.all(
    shoppers.map((shopper) =>
      shopper.send('/functions/process-payment', payloadFor(sandals, 1), {
        'Idempotency-Key': randomUUID(),
      }),
    ),
  )
  expect(rush.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(new Set(rush.map(({ status }) => status))).toEqual(new Set([200, 409]))
  for (const { status, body } of rush)
    if (status !== 200) expect(body['error']).toContain('sold out')
  expect(
    await ask(dataDir, `select inventory_quantity from products where slug = 'last-pair-sandals'`),
  ).toEqual(['0'])

  await until(
    async () => (await readOnSale()).every((isOnSale) => !isOnSale),
    'no process shows goods that are gone',
    // Less than the minute after which a cached page is renewed anyway.
    30_000,
  )

  const bag = await fetchProduct(product, 'canvas-tote-bag')
  const discount = { code: 'LASTONE', amount: Math.floor((bag.price * 5 + 50) / 100) }
  const race = await Promise.all(
    shoppers.slice(0, 20).map((shopper) =>
      shopper.send('/functions/process-payment', payloadFor(bag, 1, discount), {
        'Idempotency-Key': randomUUID(),
      }),
    ),
  )
  expect(race.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, body } of race)
    if (status !== 200)
      expect(body['error']).toBe('This discount code has reached its usage limit.')

  const [one] = shoppers
  if (!one) throw new Error('nobody came')
  const key = randomUUID()
  const taps = await Promise.all(
    Array.from({ length: 10 }, () =>
      one.send('/functions/process-payment', payloadFor(bag, 2), { 'Idempotency-Key': key }),
    ),
  )
  const made = new Set(taps.flatMap((tap) => (number(tap.body) ? [number(tap.body)] : [])))
  expect(made.size).toBe(1)
  expect(
    await ask(dataDir, `select count(*) from orders where idempotency_key = '${key}'`),
  ).toEqual(['1'])
  expect(
    await ask(dataDir, `select inventory_quantity from products where slug = 'canvas-tote-bag'`),
  ).toEqual(['37'])
  expect(await auditBooks(dataDir)).toEqual([])
})
