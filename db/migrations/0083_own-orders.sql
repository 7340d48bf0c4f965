-- Whose an order is: of their account; where anybody else runs the shop, also by its email address or phone number.
CREATE FUNCTION is_own_order(one uuid, person uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM orders o WHERE o.id = one AND (o.user_id = person OR (
      EXISTS (SELECT FROM profiles other WHERE other.role IN ('super_admin', 'admin') AND other.user_id <> person)
      AND EXISTS (SELECT FROM users u LEFT JOIN profiles p ON p.user_id = u.id WHERE u.id = person AND (
        lower(u.email) = lower(o.email)
        OR (o.phone <> '' AND regexp_replace(p.phone, '[^0-9]', '', 'g') = regexp_replace(o.phone, '[^0-9]', '', 'g')))))))
$$;
--> statement-breakpoint
-- As it was, and an order is its maker's own by more than the account; that is asked when a refund is asked for and agreed to, not later.
CREATE OR REPLACE FUNCTION guard_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  buyer uuid;
  came bigint;
  back bigint;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.order_id, NEW.way, NEW.amount, NEW.surplus, NEW.delivery_amount, NEW.needs_second, NEW.requested_by)
      IS DISTINCT FROM (OLD.order_id, OLD.way, OLD.amount, OLD.surplus, OLD.delivery_amount, OLD.needs_second, OLD.requested_by) THEN
      RAISE EXCEPTION 'refund % is about something else now', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_kept';
    END IF;
    IF NEW.status <> OLD.status AND OLD.status IN ('done', 'failed', 'cancelled')
      AND NOT (OLD.way = 'wallet' AND ((OLD.status = 'failed' AND NEW.status IN ('sent', 'done', 'cancelled'))
        OR (OLD.status = 'cancelled' AND NEW.status = 'done' AND EXISTS (SELECT FROM payouts WHERE refund_id = NEW.id AND status = 'paid')))) THEN
      RAISE EXCEPTION 'refund % has ended', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_ended_for_good';
    END IF;
  END IF;
  -- Two of one order take turns here: the second sees the first.
  SELECT user_id INTO buyer FROM orders WHERE id = NEW.order_id FOR NO KEY UPDATE;
  IF (NEW.requested_by = buyer AND NOT NEW.needs_second) OR NEW.approved_by = buyer
    OR (TG_OP = 'INSERT' AND NOT NEW.needs_second AND is_own_order(NEW.order_id, NEW.requested_by)) THEN
    RAISE EXCEPTION 'refund % is to its own maker', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_own_order';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF NEW.approved_by IS DISTINCT FROM OLD.approved_by AND is_own_order(NEW.order_id, NEW.approved_by) THEN
      RAISE EXCEPTION 'refund % is to its own maker', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_own_order';
    END IF;
  END IF;
  -- What goes to a wallet is done by a payout that has arrived, and by nothing else.
  IF NEW.way = 'wallet' AND NEW.status = 'done'
    AND NOT EXISTS (SELECT FROM payouts WHERE refund_id = NEW.id AND status = 'paid') THEN
    RAISE EXCEPTION 'refund % was not paid out', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_paid_out';
  END IF;
  came := order_came(NEW.order_id);
  SELECT coalesce(sum(amount), 0) INTO back FROM refunds
    WHERE order_id = NEW.order_id AND status IN ('awaiting', 'requested', 'sent', 'done');
  IF back > came THEN
    RAISE EXCEPTION 'order % gives back % of %', NEW.order_id, back, came USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_within_paid';
  END IF;
  IF NEW.status = 'done' AND (TG_OP = 'INSERT' OR OLD.status <> 'done') THEN
    UPDATE orders SET refunded_amount = refunded_amount + NEW.amount WHERE id = NEW.order_id;
  END IF;
  RETURN NULL;
END $$;
