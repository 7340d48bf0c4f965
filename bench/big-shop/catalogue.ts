import type { ClientBase } from 'pg'
import type { Sizes } from '../big-shop.ts'
import { BRANDS, CLOTHS, GARMENTS, PLACES } from './names.ts'

export const PARENTS = 8
export const LEAVES = 40

/** Fills categories, pictures, codes, and products of one to six variants, each with its final stock level. */
export async function fillCatalogue(client: ClientBase, { products }: Sizes) {
  await client.query(`insert into categories (id, name, slug, parent_id, sort_order)
    select pg_temp.id_of('category', n), 'Range ' || n, 'range-' || n,
      case when n > ${PARENTS} then pg_temp.id_of('category', 1 + n % ${PARENTS}) end, n
    from generate_series(1, ${PARENTS + LEAVES}) n`)
  await client.query(
    `insert into pictures (id, path, width, height, tint, widths, has_avif)
    select pg_temp.id_of('picture', n), 'big/' || n, 800, 1000, '#d8c3a5', '{400,800}', true from generate_series(1, $1::int) n`,
    [products],
  )
  await client.query(`insert into discounts (id, code, type, value, created_at)
    select pg_temp.id_of('discount', n), 'SEASON' || n, 'percentage', 10, now() - interval '10 days' * n from generate_series(1, 40) n
    union all select pg_temp.id_of('used discount', n), 'GIFT' || n, 'percentage', 5, now() - interval '3 days' * n from generate_series(1, 300) n`)
  await client.query(
    `create temp table big_products on commit drop as
     select n, pg_temp.id_of('product', n) as id, place || ' ' || cloth || ' ' || garment as name, place, cloth, garment, brand,
       (3000 + floor(240 * value * value) * 500)::int as price, n % 20 as shape, luck, 'ZV-' || lpad(n::text, greatest(5, length(n::text)), '0') as sku,
       now() - interval '900 days' + interval '330 days' * (n::float8 / $5) as created_at
     from (select n, pg_temp.pick($1) as place, pg_temp.pick($2) as cloth, pg_temp.pick($3) as garment,
       pg_temp.pick($4) as brand, random() as value, random() as luck from generate_series(1, $5::int) n) drawn`,
    [PLACES, CLOTHS, GARMENTS, BRANDS, products],
  )
  // A fifth of the products has one variant, the others sizes, colors, or both.
  await client.query(`create temp table big_variants on commit drop as
    select row_number() over (order by p.n, position)::int as n, pg_temp.id_of('variant', p.n * 10 + position) as id,
      p.n as product_n, p.id as product_id, p.name, p.price, p.created_at, p.sku || '-' || position as sku, size, color, position,
      case when luck < 0.04 then 0 when luck < 0.12 then 1 + (p.n + position) % 5 else 6 + floor(random() * 60)::int end as shelf
    from big_products p cross join lateral (
      select row_number() over ()::int - 1 as position, size, color
      from unnest(case when shape < 4 or shape > 16 then array[null] else array['S', 'M', 'L'] end) size,
        unnest(case when shape < 12 then array[null] else array['Black', 'Clay'] end) color) v`)
  await client.query(`insert into products (id, name, slug, description, short_description, price, compare_price, cost_price, sku,
      barcode, category_id, brand, inventory_quantity, featured, status, archived_at, created_at, updated_at)
    select p.id, p.name, lower(replace(p.name, ' ', '-')) || '-' || n,
      p.garment || ' in ' || lower(p.cloth) || ', cut and sewn in ' || p.place || '. Style number ' || n || '.', p.name, price,
      case when n % 7 = 0 then price * 5 / 4 end, price * 3 / 5, p.sku, '265' || lpad((n * 7919)::text, 10, '0'),
      pg_temp.id_of('category', ${PARENTS + 1} + n % ${LEAVES}), brand, shelf, n % 50 = 0,
      case when n % 25 = 3 then 'inactive' else 'active' end, case when n % 33 = 5 then now() end, created_at, created_at
    from big_products p join (select product_n, sum(shelf) as shelf from big_variants group by product_n) s on s.product_n = p.n`)
  await client.query(`insert into variants (id, product_id, size, color, sku, inventory, position)
    select id, product_id, size, color, sku, shelf, position from big_variants`)
  await client.query(`insert into product_images (id, product_id, picture_id, alt, position)
    select pg_temp.id_of('image', n), id, pg_temp.id_of('picture', n), name, 0 from big_products`)
  for (const kept of ['search', 'facets'])
    await client.query(`select refresh_product_${kept}(array(select id from products))`)
  await client.query('create unique index on big_variants (n)')
  await client.query('analyze big_variants')
}
