-- A small shop as the first tables held one (0000 to 0002): a row or more in each of them.
create function pg_temp.id(name text) returns uuid language sql as $$ select md5(name)::uuid $$;

insert into shop_facts values ('kind', 'real');
insert into users (id, name, email, email_verified) values
  (pg_temp.id('owner'), 'Thandiwe Phiri', 'owner@example.mw', true),
  (pg_temp.id('cashier'), 'Mayeso Gondwe', 'cashier@example.mw', true),
  (pg_temp.id('buyer'), 'Chisomo Banda', 'buyer@example.mw', true);
update profiles set role = 'super_admin' where user_id = pg_temp.id('owner');
update profiles set role = 'cashier' where user_id = pg_temp.id('cashier');
update profiles set phone = '+265991234567', date_of_birth = '1990-05-01' where user_id = pg_temp.id('buyer');
insert into accounts (user_id, account_id, provider_id, password)
  select id, id::text, 'credential', 'salt:hash' from users;
insert into sessions (user_id, token, expires_at) select id, 'token of ' || name, now() + interval '7 days' from users;
insert into verifications (identifier, value, expires_at)
  values ('reset-password:token', pg_temp.id('buyer')::text, now() + interval '1 hour');
insert into addresses (user_id, first_name, last_name, phone, address_line_1, city, district, is_default)
  values (pg_temp.id('buyer'), 'Chisomo', 'Banda', '+265991234567', 'Plot 4, Sunnyside', 'Blantyre', 'Blantyre', true);
insert into newsletter_subscribers (email, token, confirmed_at, left_at) values
  ('reader@example.mw', 'token-1', now() - interval '9 days', null),
  ('former@example.mw', 'token-2', now() - interval '9 days', now() - interval '2 days');
insert into rate_limits (key, count, last_request) values ('sign-in 10.0.0.1', 3, 1795230836061);

insert into pictures (id, path, width, height, tint, widths) values
  (pg_temp.id('picture'), 'products/one.jpg', 1600, 2000, '#aa3322', '{320,640,1200}'),
  (pg_temp.id('banner picture'), 'banners/one.jpg', 1600, 800, '#aa3322', '{320,640,1200}');
insert into categories (id, name, slug, picture_id, parent_id) values
  (pg_temp.id('women'), 'Women', 'women', pg_temp.id('picture'), null),
  (pg_temp.id('dresses'), 'Dresses', 'dresses', null, pg_temp.id('women'));
insert into banners (title, picture_id, link_url) values ('New in', pg_temp.id('banner picture'), '/products');
insert into products (id, name, slug, price, compare_price, cost_price, sku, barcode, category_id, tags, weight) values
  (pg_temp.id('dress'), 'Chitenje Dress', 'chitenje-dress', 40000, 45000, 21000, 'CD', '2000000000015', pg_temp.id('dresses'), '{dress,cotton}', 0.450),
  (pg_temp.id('bag'), 'Canvas Bag', 'canvas-bag', 15000, null, null, 'CB', null, null, '{}', null);
insert into product_images (product_id, picture_id, alt, position) values (pg_temp.id('dress'), pg_temp.id('picture'), 'A dress', 0);
insert into variants (id, product_id, size, color, color_value, sku) values
  (pg_temp.id('dress M'), pg_temp.id('dress'), 'M', 'Red', '#aa0000', 'CD-M'),
  (pg_temp.id('dress L'), pg_temp.id('dress'), 'L', 'Red', '#aa0000', 'CD-L'),
  (pg_temp.id('bag one'), pg_temp.id('bag'), null, null, null, 'CB-1');
