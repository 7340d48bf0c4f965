-- What the log calls a list that left the shop becomes a code; a name of somebody's own stays.
UPDATE audit_log SET label = known.code FROM (VALUES
  ('Online Orders', 'list-orders'),
  ('Packing slips', 'packing-slips'),
  ('POS Sales', 'list-pos-sales'),
  ('Shifts', 'list-shifts'),
  ('Activity', 'list-activity'),
  ('Store Credit', 'list-credit'),
  ('Waiting for stock', 'list-waitlist'),
  ('Discount Codes', 'list-discounts'),
  ('Returns', 'list-returns'),
  ('Pictures', 'list-pictures'),
  ('Products', 'list-products'),
  ('Customers', 'list-customers'),
  ('Newsletter', 'list-newsletter'),
  ('Stock', 'list-stock'),
  ('Sample of prices', 'sample-prices'),
  ('Sample of stock', 'sample-stock')
) AS known (name, code)
WHERE action = 'exported' AND entity_id = 'list' AND label = known.name;
--> statement-breakpoint
UPDATE account_events SET detail = left(known.act || substr(detail, length(known.begins) + 1), 200) FROM (VALUES
  ('Customers: ', 'POST /admin/customers: '),
  ('Staff: ', 'POST /admin/staff: ')
) AS known (begins, act)
WHERE kind = 'refused' AND starts_with(detail, known.begins);
