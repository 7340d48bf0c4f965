import type { ClientBase } from 'pg'
import type { Sizes } from '../big-shop.ts'
import { FIRST_NAMES, LAST_NAMES, MAIL_HOSTS, STREETS, TOWNS } from './names.ts'

/** The number of staff. They come first, then customers: person n has the id `pg_temp.id_of('person', n)`. */
export const STAFF = 12

/** Fills accounts without a password, with profiles, addresses for every second account, and newsletter subscribers. */
export async function fillCustomers(client: ClientBase, { customers }: Sizes) {
  await client.query(
    `create temp table big_accounts on commit drop as
     select n, pg_temp.id_of('person', n) as id, first_name, last_name, phone, town, street, joined_at,
       lower(first_name || '.' || last_name) || n || '@' || host as email,
       case when n <= 3 then 'admin' when n <= ${STAFF} then 'cashier' else 'customer' end as role
     from (select n, pg_temp.pick($1) as first_name, pg_temp.pick($2) as last_name, pg_temp.pick($3) as host,
         pg_temp.pick($4) as town, pg_temp.pick($5) as street,
         '+2659' || (array['9', '8'])[1 + floor(random() * 2)::int] || lpad((random() * 9999999)::int::text, 7, '0') as phone,
         now() - interval '600 days' * (1 - n::float8 / $6) - interval '1 day' * random() as joined_at
       from generate_series(1, $6::int) n) drawn`,
    [FIRST_NAMES, LAST_NAMES, MAIL_HOSTS, TOWNS, STREETS, customers + STAFF],
  )
  await client.query(`insert into users (id, name, email, email_verified, created_at, updated_at)
    select id, first_name || ' ' || last_name, email, true, joined_at, joined_at from big_accounts`)
  await client.query(`insert into profiles (id, user_id, role, full_name, phone, created_at)
    select pg_temp.id_of('profile', n), id, role, first_name || ' ' || last_name,
      case when n % 5 > 0 then phone end, joined_at from big_accounts`)
  await client.query(`insert into addresses (id, user_id, type, first_name, last_name, phone, address_line_1, city, district,
      is_default, created_at)
    select pg_temp.id_of('address', n), id, 'shipping', first_name, last_name, phone, street, town, town, true, joined_at
    from big_accounts where n % 2 = 0`)
  // Some have unsubscribed, and a few of the last month have not confirmed.
  await client.query(`insert into newsletter_subscribers (id, email, token, confirmed_at, left_at, created_at)
    select pg_temp.id_of('reader', n), email, md5('token' || n), case when n % 20 > 0 or joined_at < now() - interval '30 days' then joined_at end,
      case when n % 30 = 0 and joined_at < now() - interval '30 days' then joined_at + interval '20 days' end, joined_at from big_accounts where n % 5 = 0`)
  await client.query(`insert into newsletter_consents (subscriber_id, act, text_version, created_at)
    select id, act, '1', created_at from newsletter_subscribers cross join unnest(array['asked', 'confirmed']) act
    where act = 'asked' or confirmed_at is not null order by created_at`)
  await client.query('create unique index on big_accounts (n)')
  await client.query('analyze big_accounts')
}
