import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { useDatabase } from '../../tests/support/database.ts'

const held = useDatabase({ max: 1 })

test('the words and facets of a product are computed once for all sizes that a statement adds to it', async () => {
  await held.db.execute(sql`set track_functions = 'pl'`)
  const before = await countCalls()
  await held.db.execute(sql`
    with made as (insert into products (name, slug, sku, price)
      select 'Chitenje dress ' || n, 'dress-' || n, 'DRESS-' || n, 1000 from generate_series(1, 10) n returning id, sku)
    insert into variants (product_id, sku, size)
      select id, sku || '-' || size, size from made, generate_series(36, 55) size`)
  // For ten products with two hundred sizes: once for the products, once for their sizes.
  expect(await countCalls()).toEqual({
    refresh_product_facets: before.refresh_product_facets + 2,
    refresh_product_search: before.refresh_product_search + 2,
  })
  const { rows } = await held.db.execute(sql`
    select count(*)::int as products from product_search join product_facets using (product_id)
    where document @@ to_tsquery('simple', 'chitenje & 36 & 55') and product_facets.choices is not null`)
  expect(rows).toEqual([{ products: 10 }])
})

async function countCalls() {
  await held.db.execute(sql`select pg_stat_force_next_flush()`)
  const { rows } = await held.db.execute<{ name: string; calls: number }>(sql`
    select name, coalesce(pg_stat_get_function_calls(oid), 0)::int as calls
    from unnest(array['refresh_product_facets', 'refresh_product_search']) name join pg_proc on proname = name`)
  return Object.fromEntries(rows.map(({ name, calls }) => [name, calls])) as Record<
    'refresh_product_facets' | 'refresh_product_search',
    number
  >
}
