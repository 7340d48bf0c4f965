ALTER TABLE "orders" ADD COLUMN "covered_amount" integer DEFAULT 0 NOT NULL CONSTRAINT "orders_covered" CHECK ("covered_amount" between 0 and "discount_amount");--> statement-breakpoint
ALTER TABLE "return_items" ADD COLUMN "wanted_variant_id" uuid CONSTRAINT "return_items_wanted_variant_id_variants_id_fk" REFERENCES "public"."variants"("id") ON DELETE restrict;--> statement-breakpoint
ALTER TABLE "return_items" ADD COLUMN "reserved" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "return_items" ADD COLUMN "exchanged" integer DEFAULT 0 NOT NULL CONSTRAINT "return_items_exchanged" CHECK ("reserved" between 0 and "quantity" and "exchanged" between 0 and "restocked" + "faulty"
        and ("wanted_variant_id" is not null or ("reserved" = 0 and "exchanged" = 0)));--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "exchange_order_id" uuid CONSTRAINT "returns_exchangeOrderId_unique" UNIQUE CONSTRAINT "returns_exchange_order_id_orders_id_fk" REFERENCES "public"."orders"("id") ON DELETE restrict CONSTRAINT "returns_exchange" CHECK ("exchange_order_id" is null or "status" in ('inspected', 'settled'));--> statement-breakpoint
CREATE INDEX "return_items_wanted" ON "return_items" USING btree ("wanted_variant_id") WHERE reserved > 0;--> statement-breakpoint
CREATE INDEX "returns_newest" ON "returns" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "returns_by_status" ON "returns" USING btree ("status","created_at","id");--> statement-breakpoint
-- What came for an order and is still its own: its payments and what exchanged pieces cover of it, less what its own
-- pieces have covered of others.
CREATE FUNCTION order_came(one uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT sum(paid_amount) FROM payments WHERE order_id = one AND paid_currency = 'MWK'), 0)
    + coalesce((SELECT covered_amount FROM orders WHERE id = one), 0)
    - coalesce((SELECT sum(o.covered_amount) FROM returns r JOIN orders o ON o.id = r.exchange_order_id WHERE r.order_id = one), 0)
$$;
--> statement-breakpoint
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
    IF NEW.status <> OLD.status AND OLD.status IN ('done', 'failed', 'cancelled') THEN
      RAISE EXCEPTION 'refund % has ended', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_ended_for_good';
    END IF;
  END IF;
  -- Two of one order take turns here: the second sees the first.
  SELECT user_id INTO buyer FROM orders WHERE id = NEW.order_id FOR NO KEY UPDATE;
  IF (NEW.requested_by = buyer AND NOT NEW.needs_second) OR NEW.approved_by = buyer THEN
    RAISE EXCEPTION 'refund % is to its own maker', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_own_order';
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
--> statement-breakpoint
-- What covers another order is not given back as well, and a return covers one order, once.
CREATE FUNCTION guard_exchange() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  back bigint;
BEGIN
  IF OLD.exchange_order_id IS NOT NULL THEN
    RAISE EXCEPTION 'return % was exchanged', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'returns_exchanged_once';
  END IF;
  SELECT coalesce(sum(amount), 0) INTO back FROM refunds
    WHERE order_id = NEW.order_id AND status IN ('awaiting', 'requested', 'sent', 'done');
  IF back > order_came(NEW.order_id) THEN
    RAISE EXCEPTION 'order % gives back more than came', NEW.order_id USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_within_paid';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER returns_exchange_guard AFTER UPDATE OF exchange_order_id ON returns FOR EACH ROW
  WHEN (NEW.exchange_order_id IS DISTINCT FROM OLD.exchange_order_id) EXECUTE FUNCTION guard_exchange();
--> statement-breakpoint
-- What an order is covered by stands from its first moment.
CREATE FUNCTION keep_covered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'order % is covered by what it was', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_covered_kept';
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_covered_keep BEFORE UPDATE OF covered_amount ON orders FOR EACH ROW
  WHEN (NEW.covered_amount <> OLD.covered_amount) EXECUTE FUNCTION keep_covered();
