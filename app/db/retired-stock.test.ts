import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { copyMigrations, createTestDatabase } from '../../tests/support/database.ts'
import { migrate } from './migrate.server.ts'

const LAST_BEFORE = 106

test('the units that had come back to a retired variant are in the total of its product no more', {
  tags: 'slow',
}, async () => {
  const database = await createTestDatabase('template0')
  const { folder, remove } = copyMigrations(LAST_BEFORE)
  await migrate(database.url, { folder })
  remove()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await database.drop()
  })
  await client.query(`
    with product as (insert into products (name, slug, price, sku) values ('Dress', 'dress', 1000, 'DRESS') returning id)
    insert into variants (product_id, sku, size) select id, 'DRESS-' || size, size from product, unnest(array['S', 'M']) size`)
  const received = (quantity: number, size: string) =>
    client.query(
      `insert into stock_movements (variant_id, kind, quantity) select id, 'received', $1 from variants where size = $2`,
      [quantity, size],
    )
  const levels = async () => {
    const { rows } = await client.query(
      `select inventory_quantity as total, size, inventory, retired_at from variants v join products p on p.id = v.product_id order by size`,
    )
    return rows
  }
  await received(4, 'S')
  await client.query(`update variants set retired_at = '2026-01-02T03:04:05Z' where size = 'M'`)
  await received(1, 'M')
  const after = [
    { size: 'M', inventory: 1, retired_at: new Date('2026-01-02T03:04:05Z') },
    { size: 'S', inventory: 4, retired_at: null },
  ]
  expect(await levels()).toEqual(after.map((row) => ({ ...row, total: 5 })))
  await migrate(database.url)
  expect(await levels()).toEqual(after.map((row) => ({ ...row, total: 4 })))
})
