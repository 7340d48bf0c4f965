import type { ClientBase } from 'pg'
import { fillCustomers } from './big-shop/accounts.ts'
import { fillCatalogue } from './big-shop/catalogue.ts'
import { fillCredit } from './big-shop/credit.ts'
import { fillDeliveries } from './big-shop/deliveries.ts'
import { fillLedger } from './big-shop/ledger.ts'
import { fillLog } from './big-shop/log.ts'
import { fillOrders } from './big-shop/orders.ts'
import { fillReturns } from './big-shop/returns.ts'
import { fillSales } from './big-shop/sales.ts'
import { fillWords } from './big-shop/words.ts'

export type Sizes = { products: number; customers: number; orders: number; sales: number }

export const BIG: Sizes = { products: 10_000, customers: 50_000, orders: 100_000, sales: 20_000 }

/** Computes the id of a row from its kind and number, so that other rows refer to it without a query. */
const ID_OF = `create or replace function pg_temp.id_of(kind text, n bigint) returns uuid language sql immutable as
  $$ select overlay(overlay(md5(kind || n) placing '4' from 13) placing '8' from 17)::uuid $$`
const PICK = `create or replace function pg_temp.pick(words text[]) returns text language sql volatile as
  $$ select words[1 + floor(random() * cardinality(words))::int] $$`

/**
 * Adds eighteen months of a big shop to a database, always the same: products with variants, customers, orders, till
 * sales, payments, the ledger and the log, and what followed from them (returns, refunds, store credit, messages,
 * reviews, deliveries, stock-takes, …). It bypasses the triggers (only a superuser may), so it writes stock and tallies
 * as they would have. Takes about a minute for everything.
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
  await fillReturns(client)
  await fillCredit(client, sizes)
  await fillWords(client, sizes)
  await fillDeliveries(client, sizes)
  await fillLog(client, sizes)
  await countAll(client)
  await rebuild()
  await client.query(`select pg_notify('catalogue', '')`)
  await client.query('commit')
  // The state after the database's nightly maintenance: statistics, visible pages, no pending index entries.
  await client.query('set statement_timeout = 0')
  // Large samples, so that plans do not depend on which rows the statistics happened to see.
  await client.query('set default_statistics_target = 500')
  await client.query('vacuum (analyze)')
  await client.query('reset default_statistics_target')
  await client.query('reset statement_timeout')
}

/** Building an index in one go takes a third of the time of growing it row by row. */
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

/** Writes the tallies that the triggers would have counted. */
async function countAll(client: ClientBase) {
  await client.query(`delete from tallies where name in ('orders', 'people', 'products')`)
  await client.query(`insert into tallies (name, stripe, count)
    select 'orders', 0, count(*) from orders
    union all select 'people', 0, count(*) from profiles
    union all select 'products', 0, count(*) from products where archived_at is null`)
}
