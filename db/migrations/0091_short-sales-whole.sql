-- A sale is not called off either for which something came back on a code alone, or that was worth nothing: the returns that
-- pay for it are looked for themselves, where its part in cash was taken for the sign of them.
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
  IF NEW.ended_by = sale.cashier_id
    AND EXISTS (SELECT FROM profiles other WHERE other.role IN ('super_admin', 'admin') AND other.user_id <> NEW.ended_by) THEN
    RAISE EXCEPTION 'sale % is ended by who made it', NEW.pos_sale_id USING ERRCODE = 'check_violation', CONSTRAINT = 'short_sale_ends_not_own';
  END IF;
  IF NEW.way = 'cash' AND NOT EXISTS (SELECT FROM shift_cash WHERE id = NEW.id AND shift_id = NEW.shift_id
    AND amount = CASE NEW.outcome WHEN 'rest-taken' THEN NEW.amount ELSE -NEW.amount END) THEN
    RAISE EXCEPTION 'the cash of sale % is in no drawer', NEW.pos_sale_id USING ERRCODE = 'check_violation', CONSTRAINT = 'short_sale_ends_cash';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Tills show a sale that is not paid whole as held, until its rest was taken: they hear of that too.
CREATE OR REPLACE TRIGGER pos_sales_notify AFTER INSERT OR UPDATE OF payment_status, unpaid_amount ON pos_sales
  FOR EACH ROW EXECUTE FUNCTION notify_sale();