insert into stock_movements (variant_id, kind, quantity, by_user, reason) values
  (pg_temp.id('dress M'), 'opening', 20, pg_temp.id('owner'), 'Opening stock'),
  (pg_temp.id('dress L'), 'opening', 10, pg_temp.id('owner'), 'Opening stock'),
  (pg_temp.id('bag one'), 'opening', 30, pg_temp.id('owner'), 'Opening stock'),
  (pg_temp.id('bag one'), 'received', 5, pg_temp.id('owner'), null),
  (pg_temp.id('bag one'), 'adjustment', -2, pg_temp.id('owner'), 'Damaged');
insert into cart_items (user_id, product_id, variant_id, quantity, price)
  values (pg_temp.id('buyer'), pg_temp.id('bag'), pg_temp.id('bag one'), 2, 15000);
insert into wishlists (user_id, product_id) values (pg_temp.id('buyer'), pg_temp.id('dress'));
insert into discounts (id, code, type, value, maximum_uses, used_count) values
  (pg_temp.id('MOYO'), 'MOYO', 'percentage', 10, 5, 1), (pg_temp.id('FREE'), 'FREE', 'free_shipping', 1, null, 0);

-- Delivered and paid, with a code; waiting for its payment; ended unpaid; paid after it had ended.
insert into orders (id, order_number, user_id, email, first_name, last_name, phone, status, subtotal, discount_amount,
    delivery_amount, total_amount, is_free_delivery, courier_id, courier_name, discount_id, discount_code, discount_held,
    shipping_address, billing_address, notes, idempotency_key, idempotency_print, attention, expires_at, paid_at, cancelled_at)
  select pg_temp.id(number), 'FSC-2026-' || number, pg_temp.id('buyer'), 'buyer@example.mw', 'Chisomo', 'Banda', '+265991234567',
    status, subtotal, discount, 2000, subtotal - discount + 2000, false, 'bike-riders', 'Bike riders',
    case when discount > 0 then pg_temp.id('MOYO') end, case when discount > 0 then 'MOYO' end, discount > 0,
    address, address, notes, 'key ' || number, 'print ' || number, attention, now() - interval '1 day',
    case when status = 'delivered' then now() - interval '2 days' end, case when status = 'cancelled' then now() - interval '1 day' end
  from (values
    ('000001', 'delivered', 95000, 9500, 'Ring twice', null),
    ('000002', 'pending', 40000, 0, null, null),
    ('000003', 'cancelled', 15000, 0, null, null),
    ('000004', 'cancelled', 15000, 0, null, 'paid-late')) as o (number, status, subtotal, discount, notes, attention),
    (values ('{"firstName":"Chisomo","lastName":"Banda","phone":"+265991234567","address":"Plot 4, Sunnyside","city":"Blantyre","district":"Blantyre"}'::jsonb)) as a (address);
insert into order_items (order_id, product_id, variant_id, name, sku, size, color, quantity, price, total, position)
  select pg_temp.id(number), pg_temp.id(product), pg_temp.id(variant), name, sku, null, null, quantity, price, price * quantity, position
  from (values
    ('000001', 'dress', 'dress M', 'Chitenje Dress', 'CD-M', 2, 40000, 0),
    ('000001', 'bag', 'bag one', 'Canvas Bag', 'CB-1', 1, 15000, 1),
    ('000002', 'dress', 'dress L', 'Chitenje Dress', 'CD-L', 1, 40000, 0),
    ('000003', 'bag', 'bag one', 'Canvas Bag', 'CB-1', 1, 15000, 0),
    ('000004', 'bag', 'bag one', 'Canvas Bag', 'CB-1', 1, 15000, 0)) as i (number, product, variant, name, sku, quantity, price, position);
insert into stock_movements (variant_id, kind, quantity, order_id) select pg_temp.id(variant), kind, quantity, pg_temp.id(number)
  from (values
    ('000001', 'dress M', 'reservation', -2), ('000001', 'dress M', 'release', 2), ('000001', 'dress M', 'sale', -2),
    ('000001', 'bag one', 'reservation', -1), ('000001', 'bag one', 'release', 1), ('000001', 'bag one', 'sale', -1),
    ('000002', 'dress L', 'reservation', -1),
    ('000003', 'bag one', 'reservation', -1), ('000003', 'bag one', 'release', 1),
    ('000004', 'bag one', 'reservation', -1), ('000004', 'bag one', 'release', 1)) as m (number, variant, kind, quantity);
