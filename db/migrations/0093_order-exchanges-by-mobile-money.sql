-- What was ordered online comes back for a sale that mobile money pays: an order has its own return and refund. A release
-- of before, which looks for a receipt, leaves such a payment to this one, for its note tells of a receipt.
CREATE FUNCTION guard_paid_order_exchange() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.payment_status = 'completed' AND NOT (NEW.review_notes @> '[{"code": "order-not-exchanged"}]') AND NOT EXISTS (
    SELECT FROM returns taken JOIN refunds given ON given.id = taken.refund_id
    WHERE taken.id = (NEW.exchange ->> 'id')::uuid AND taken.till_sale_id = NEW.id AND taken.order_id = (NEW.exchange #>> '{order,id}')::uuid
      AND given.status = 'done' AND given.amount = (NEW.exchange ->> 'refund')::integer AND given.shift_id = NEW.shift_id) THEN
    RAISE EXCEPTION 'sale % is paid without what comes back for it', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'pos_sales_exchange_made';
  END IF;
  -- Its money is in, and what comes back for it is about to.
  IF NEW.payment_status <> 'completed' AND OLD.payment_status = 'pending' AND EXISTS (SELECT FROM payments WHERE pos_sale_id = NEW.id AND status = 'paid') THEN
    RAISE EXCEPTION 'sale % is ended while it is paid', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'pos_sales_exchange_awaited';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER pos_sales_order_exchange_made BEFORE UPDATE OF payment_status ON pos_sales FOR EACH ROW
  WHEN (NEW.payment_status <> OLD.payment_status AND OLD.payment_status <> 'completed' AND NEW.exchange #>> '{order,id}' IS NOT NULL)
  EXECUTE FUNCTION guard_paid_order_exchange();
--> statement-breakpoint
DROP TRIGGER pos_sales_exchange_made ON pos_sales;--> statement-breakpoint
CREATE TRIGGER pos_sales_exchange_made BEFORE UPDATE OF payment_status ON pos_sales FOR EACH ROW
  WHEN (NEW.payment_status = 'completed' AND OLD.payment_status <> 'completed' AND NEW.exchange IS NOT NULL
    AND NEW.exchange #>> '{order,id}' IS NULL AND NOT (NEW.review_notes @> '[{"code": "exchange-not-made"}]'))
  EXECUTE FUNCTION guard_paid_exchange();
