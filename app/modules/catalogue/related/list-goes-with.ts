import { sql } from 'drizzle-orm'
import { boughtTogether, products } from '../../../db/tables.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import type { CardProduct } from '../../../rules/catalogue/products.ts'
import { MOST_RELATED } from '../../../rules/catalogue/related.ts'
import { canBeBought } from '../conditions.ts'
import { listInOrder } from './list-in-order.ts'

/** Only the newest products of a category are considered, so that a large one costs no more. */
const LOOKED_AT = 60
/** Only the first lines of a cart are used: a longer list helps nobody. */
const MOST_ASKED = 8

type CatalogueShop = Pick<Shop, 'db' | 'storage' | 'cached'>

/**
 * Products that go with these (docs/product.md, Goes well with it): first those most often bought with them, then those
 * of their category in one of their colors, then those of their category, then those of neighbouring categories. Only
 * products that can be bought now, and none of the given ones.
 */
export async function listGoesWith(
  shop: CatalogueShop,
  productIds: readonly string[],
  userId: string | null,
): Promise<CardProduct[]> {
  const asked = productIds.slice(0, MOST_ASKED)
  if (asked.length === 0) return []
  const find = () => findIds(shop, asked)
  // Not cached for a cart of several products: two carts are rarely alike.
  if (asked.length > 1) return listInOrder(shop, await find(), userId)
  const ids = await shop.cached(`goes with ${asked[0]}`, find)
  return listInOrder(shop, ids, userId, { list: 'related', ids })
}

async function findIds({ db }: CatalogueShop, asked: readonly string[]) {
  const given = sql`${sql.param(asked)}::uuid[]`
  const { rows } = await db.execute<{ id: string }>(sql`
    with given as (select id, category_id from products where id = any(${given})),
    found as (
      select ${products.id} as id, 0 as rank, pair.times, ${products.createdAt} as at
      from ${boughtTogether} pair join ${products} on ${products.id} = pair.other_id
      where pair.product_id = any(${given}) and ${canBeBought}
      union all
      select near.id, case when family.is_own then 1 else 3 end + case when near.is_of_color then 0 else 1 end,
        0, near.created_at
      from given
      cross join lateral (
        select c.id, c.id = own.id as is_own from categories own join categories c
          on c.id in (own.id, own.parent_id) or c.parent_id = coalesce(own.parent_id, own.id)
        where own.id = given.category_id
      ) family
      cross join lateral (
        select ${products.id} as id, ${products.createdAt} as created_at,
          exists (select from variants v join variants mine on mine.color = v.color
            where v.product_id = ${products.id} and v.retired_at is null
              and mine.product_id = given.id and mine.retired_at is null) as is_of_color
        from ${products} where ${products.id} in (
          select p.id from products p where p.category_id = family.id order by p.created_at desc limit ${LOOKED_AT})
          and ${canBeBought}
      ) near
    )
    select id from found where id <> all(${given})
    group by id order by min(rank), sum(times) desc, max(at) desc, id limit ${MOST_RELATED}`)
  return rows.map(({ id }) => id)
}