insert into order_events (order_id, from_status, to_status, note, by_user) values
  (pg_temp.id('000001'), null, 'pending', 'Placed', null),
  (pg_temp.id('000001'), 'pending', 'processing', 'Paid', null),
  (pg_temp.id('000001'), 'shipped', 'delivered', null, pg_temp.id('owner')),
  (pg_temp.id('000002'), null, 'pending', 'Placed', null),
  (pg_temp.id('000003'), 'pending', 'cancelled', 'Not paid in time', null),
  (pg_temp.id('000004'), 'cancelled', 'cancelled', 'Paid after it was cancelled: refund', null);
insert into payments (reference, order_id, provider, status, amount, paid_amount, paid_currency, last_answer, settled_at) values
  ('zv-1', pg_temp.id('000001'), 'sandbox', 'paid', 87500, 87500, 'MWK', 'Paid', now()),
  ('zv-2', pg_temp.id('000002'), 'sandbox', 'open', 42000, null, null, null, null),
  ('zv-3', pg_temp.id('000003'), 'sandbox', 'failed', 17000, null, null, 'failed on the test page', now()),
  ('zv-4', pg_temp.id('000004'), 'sandbox', 'paid', 17000, 17000, 'MWK', 'Paid', now());
insert into sandbox_payments (reference, amount, currency, title, description, return_url, status)
  select reference, amount, 'MWK', 'Zovala', 'An order', 'http://localhost:3999/return',
    case status when 'open' then 'pending' else status end from payments;

-- A sale at the counter for cash, one by mobile money that waits, and one that was not paid.
insert into pos_sales (id, sale_number, cashier_id, customer_name, payment_method, subtotal, discount_amount, total_amount, payment_status, idempotency_key)
  select pg_temp.id(number), 'POS-2026-' || number, pg_temp.id('cashier'), 'Alinafe', method, subtotal, 500, subtotal - 500, status, 'sale ' || number
  from (values ('000005', 'cash', 30000, 'completed'), ('000006', 'paychangu', 15000, 'completed'), ('000007', 'paychangu', 15000, 'failed'))
    as s (number, method, subtotal, status);
insert into pos_sale_items (pos_sale_id, product_id, variant_id, name, sku, quantity, unit_price, total_price, position)
  select id, pg_temp.id('bag'), pg_temp.id('bag one'), 'Canvas Bag', 'CB-1', subtotal / 15000, 15000, subtotal, 0 from pos_sales;
insert into stock_movements (variant_id, kind, quantity, pos_sale_id) select pg_temp.id('bag one'), kind, quantity, pg_temp.id(number)
  from (values ('000005', 'pos_sale', -2), ('000006', 'reservation', -1), ('000006', 'release', 1), ('000006', 'pos_sale', -1),
    ('000007', 'reservation', -1), ('000007', 'release', 1)) as m (number, kind, quantity);
insert into payments (reference, pos_sale_id, provider, status, amount, paid_amount, paid_currency, last_answer)
  values ('zv-6', pg_temp.id('000006'), 'sandbox', 'paid', 14500, 14500, 'MWK', 'Paid');
select setval('order_numbers', 4), setval('sale_numbers', 7);
insert into audit_log (by_user, action, entity, entity_id, label, before, after, ip) values
  (pg_temp.id('owner'), 'status changed', 'order', pg_temp.id('000001')::text, 'FSC-2026-000001', '{"status": "shipped"}', '{"status": "delivered"}', '10.0.0.1'),
  (null, 'payment given up', 'pos_sale', pg_temp.id('000007')::text, 'POS-2026-000007', null, null, null);
