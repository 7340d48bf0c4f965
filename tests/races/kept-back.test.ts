import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ask, makeDataDir, openProduct } from '../support/product.ts'
import { auditBooks, findGoods, openShoppers, payloadFor } from '../support/shoppers.ts'

const TILL = randomUUID()

test('twenty at once, over two web processes: the last unit waits for the till that is out of touch', async () => {
  const dataDir = makeDataDir()
  const product = await openProduct({
    dataDir,
    env: { WEB_WORKERS: '2', RATE_LIMIT_SCALE: '1000' },
  })
  const shoppers = await openShoppers(product, 20)
  const sandals = await findGoods(product, 'last-pair-sandals')
  await ask(
    dataDir,
    `with till as (insert into tills (id, name, last_seen_at)
       values ('${TILL}', 'Market', now() - interval '5 minutes') returning id)
     insert into shifts (id, till_id, opened_by, opened_at, opening_float)
       select gen_random_uuid(), till.id, users.id, now(), 0 from till, users where email = 'cashier@zovala.test'`,
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
  const onShelf = () =>
    ask(dataDir, `select inventory_quantity from products where slug = 'last-pair-sandals'`)

  const away = await rush()
  expect(placed(away)).toBe(4)
  for (const { status, body } of away)
    if (status !== 200) expect(body['error']).toContain('sold out')
  expect(await onShelf()).toEqual(['1'])

  await ask(dataDir, `update tills set last_seen_at = now() where id = '${TILL}'`)
  expect(placed(await rush())).toBe(1)
  expect(await onShelf()).toEqual(['0'])
  expect(await auditBooks(dataDir)).toEqual([])
  await product.end()
})
