import type { ClientBase } from 'pg'
import { fillCatalogue } from './big-shop/catalogue.ts'
import { fillLedger } from './big-shop/ledger.ts'
import { fillOrders } from './big-shop/orders.ts'
import { fillCustomers } from './big-shop/people.ts'
import { fillSales } from './big-shop/sales.ts'

export type Sizes = { products: number; customers: number; orders: number; sales: number }

export const BIG: Sizes = { products: 10_000, customers: 50_000, orders: 100_000, sales: 20_000 }

/** The owner of every row that has one: found again by number, without a look-up. */
const ID_OF = `create or replace function pg_temp.id_of(kind text, n bigint) returns uuid language sql immutable as
  $$ select overlay(overlay(md5(kind || n) placing '4' from 13) placing '8' from 17)::uuid $$`
const PICK = `create or replace function pg_temp.pick(words text[]) returns text language sql volatile as
  $$ select words[1 + floor(random() * cardinality(words))::int] $$`

/**
 * Adds eighteen months of a big shop to a database, always the same one: products with variants, customers,
 * orders, till sales, payments, the ledger and the log. It goes past the triggers (only a superuser may), so
 * what they keep, stock and tallies, is written as they would have. About a minute for the whole of it.
 */
export async function fillBigShop(client: ClientBase, sizes: Sizes = BIG) {
  await client.query('begin')
  for (const setting of [
    `session_replication_role = 'replica'`,
    'statement_timeout = 0',
    'idle_in_transaction_session_timeout = 0',
    `work_mem = '64MB'`,
    `maintenance_work_mem = '256MB'`,
  ])
    await client.query(`set local ${setting}`)
  await client.query(ID_OF)
  await client.query(PICK)
  await client.query('select setseed(0.2018)')
  const rebuild = await dropIndexes(client)
  await fillCustomers(client, sizes)
  await fillCatalogue(client, sizes)
  await fillOrders(client, sizes)
  await fillSales(client, sizes)
  await fillLedger(client)
  await fillReviews(client)
  await fillReturns(client)
  await countAll(client)
  await rebuild()
  await client.query(`select pg_notify('catalogue', '')`)
  await client.query('commit')
  // As after a night of the database's own housekeeping: statistics, visible pages, no pending index entries.
  await client.query('set statement_timeout = 0')
  // Large samples: plans shall not hang on which rows the statistics happened to see.
  await client.query('set default_statistics_target = 500')
  await client.query('vacuum (analyze)')
  await client.query('reset default_statistics_target')
  await client.query('reset statement_timeout')
}

/** Building an index at once takes a third of growing it row by row. */
async function dropIndexes(client: ClientBase) {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
  )
  for (const { name } of rows) await client.query(`drop index public."${name}"`)
  return async () => {
    for (const { definition } of rows) await client.query(definition)
  }
}

/** Of each customer one of what was delivered to them, 30,000 in all; what their trigger would have counted. */
async function fillReviews(client: ClientBase) {
  await client.query(`insert into reviews (product_id, user_id, order_item_id, stars, fit, words, writer, created_at)
    select distinct on (o.user_id) i.product_id, o.user_id, i.id, 1 + abs(hashtext(i.id::text)) % 5,
      (array['small', 'true', 'large', null])[1 + abs(hashtext(o.id::text)) % 4],
      'Review of ' || i.name, o.first_name, o.created_at + interval '5 days'
    from orders o join order_items i on i.order_id = o.id
    where o.status = 'delivered' and o.paid_at is not null order by o.user_id, o.created_at limit 30000`)
  await client.query(`update products set rating_count = r.count, rating_sum = r.sum
    from (select product_id, count(*), sum(stars) from reviews group by 1) r where r.product_id = id`)
}

/** What the triggers would have counted. */
async function countAll(client: ClientBase) {
  await client.query(`delete from tallies where name in ('orders', 'people', 'products')`)
  await client.query(`insert into tallies (name, stripe, count)
    select 'orders', 0, count(*) from orders
    union all select 'people', 0, count(*) from profiles
    union all select 'products', 0, count(*) from products where archived_at is null`)
}

/** One of every twenty orders that were delivered came back in part, most of it long ago. */
async function fillReturns(client: ClientBase) {
  await client.query(`insert into returns (id, order_id, status, reason, requested_by, decided_at, ended_at, created_at)
    select md5(id::text)::uuid, id, stands, (array['faulty', 'other-size'])[1 + n % 2], user_id, at + interval '1 day',
      case when stands <> 'received' then at + interval '4 days' end, at
    from (select id, user_id, n, delivered_at + interval '1 day' as at, case when n < 60 then 'received'
        else (array['settled', 'refused'])[1 + abs(hashtext(id::text)) % 2] end as stands
      from (select id, user_id, delivered_at, row_number() over (order by delivered_at desc)::int as n
        from orders where delivered_at is not null and hashtext(id::text) % 20 = 0) numbered) told`)
  await client.query(`insert into return_items (return_id, order_item_id, quantity)
    select distinct on (r.id) r.id, i.id, 1 from returns r join order_items i on i.order_id = r.order_id
    order by r.id, i.position`)
}
