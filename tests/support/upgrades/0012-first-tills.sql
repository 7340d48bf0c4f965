-- What came with the tills (0003 to 0012): a row or more in each of their tables.
insert into tills (id, name, device_id, last_seen_at) values (pg_temp.id('till'), 'Front', pg_temp.id('device'), now());
insert into till_pins (user_id, salt, key, digits) values (pg_temp.id('cashier'), 'salt', 'key', 4);
insert into till_price_lists (till_id, as_of) values (pg_temp.id('till'), now());
insert into sale_number_leases (sale_number, till_id) values ('POS-2026-000011', pg_temp.id('till')), ('POS-2026-000012', pg_temp.id('till'));
insert into shifts (id, till_id, opened_by, opened_at, opening_float, closed_by, closed_at, counted, counted_total, expected_total, note) values
  (pg_temp.id('counted shift'), pg_temp.id('till'), pg_temp.id('cashier'), now() - interval '1 day', 5000, pg_temp.id('cashier'), now() - interval '15 hours', '{"5000": 7}', 35000, 35000, 'All there'),
  (pg_temp.id('open shift'), pg_temp.id('till'), pg_temp.id('cashier'), now(), 5000, null, null, null, null, null, null);
insert into shift_cash (id, shift_id, by_user, amount, reason, at) values (pg_temp.id('drop'), pg_temp.id('open shift'), pg_temp.id('cashier'), -2000, 'Change', now());
-- One for cash with a bag too few in stock; a second one, of which a bag came back.
insert into pos_sales (id, sale_number, cashier_id, payment_method, subtotal, discount_amount, total_amount, payment_status, idempotency_key,
    till_id, shift_id, cash_amount, cash_given, parked, parked_note)
  select pg_temp.id(number), 'POS-2026-' || number, pg_temp.id('cashier'), 'cash', 30000, 1000, 29000, 'completed', 'sale ' || number,
    pg_temp.id('till'), pg_temp.id('counted shift'), 29000, 30000, parked, note
  from (values ('000008', '{short-stock}'::text[], 'One bag was not in stock'), ('000009', '{}', null)) as s (number, parked, note);
insert into pos_sale_items (id, pos_sale_id, product_id, variant_id, name, sku, quantity, unit_price, discount_amount, total_price, missing, position)
  select pg_temp.id('line ' || number), pg_temp.id(number), pg_temp.id('bag'), pg_temp.id('bag one'), 'Canvas Bag', 'CB-1', 2, 15000, 500, 29500, missing, 0
  from (values ('000008', 1), ('000009', 0)) as l (number, missing);
insert into stock_movements (variant_id, kind, quantity, pos_sale_id) values
  (pg_temp.id('bag one'), 'pos_sale', -1, pg_temp.id('000008')),
  (pg_temp.id('bag one'), 'pos_sale', -2, pg_temp.id('000009')),
  (pg_temp.id('bag one'), 'return', 1, pg_temp.id('000009'));
insert into pos_returns (id, pos_sale_id, shift_id, cashier_id, refund_amount, reason, at)
  values (pg_temp.id('back'), pg_temp.id('000009'), pg_temp.id('counted shift'), pg_temp.id('cashier'), 14500, 'Faulty', now());
insert into pos_return_items (pos_return_id, pos_sale_item_id, quantity, amount, is_restocked)
  values (pg_temp.id('back'), pg_temp.id('line 000009'), 1, 14500, true);
insert into unread_till_things (id, sent_by, body, why) values ('odd', pg_temp.id('cashier'), '{"kind": "sale"}', 'no such shift');
select setval('sale_numbers', 12);
