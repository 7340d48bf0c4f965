import type { ClientBase } from 'pg'
import type { Sizes } from '../big-shop.ts'

/**
 * Fills customers' messages and staff notes, with parcels, reviews and the waitlist: few messages wait for an answer.
 */
export async function fillWords(client: ClientBase, sizes: Sizes) {
  await client.query(`with asked as (select *, row_number() over (order by created_at desc) as age from big_orders where n % 18 = 3)
    insert into order_messages (order_id, kind, sent_by, text, is_waiting, by_user, created_at)
    select order_id, kind, sent_by, text, is_waiting, by_user, at from (
      select id as order_id, (array['not-arrived', 'does-not-fit', 'address', 'other'])[1 + n % 4] as kind, null as sent_by,
        'Where is my parcel? It was promised for Friday.' as text, age <= 40 as is_waiting, user_id as by_user, created_at + interval '2 days' as at from asked
      union all
      select id, null, (array['email', 'whatsapp'])[1 + n % 2], 'It arrives tomorrow, thank you for your patience.', false,
        pg_temp.id_of('person', 2), created_at + interval '3 days' from asked where age > 40) written
    order by at`)
  await client.query(`insert into order_staff_notes (order_id, text, by_user, created_at)
    select id, 'Rang: she collects it on Saturday.', pg_temp.id_of('person', 3), created_at + interval '1 day' from big_orders where n % 13 = 5 order by created_at`)
  await client.query(`insert into order_tags (id, name) select pg_temp.id_of('tag', n), name
    from unnest(array['Gift', 'Ring first', 'Wholesale', 'Exhibition', 'Choir', 'Wedding', 'Fragile', 'School', 'Second try', 'Press', 'Staff', 'Lost']) with ordinality as tag (name, n)
    where not exists (select from order_tags t where lower(t.name) = lower(tag.name))`)
  // The first tag is on half of the tagged orders, the last on a few.
  await client.query(`insert into tagged_orders (order_id, tag_id)
    select o.id, t.id from (select id, 1 + floor(12 * power(random(), 3))::int as tag_n from big_orders where n % 16 = 2) o
    join order_tags t on t.id = pg_temp.id_of('tag', tag_n)`)
  await fillParcels(client)
  await fillReviews(client)
  await fillWaitlist(client, sizes)
}

/** One order in thirty was sent in two parcels. */
async function fillParcels(client: ClientBase) {
  await client.query(`insert into shipments (id, order_id, number, courier_name, waybill, shipped_at, delivered_at, by_user)
    select pg_temp.id_of('shipment', b.n::bigint * 10 + parcel), o.id, parcel, courier_name, 'WB' || b.n || parcel, shipped_at, delivered_at, pg_temp.id_of('person', 1)
    from big_orders b join orders o on o.id = b.id cross join generate_series(1, 2) parcel
    where b.n % 30 = 4 and shipped_at is not null and exists (select from big_lines l where l.order_n = b.n and l.position = 1)`)
  await client.query(`insert into shipment_items (shipment_id, order_item_id, quantity)
    select s.id, i.id, i.quantity from shipments s join order_items i on i.order_id = s.order_id
    where (i.position = 0) = (s.number = 1)`)
}

/**
 * Fills one review per customer about a product delivered to them, 30,000 in all, and the counts that their trigger
 * would have made. Reviews of the last days are new to the staff, one in a hundred is hidden, one in forty shows a
 * photo.
 */
async function fillReviews(client: ClientBase) {
  await client.query(`insert into reviews (product_id, user_id, order_item_id, stars, fit, words, writer, handled_at, answer, answered_at, answered_by,
      hidden_at, hidden_reason, hidden_by, created_at)
    select product_id, user_id, line_id, (array[5, 5, 5, 4, 4, 4, 3, 5, 2, 1])[1 + luck % 10], (array['small', 'true', 'large', null])[1 + luck % 4],
      'Review of ' || name, first_name, case when at < now() - interval '2 days' then at + interval '1 day' end, case when is_answered then 'Thank you!' end,
      case when is_answered then at + interval '1 day' end, case when is_answered then pg_temp.id_of('person', 2) end, case when is_hidden then at + interval '1 day' end,
      case when is_hidden then 'Not about the product' end, case when is_hidden then pg_temp.id_of('person', 2) end, at
    from (select *, luck % 20 = 3 and at < now() - interval '2 days' as is_answered, luck % 100 = 9 and at < now() - interval '2 days' as is_hidden
      from (select distinct on (o.user_id) i.product_id, o.user_id, i.id as line_id, i.name, o.first_name, abs(hashtext(i.id::text)) as luck,
          least(o.created_at + interval '5 days', now()) as at
        from orders o join order_items i on i.order_id = o.id
        where o.status = 'delivered' and o.paid_at is not null order by o.user_id, o.created_at limit 30000) bought) written`)
  await client.query(`update products set rating_count = r.count, rating_sum = r.sum
    from (select product_id, count(*), sum(stars) from reviews where hidden_at is null group by 1) r where r.product_id = id`)
  await client.query(`insert into pictures (id, path, width, height, tint, widths, has_avif)
    select md5('photo' || id)::uuid, 'reviews/' || id, 800, 1000, '#d8c3a5', '{400,800}', true from reviews where hashtext(id::text) % 40 = 0`)
  await client.query(`insert into review_photos (review_id, picture_id, position)
    select id, md5('photo' || id)::uuid, 0 from reviews where hashtext(id::text) % 40 = 0`)
}

/** Fills the waitlist requests of the last half year: half of them still wait, nearly all for sold-out variants. */
async function fillWaitlist(client: ClientBase, { orders, customers }: Sizes) {
  await client.query(`create temp table big_waited on commit drop as
    select id, shelf = 0 as is_out, row_number() over (partition by shelf = 0 order by n) as place from big_variants where shelf = 0 or n % 40 = 0`)
  await client.query(
    `insert into waitlist_requests (id, variant_id, email, phone, token, confirmed_at, told_at, told_by, created_at)
     select pg_temp.id_of('waiting', w.n), v.id, case when w.n % 3 > 0 then p.email end, case when w.n % 3 = 0 then p.phone end, md5('waiting' || w.n), at,
       case when is_told then at + interval '20 days' end, case when is_told and w.n % 3 = 0 then pg_temp.id_of('person', 2) end, at
     from (select *, n % 2 = 0 as is_told, n % 2 = 1 and n % 100 <> 3 as is_out, now() - interval '180 days' * n / $1 as at, power(random(), 2) as luck
       from generate_series(1, $1::int) n) w
     join big_accounts p on p.n = 20 + w.n * 7 % $2::int
     join big_waited v on v.is_out = w.is_out and v.place = 1 + floor(w.luck * case when w.is_out then (select count(*) from big_waited where is_out)
       else (select count(*) from big_waited where not is_out) end)::bigint
     on conflict do nothing`,
    [Math.ceil(orders / 16), customers - 20],
  )
  await client.query(`insert into waitlist_consents (request_id, act, text_version, created_at)
    select id, act, '1', created_at from waitlist_requests cross join unnest(array['asked', 'confirmed']) act order by created_at`)
}
