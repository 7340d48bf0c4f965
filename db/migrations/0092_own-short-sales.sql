-- Where anybody else runs the shop, a sale is a person's own that they made, and one that bears their phone number: nobody
-- gives back to themselves alone. Numbers are compared by their end, however they were typed (rules/phone.ts, phoneEnd).
CREATE FUNCTION is_own_sale(one uuid, person uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM profiles other WHERE other.role IN ('super_admin', 'admin') AND other.user_id <> person)
    AND EXISTS (
      SELECT FROM pos_sales sale LEFT JOIN profiles p ON p.user_id = person
      WHERE sale.id = one AND (sale.cashier_id = person
        OR (length(regexp_replace(p.phone, '[^0-9]', '', 'g')) >= 9
          AND right(regexp_replace(p.phone, '[^0-9]', '', 'g'), 9) = right(regexp_replace(sale.customer_phone, '[^0-9]', '', 'g'), 9))))
$$;
--> statement-breakpoint
-- As it was, and a sale is a person's own by its customer's number, too.
CREATE OR REPLACE FUNCTION guard_short_sale_end() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sale pos_sales%ROWTYPE;
  due bigint;
BEGIN
  SELECT * INTO sale FROM pos_sales WHERE id = NEW.pos_sale_id;
  due := CASE NEW.outcome WHEN 'rest-taken' THEN sale.unpaid_amount
    ELSE sale.total_amount - sale.cash_amount - sale.credit_amount - sale.unpaid_amount END;
  IF sale.payment_status <> 'completed' OR sale.unpaid_amount = 0 OR NEW.amount <> due THEN
    RAISE EXCEPTION 'sale % ends with % of %', NEW.pos_sale_id, NEW.amount, due USING ERRCODE = 'check_violation', CONSTRAINT = 'short_sale_ends_sum';
  END IF;
  IF NEW.outcome = 'called-off' AND (sale.cash_amount > 0 OR sale.voucher_amount > 0
    OR EXISTS (SELECT FROM pos_returns WHERE pos_sale_id = NEW.pos_sale_id)
    OR EXISTS (SELECT FROM pos_returns WHERE paid_sale_id = NEW.pos_sale_id)
    OR EXISTS (SELECT FROM pos_returns WHERE id = (sale.exchange ->> 'id')::uuid)) THEN
    RAISE EXCEPTION 'sale % is not called off', NEW.pos_sale_id USING ERRCODE = 'check_violation', CONSTRAINT = 'short_sale_ends_whole';
  END IF;
  IF is_own_sale(NEW.pos_sale_id, NEW.ended_by) THEN
    RAISE EXCEPTION 'sale % is ended by whose it is', NEW.pos_sale_id USING ERRCODE = 'check_violation', CONSTRAINT = 'short_sale_ends_not_own';
  END IF;
  IF NEW.way = 'cash' AND NOT EXISTS (SELECT FROM shift_cash WHERE id = NEW.id AND shift_id = NEW.shift_id
    AND amount = CASE NEW.outcome WHEN 'rest-taken' THEN NEW.amount ELSE -NEW.amount END) THEN
    RAISE EXCEPTION 'the cash of sale % is in no drawer', NEW.pos_sale_id USING ERRCODE = 'check_violation', CONSTRAINT = 'short_sale_ends_cash';
  END IF;
  RETURN NEW;
END $$;
