-- Sentences that the shop wrote into its rows become codes with what they name; what a person wrote stays text. What
-- fits no sentence that is known is kept word for word, under the code `written`.
CREATE FUNCTION pg_temp.order_note(note text) RETURNS jsonb LANGUAGE sql AS $$
  select case note
    when 'Placed' then '{"code": "placed"}'::jsonb
    when 'Paid' then '{"code": "paid"}'::jsonb
    when 'Paid late' then '{"code": "paid-late"}'::jsonb
    when 'Nothing to pay' then '{"code": "nothing-to-pay"}'::jsonb
    when 'Paid a second time: refund one payment' then '{"code": "paid-twice"}'::jsonb
    when 'Paid after it was cancelled: refund' then '{"code": "paid-after-cancel"}'::jsonb
    when 'Paid after its stock was released: refund' then '{"code": "paid-without-stock"}'::jsonb
    when 'Not paid in time' then '{"code": "not-paid-in-time"}'::jsonb
    when 'Payment was cancelled or failed' then '{"code": "payment-failed"}'::jsonb
    when 'Cancelled by the shop' then '{"code": "cancelled-by-shop"}'::jsonb
    when 'Cancelled by the customer' then '{"code": "cancelled-by-customer"}'::jsonb
    when 'Paid in the test mode of the payment service: no money came' then '{"code": "test-money"}'::jsonb
    when 'Paid, but the payment service does not say that it is live money' then '{"code": "not-live-money"}'::jsonb
    else coalesce((select jsonb_build_object('code', 'underpaid', 'paidCurrency', m[1], 'paidAmount', m[2]::int, 'currency', m[3], 'amount', m[4]::int)
      from regexp_match(note, '^Paid ([A-Z]{3}) ([0-9]{1,9}) of ([A-Z]{3}) ([0-9]{1,9})$') as m where m is not null),
      (select jsonb_build_object('code', 'handled', 'reason', known.reason) from (values
        ('Marked as handled: Paid, but cancelled', 'paid-late'),
        ('Marked as handled: Paid too little', 'underpaid'),
        ('Marked as handled: Paid, but sold out', 'paid-without-stock'),
        ('Marked as handled: Paid twice', 'paid-twice'),
        ('Marked as handled: Paid in test mode', 'not-live-money')) as known (sentence, reason) where known.sentence = note),
      jsonb_build_object('code', 'written', 'text', note)) end
    where note is not null
$$;
--> statement-breakpoint
CREATE FUNCTION pg_temp.provider_answer(answer text) RETURNS jsonb LANGUAGE sql AS $$
  select case answer
    when 'Paid' then '{"code": "paid"}'::jsonb
    when 'Paid in the test mode of the payment service: no money came' then '{"code": "test-money"}'::jsonb
    when 'Paid, but the payment service does not say that it is live money' then '{"code": "not-live-money"}'::jsonb
    else coalesce((select jsonb_build_object('code', 'underpaid', 'paidCurrency', m[1], 'paidAmount', m[2]::int, 'currency', m[3], 'amount', m[4]::int)
      from regexp_match(answer, '^Paid ([A-Z]{3}) ([0-9]{1,9}) of ([A-Z]{3}) ([0-9]{1,9})$') as m where m is not null),
      jsonb_build_object('code', 'said', 'text', answer)) end
    where answer is not null
$$;
--> statement-breakpoint
CREATE FUNCTION pg_temp.unread_reason(why text) RETURNS jsonb LANGUAGE sql AS $$
  select case why
    when 'it is not what the till signed' then '{"code": "signature-wrong"}'::jsonb
    when 'its till signs what it makes, and this is not signed' then '{"code": "unsigned"}'::jsonb
    when 'sent by a cashier from a device that does not stand for this till' then '{"code": "not-this-till"}'::jsonb
    when 'nothing proves that it was made at this shift’s till' then '{"code": "not-of-shift"}'::jsonb
    when 'no such till' then '{"code": "till-unknown"}'::jsonb
    when 'its till was taken out of use before it came' then '{"code": "till-retired"}'::jsonb
    when 'its device stood for this till no more when it came' then '{"code": "device-left"}'::jsonb
    when 'no such shift' then '{"code": "shift-unknown"}'::jsonb
    when 'its shift was counted before' then '{"code": "shift-counted"}'::jsonb
    when 'its shift was closed before' then '{"code": "shift-closed"}'::jsonb
    else coalesce(
      (select jsonb_build_object('code', 'sale-unknown', 'saleNumber', m[1]) from regexp_match(why, '^no sale is called (.*)$') as m where m is not null),
      (select jsonb_build_object('code', 'line-unknown', 'saleNumber', m[1]) from regexp_match(why, '^a line is not one of (.*)$') as m where m is not null),
      (select jsonb_build_object('code', 'database-refused', 'state', m[1]) from regexp_match(why, '^the database refused it: (.*)$') as m where m is not null),
      (select jsonb_build_object('code', 'unreadable', 'path', m[1], 'problem', m[2]) from regexp_match(why, '^([^: ]*): (.*)$') as m where m is not null),
      jsonb_build_object('code', 'written', 'text', why)) end
    where why is not null
