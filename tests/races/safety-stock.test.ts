import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ask, makeDataDir, openProduct } from '../support/product.ts'
import { auditBooks, fetchProduct, openShoppers, payloadFor } from '../support/shoppers.ts'

const TILL = randomUUID()

test('twenty buyers at once, over two web processes, do not get the last unit reserved for an offline till; idle shifts reserve none', async () => {
  const dataDir = makeDataDir()
  const product = await openProduct({
    dataDir,
    env: { WEB_WORKERS: '2', RATE_LIMIT_SCALE: '1000' },
  })
  const shoppers = await openShoppers(product, 20)
  const sandals = await fetchProduct(product, 'last-pair-sandals')
  // One till sold something before it became silent; ten other open shifts of the same cashier are idle.
  await ask(
    dataDir,
    `with made as (insert into tills (id, name, last_seen_at)
       select case when n = 0 then '${TILL}'::uuid else gen_random_uuid() end, 'Market ' || n, now() - interval '5 minutes'
       from generate_series(0, 10) n returning id),
     opened as (insert into shifts (id, till_id, opened_by, opened_at, opening_float)
       select gen_random_uuid(), made.id, users.id, now(), 0 from made, users where email = 'cashier@zovala.test'
       returning id, till_id, opened_by)
     insert into pos_sales (sale_number, cashier_id, payment_method, subtotal, total_amount, cash_amount, payment_status,
         idempotency_key, till_id, shift_id, received_at)
       select 'POS-2026-900001', opened_by, 'cash', 1000, 1000, 1000, 'completed', 'one', till_id, id, now() - interval '10 minutes'
       from opened where till_id = '${TILL}'`,
  )
  const rush = () =>
    Promise.all(
      shoppers.map((shopper) =>
        shopper.send('/functions/process-payment', payloadFor(sandals, 1), {
          'Idempotency-Key': randomUUID(),
        }),
      ),
    )
  const placed = (answers: { status: number }[]) =>
    answers.filter(({ status }) => status === 200).length
  const inStock = () =>
    ask(dataDir, `select inventory_quantity from products where slug = 'last-pair-sandals'`)

  const [shopper] = shoppers
  if (!shopper) throw new Error('no shopper')
  const { body: shown } = await shopper.send('/api/products/last-pair-sandals')
  expect(shown['inventory_quantity']).toBe(4)
  const away = await rush()
  expect(placed(away)).toBe(4)
  for (const { status, body } of away)
    if (status !== 200) expect(body['error']).toContain('sold out')
  expect(await inStock()).toEqual(['1'])

  await ask(dataDir, `update tills set last_seen_at = now() where id = '${TILL}'`)
  expect(placed(await rush())).toBe(1)
  expect(await inStock()).toEqual(['0'])
  expect(await auditBooks(dataDir)).toEqual([])
  await product.end()
})
