ALTER TABLE "orders" ADD COLUMN "credit_amount" integer DEFAULT 0 NOT NULL CONSTRAINT "orders_credit" CHECK ("credit_amount" between 0 and "total_amount");
--> statement-breakpoint
-- As it was, and an order is paid with no more than it says, and gets no more back than it was paid with.
CREATE OR REPLACE FUNCTION apply_credit_movement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  stands text;
  most integer;
  held bigint;
BEGIN
  UPDATE credits SET balance = balance + NEW.amount WHERE id = NEW.credit_id RETURNING status INTO stands;
  IF NEW.kind = 'spent' AND stands <> 'active' THEN
    RAISE EXCEPTION 'credit % is %', NEW.credit_id, stands USING ERRCODE = 'check_violation', CONSTRAINT = 'credits_spent_active';
  END IF;
  IF NEW.kind <> 'issued' AND NEW.order_id IS NULL THEN
    RAISE EXCEPTION 'credit % moves for nothing', NEW.credit_id USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_movements_for';
  END IF;
  IF NEW.order_id IS NOT NULL THEN
    -- Two of one order take turns here: the second sees the first.
    SELECT credit_amount INTO most FROM orders WHERE id = NEW.order_id FOR NO KEY UPDATE;
    SELECT -sum(amount) INTO held FROM credit_movements WHERE order_id = NEW.order_id;
    IF held NOT BETWEEN 0 AND most THEN
      RAISE EXCEPTION 'order % holds % of % credit', NEW.order_id, held, most USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_of_order';
    END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- What of an order's worth came as store credit: its own, and what pieces of an order that was paid so have covered.
CREATE FUNCTION order_credit_part(one uuid) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  own record;
BEGIN
  SELECT credit_amount, covered_amount INTO own FROM orders WHERE id = one;
  IF own.covered_amount = 0 THEN
    RETURN own.credit_amount;
  END IF;
  RETURN own.credit_amount
    + coalesce((SELECT least(own.covered_amount, order_credit_part(order_id)) FROM returns WHERE exchange_order_id = one), 0);
END $$;
--> statement-breakpoint
-- What came for an order in money and is still its own; below 0 where more than that has covered others.
CREATE FUNCTION order_money(one uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT sum(paid_amount) FROM payments WHERE order_id = one AND paid_currency = 'MWK'), 0)
    + coalesce((SELECT covered_amount + credit_amount - order_credit_part(one) FROM orders WHERE id = one), 0)
    - coalesce((SELECT sum(o.covered_amount - least(o.covered_amount, order_credit_part(one)))
        FROM returns r JOIN orders o ON o.id = r.exchange_order_id WHERE r.order_id = one), 0)
$$;
--> statement-breakpoint
-- As it was, and what store credit pays of it.
CREATE OR REPLACE FUNCTION order_came(one uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT sum(paid_amount) FROM payments WHERE order_id = one AND paid_currency = 'MWK'), 0)
    - coalesce((SELECT sum(amount) FROM credit_movements WHERE order_id = one), 0)
    + coalesce((SELECT covered_amount FROM orders WHERE id = one), 0)
    - coalesce((SELECT sum(o.covered_amount) FROM returns r JOIN orders o ON o.id = r.exchange_order_id WHERE r.order_id = one), 0)
$$;
--> statement-breakpoint
-- What was paid by store credit goes back as store credit. Its order is locked by the guard before it (by their names).
CREATE FUNCTION guard_refund_money() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  money bigint;
  back bigint;
BEGIN
  money := order_money(NEW.order_id);
  SELECT coalesce(sum(amount), 0) INTO back FROM refunds
    WHERE order_id = NEW.order_id AND way <> 'credit' AND status IN ('awaiting', 'requested', 'sent', 'done');
  IF back > money THEN
    RAISE EXCEPTION 'order % gives back % in money of %', NEW.order_id, back, money USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_within_money';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER refunds_guard_money AFTER INSERT OR UPDATE OF status ON refunds FOR EACH ROW WHEN (NEW.way <> 'credit') EXECUTE FUNCTION guard_refund_money();