$$;
--> statement-breakpoint
-- The shortest sentence that fits at the beginning is the next one: a product may be called anything.
CREATE FUNCTION pg_temp.review_notes(written text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  rest text := coalesce(written, '');
  notes jsonb := '[]';
  known record;
  fits text[];
  best text[];
  best_code text;
  best_params jsonb;
  note jsonb;
  param record;
BEGIN
  WHILE rest <> '' LOOP
    best := null;
    FOR known IN SELECT * FROM (VALUES
    ('signature-wrong', '^(It is not what the till’s device signed\.)( |$)', '{}'::jsonb),
    ('maker-none', '^(It names a cashier who is none: whoever sent it is put down\.)( |$)', '{}'::jsonb),
    ('maker-unproven', '^(It names (.+?), and nothing proves that they made it: whoever sent it is put down\.)( |$)', '{"name": [2, "t"]}'::jsonb),
    ('shift-of-others', '^(It names a shift that is neither the sender’s nor of the device that signed it\.)( |$)', '{}'::jsonb),
    ('shift-unknown', '^(Its shift is not known\.)( |$)', '{}'::jsonb),
    ('shift-counted', '^(It came after its shift was counted\.)( |$)', '{}'::jsonb),
    ('before-shift', '^(It is dated before its shift was opened\.)( |$)', '{}'::jsonb),
    ('shift-abandoned', '^(It came after its shift was closed elsewhere, uncounted\.)( |$)', '{}'::jsonb),
    ('till-retired', '^(It came after its till was taken out of use\.)( |$)', '{}'::jsonb),
    ('clock-ahead', '^(The till’s clock was ahead\.)( |$)', '{}'::jsonb),
    ('product-gone', '^((.+?) is no longer in the catalogue\.)( |$)', '{"product": [2, "t"]}'::jsonb),
    ('price-differs', '^((.+?): sold for (MK.+?), by a list of prices that this till did not have\.)( |$)', '{"product": [2, "t"], "sold": [3, "n"], "listed": [0, "null"]}'::jsonb),
    ('price-differs', '^((.+?): sold for (MK.+?), its list said (MK.+?)\.)( |$)', '{"product": [2, "t"], "sold": [3, "n"], "listed": [4, "n"]}'::jsonb),
    ('discount-above-price', '^(More off (.+?) than it costs\.)( |$)', '{"product": [2, "t"]}'::jsonb),
    ('sum-differs', '^(The till said (MK.+?), its lines make (MK.+?)\.)( |$)', '{"said": [2, "n"], "lines": [3, "n"]}'::jsonb),
    ('cash-short', '^(Only (MK.+?) was given\.)( |$)', '{"given": [2, "n"]}'::jsonb),
    ('discount-unapproved', '^((MK.+?) off, approved by nobody\.)( |$)', '{"off": [2, "n"]}'::jsonb),
    ('approved-offline', '^((MK.+?) off, approved without the network\.)( |$)', '{"off": [2, "n"]}'::jsonb),
    ('short-stock', '^(([0-9]+?) of (.+?) were not there by the books\.)( |$)', '{"units": [2, "n"], "product": [3, "t"]}'::jsonb),
    ('paid-by-phone-too', '^(The same basket was paid by mobile money too: refund one, or look which goods left\.)( |$)', '{}'::jsonb),
    ('paid-twice', '^(Paid a second time: (MK.+?) by (.+?)…\. Refund one payment\.)( |$)', '{"amount": [2, "n"], "reference": [3, "t"]}'::jsonb),
    ('paid-in-cash-too', '^(Paid by phone, (MK.+?) by (.+?)…, and in cash before: refund one\.)( |$)', '{"amount": [2, "n"], "reference": [3, "t"]}'::jsonb),
    ('paid-late', '^(Paid after it was given up: (MK.+?) by (.+?)…\.)( |$)', '{"amount": [2, "n"], "reference": [3, "t"]}'::jsonb),
    ('items-missing', '^(([0-9]+?) of (.+?) missing\.)( |$)', '{"units": [2, "n"], "product": [3, "t"]}'::jsonb),
    ('cash-not-counted', '^((MK.+?) was to be paid in cash and is not counted\.)( |$)', '{"amount": [2, "n"]}'::jsonb),
    ('test-money', '^(Paid in the test mode of the payment service: no money came\.)( |$)', '{}'::jsonb),
    ('not-live-money', '^(Paid, but the payment service does not say that it is live money\.)( |$)', '{}'::jsonb),
    ('underpaid', '^(Paid ([A-Z]{3}?) ([0-9]+?) of ([A-Z]{3}?) ([0-9]+?)\.)( |$)', '{"paidCurrency": [2, "t"], "paidAmount": [3, "n"], "currency": [4, "t"], "amount": [5, "n"]}'::jsonb)
    ) AS v (code, sentence, params) LOOP
      fits := regexp_match(rest, known.sentence);
      IF fits IS NOT NULL AND (best IS NULL OR length(fits[1]) < length(best[1])) THEN
        best := fits;
        best_code := known.code;
        best_params := known.params;
      END IF;
    END LOOP;
    IF best IS NULL THEN
      RETURN notes || jsonb_build_array(jsonb_build_object('code', 'written', 'text', rest));
    END IF;
    note := jsonb_build_object('code', best_code);
    FOR param IN SELECT key AS name, (value ->> 0)::int AS place, value ->> 1 AS kind FROM jsonb_each(best_params) LOOP
      note := note || jsonb_build_object(param.name, CASE param.kind
        WHEN 'n' THEN to_jsonb(regexp_replace(best[param.place], '[^0-9-]', '', 'g')::bigint)
        WHEN 't' THEN to_jsonb(best[param.place])
        ELSE 'null'::jsonb END);
    END LOOP;
    notes := notes || jsonb_build_array(note);
    rest := substr(rest, length(best[1]) + 2);
  END LOOP;
  RETURN notes;
END
$$;
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "last_answer" SET DATA TYPE jsonb USING pg_temp.provider_answer("last_answer");
--> statement-breakpoint
ALTER TABLE "order_events" ALTER COLUMN "note" SET DATA TYPE jsonb USING pg_temp.order_note("note");
--> statement-breakpoint
ALTER TABLE "unreadable_till_events" ALTER COLUMN "why" SET DATA TYPE jsonb USING pg_temp.unread_reason("why");
--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "cause" text;
--> statement-breakpoint
UPDATE stock_movements SET cause = known.cause, reason = null FROM (VALUES
  ('release', 'Not paid in time', 'not-paid-in-time'),
  ('release', 'Payment was cancelled or failed', 'payment-failed'),
  ('release', 'Cancelled by the shop', 'cancelled-by-shop'),
  ('release', 'Cancelled by the customer', 'cancelled-by-customer'),
  ('return', 'Not paid in time', 'not-paid-in-time'),
  ('return', 'Payment was cancelled or failed', 'payment-failed'),
  ('return', 'Cancelled by the shop', 'cancelled-by-shop'),
  ('return', 'Cancelled by the customer', 'cancelled-by-customer'),
  ('release', 'Not paid', 'not-paid'),
  ('adjustment', 'Edited on the product page', 'product-edited'),
  ('adjustment', 'Counted', 'counted'),
  ('adjustment', 'Damaged', 'damaged'),
  ('adjustment', 'Lost', 'lost'),
  ('adjustment', 'Found', 'found'),
  ('adjustment', 'Returned by customer', 'returned-by-customer'),
  ('adjustment', 'Other', 'other')
) AS known (kind, sentence, cause) WHERE stock_movements.kind = known.kind AND stock_movements.reason = known.sentence;
--> statement-breakpoint
UPDATE stock_movements SET cause = known.cause, reason = substr(reason, length(known.begins) + 1) FROM (VALUES
  ('return', 'Taken back: ', 'taken-back'),
  ('adjustment', 'Counted: ', 'counted'),
  ('adjustment', 'Damaged: ', 'damaged'),
  ('adjustment', 'Lost: ', 'lost'),
  ('adjustment', 'Found: ', 'found'),
  ('adjustment', 'Returned by customer: ', 'returned-by-customer'),
  ('adjustment', 'Other: ', 'other')
) AS known (kind, begins, cause) WHERE stock_movements.kind = known.kind AND starts_with(stock_movements.reason, known.begins);
--> statement-breakpoint
ALTER TABLE "pos_sales" ADD COLUMN "review_notes" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "pos_sales" ADD COLUMN "handled_note" text;
--> statement-breakpoint
-- Where nothing had been noted before, all of it is what the person wrote who saw to it.
UPDATE pos_sales SET
  review_notes = CASE WHEN said.is_of_person THEN '[]' ELSE said.notes END,
  handled_note = CASE WHEN said.is_of_person THEN said.written ELSE nullif(substr(said.written, length(said.noted) + 2), '') END
FROM (
  SELECT id, written, noted, notes, is_handled AND written = noted AND notes -> 0 ->> 'code' = 'written' AS is_of_person FROM (
    SELECT id, review_note AS written, split_part(review_note, E'\n', 1) AS noted, handled_at IS NOT NULL AS is_handled,
      pg_temp.review_notes(split_part(review_note, E'\n', 1)) AS notes
    FROM pos_sales WHERE review_note IS NOT NULL) AS parsed) AS said
WHERE said.id = pos_sales.id;
--> statement-breakpoint
ALTER TABLE "shifts" ADD COLUMN "ending" text;
--> statement-breakpoint
UPDATE shifts SET ending = known.ending, note = nullif(substr(note, length(known.begins) + 2), '') FROM (VALUES
  ('Never closed: another shift was opened at this till.', 'another-opened'),
  ('Never closed: who opened it has opened others since.', 'too-many-open')
) AS known (begins, ending) WHERE starts_with(note, known.begins);
--> statement-breakpoint
ALTER TABLE "pos_sales" DROP COLUMN "review_note";
--> statement-breakpoint
UPDATE audit_log SET label = 'unreadable-till-event'
WHERE action = 'marked as handled' AND label = 'Sent by a till, not understood';
--> statement-breakpoint
UPDATE audit_log SET
  before = CASE WHEN jsonb_typeof(before -> 'why') = 'string'
    THEN jsonb_set(before, '{why}', pg_temp.unread_reason(before ->> 'why')) ELSE before END,
  after = CASE WHEN jsonb_typeof(after -> 'why') = 'string'
    THEN jsonb_set(after, '{why}', pg_temp.unread_reason(after ->> 'why')) ELSE after END
WHERE label = 'unreadable-till-event';
--> statement-breakpoint
UPDATE audit_log SET before = jsonb_set(before, '{waitedFor}', (
  SELECT coalesce(jsonb_agg(coalesce(known.reason, said.text) ORDER BY said.place), '[]')
  FROM jsonb_array_elements_text(before -> 'waitedFor') WITH ORDINALITY AS said (text, place)
  LEFT JOIN (VALUES
    ('More sold than in stock', 'short-stock'),
    ('Goods unknown', 'goods-unknown'),
    ('Another price', 'price-differs'),
    ('Another sum', 'sum-differs'),
    ('Discount not approved', 'discount-unapproved'),
    ('Shift unknown', 'shift-unknown'),
    ('Returned twice', 'returned-twice'),
    ('Paid late', 'paid-late'),
    ('Maker not proven', 'maker-unproven'),
    ('Changed after it was signed', 'signature-wrong'),
    ('Approved without the network', 'approved-offline'),
    ('Refund not approved', 'refund-unapproved')
  ) AS known (sentence, reason) ON known.sentence = said.text))
WHERE action = 'marked as handled' AND jsonb_typeof(before -> 'waitedFor') = 'array';
--> statement-breakpoint
UPDATE audit_log SET after = jsonb_set(after, '{answers}', (
  SELECT coalesce(jsonb_agg(jsonb_build_object('code', 'written', 'text', said.text) ORDER BY said.place), '[]')
  FROM jsonb_array_elements_text(after -> 'answers') WITH ORDINALITY AS said (text, place)))
WHERE action = 'provider asked' AND jsonb_typeof(after -> 'answers') = 'array';
--> statement-breakpoint
UPDATE audit_log SET after = jsonb_set(after, '{reason}', jsonb_build_object('cause', known.cause,
  'reason', nullif(substr(after ->> 'reason', length(known.sentence) + 3), ''))) FROM (VALUES
  ('Counted', 'counted'),
  ('Damaged', 'damaged'),
  ('Lost', 'lost'),
  ('Found', 'found'),
  ('Returned by customer', 'returned-by-customer'),
  ('Other', 'other')
) AS known (sentence, cause) WHERE action = 'stock adjusted'
  AND (after ->> 'reason' = known.sentence OR starts_with(after ->> 'reason', known.sentence || ': '));
--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_cause" CHECK ("stock_movements"."cause" in ('not-paid-in-time', 'payment-failed', 'cancelled-by-shop', 'cancelled-by-customer', 'not-paid', 'taken-back', 'product-edited', 'counted', 'damaged', 'lost', 'found', 'returned-by-customer', 'other'));
--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_ending" CHECK ("shifts"."ending" in ('another-opened', 'too-many-open'));
