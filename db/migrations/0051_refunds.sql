CREATE TABLE "refund_items" (
	"refund_id" uuid NOT NULL,
	"order_item_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"amount" integer NOT NULL,
	CONSTRAINT "refund_items_refund_id_order_item_id_pk" PRIMARY KEY("refund_id","order_item_id"),
	CONSTRAINT "refund_items_amounts" CHECK ("refund_items"."quantity" > 0 and "refund_items"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"status" text NOT NULL,
	"way" text NOT NULL,
	"amount" integer NOT NULL,
	"surplus" integer DEFAULT 0 NOT NULL,
	"delivery_amount" integer DEFAULT 0 NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"reference" text,
	"shift_id" uuid,
	"needs_second" boolean NOT NULL,
	"requested_by" uuid NOT NULL,
	"approved_by" uuid,
	"approved_at" timestamp with time zone,
	"ended_by" uuid,
	"ended_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('awaiting', 'requested', 'sent', 'done', 'failed', 'cancelled')),
	CONSTRAINT "refunds_way" CHECK ("refunds"."way" in ('bank', 'dashboard', 'cash', 'wallet', 'credit')),
	CONSTRAINT "refunds_reason" CHECK ("refunds"."reason" in ('faulty', 'wrong-item', 'not-sent', 'not-arrived', 'cancelled', 'paid-too-much', 'goodwill')),
	CONSTRAINT "refunds_amounts" CHECK ("refunds"."amount" > 0 and "refunds"."surplus" between 0 and "refunds"."amount" and "refunds"."delivery_amount" between 0 and "refunds"."amount"),
	CONSTRAINT "refunds_note" CHECK (char_length("refunds"."note") between 1 and 300),
	CONSTRAINT "refunds_reference" CHECK (char_length("refunds"."reference") between 1 and 80),
	CONSTRAINT "refunds_two_people" CHECK ("refunds"."approved_by" <> "refunds"."requested_by"),
	CONSTRAINT "refunds_approved" CHECK (("refunds"."approved_by" is null) = ("refunds"."approved_at" is null)
        and (not "refunds"."needs_second" or "refunds"."approved_by" is not null or "refunds"."status" in ('awaiting', 'cancelled'))),
	CONSTRAINT "refunds_ended" CHECK (("refunds"."ended_at" is not null) = ("refunds"."status" in ('done', 'failed', 'cancelled'))),
	CONSTRAINT "refunds_given" CHECK ("refunds"."status" <> 'done' or (("refunds"."way" = 'cash') = ("refunds"."shift_id" is not null)
        and ("refunds"."way" not in ('bank', 'dashboard') or "refunds"."reference" is not null)))
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_amount" integer DEFAULT 0 NOT NULL CONSTRAINT "orders_refunded" CHECK ("refunded_amount" >= 0);--> statement-breakpoint
ALTER TABLE "refund_items" ADD CONSTRAINT "refund_items_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_items" ADD CONSTRAINT "refund_items_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_shift_id_shifts_id_fk" FOREIGN KEY ("shift_id") REFERENCES "public"."shifts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_items_of_line" ON "refund_items" USING btree ("order_item_id");--> statement-breakpoint
CREATE INDEX "refunds_of_order" ON "refunds" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("created_at") WHERE status in ('awaiting', 'requested', 'sent');--> statement-breakpoint
CREATE INDEX "refunds_by_day" ON "refunds" USING btree ("ended_at") WHERE status = 'done';
--> statement-breakpoint
-- Never more than came, whichever way it goes; never out of one hand alone where the buyer is of the staff. What has
-- ended stays ended, and what a refund is about stays as it was asked for.
CREATE FUNCTION guard_refund() RETURNS trigger LANGUAGE plpgsql AS $$
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
  SELECT coalesce(sum(paid_amount), 0) INTO came FROM payments WHERE order_id = NEW.order_id AND paid_currency = 'MWK';
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
CREATE TRIGGER refunds_guard AFTER INSERT OR UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION guard_refund();
--> statement-breakpoint
CREATE FUNCTION keep_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refunds are kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_kept';
END $$;
--> statement-breakpoint
CREATE TRIGGER refunds_keep BEFORE DELETE ON refunds FOR EACH ROW EXECUTE FUNCTION keep_refunds();
