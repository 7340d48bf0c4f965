CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"charge_id" text NOT NULL,
	"refund_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"amount" integer NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"sent_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"refusal" text,
	"unknown_since" timestamp with time zone,
	"provider_reference" text,
	"fee" integer,
	"last_answer" jsonb,
	"last_asked_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payouts_chargeId_unique" UNIQUE("charge_id"),
	CONSTRAINT "payouts_status" CHECK ("payouts"."status" in ('open', 'paid', 'failed')),
	CONSTRAINT "payouts_provider" CHECK ("payouts"."provider" in ('paychangu', 'sandbox')),
	CONSTRAINT "payouts_amount" CHECK ("payouts"."amount" > 0),
	CONSTRAINT "payouts_charge_id" CHECK ("payouts"."charge_id" ~ '^[A-Za-z0-9_-]{1,60}$'),
	CONSTRAINT "payouts_settled" CHECK (("payouts"."settled_at" is null) = ("payouts"."status" = 'open')),
	CONSTRAINT "payouts_paid" CHECK ("payouts"."status" <> 'paid' or "payouts"."sent_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "refund_wallets" (
	"refund_id" uuid PRIMARY KEY NOT NULL,
	"operator" text NOT NULL,
	"phone" text NOT NULL,
	CONSTRAINT "refund_wallets_operator" CHECK ("refund_wallets"."operator" in ('airtel', 'tnm')),
	CONSTRAINT "refund_wallets_phone" CHECK ("refund_wallets"."phone" ~ '^\+265[0-9]{9}$')
);
--> statement-breakpoint
CREATE TABLE "sandbox_payouts" (
	"charge_id" text PRIMARY KEY NOT NULL,
	"amount" integer NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "payer_phone" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_wallets" ADD CONSTRAINT "refund_wallets_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_one_open" ON "payouts" USING btree ("refund_id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "payouts_of_refund" ON "payouts" USING btree ("refund_id","created_at");--> statement-breakpoint
CREATE INDEX "payouts_unsettled" ON "payouts" USING btree ("created_at") WHERE status <> 'paid';--> statement-breakpoint
CREATE INDEX "refunds_failed" ON "refunds" USING btree ("created_at") WHERE status = 'failed';
--> statement-breakpoint
-- As it was (0062), but a payout that had failed may be tried again, and may arrive after all.
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
  IF (NEW.requested_by = buyer AND NOT NEW.needs_second) OR NEW.approved_by = buyer THEN
    RAISE EXCEPTION 'refund % is to its own maker', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_own_order';
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
--> statement-breakpoint
-- A payout is kept as it was asked for, leaves once, and has arrived for good.
CREATE FUNCTION guard_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'payouts are kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_kept';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NOT EXISTS (SELECT FROM refunds WHERE id = NEW.refund_id AND way = 'wallet' AND amount = NEW.amount
      AND status IN ('requested', 'failed')) THEN
      RAISE EXCEPTION 'payout % is of no refund that is to be sent', NEW.charge_id USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_of_refund';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.charge_id, NEW.refund_id, NEW.provider, NEW.amount) IS DISTINCT FROM (OLD.charge_id, OLD.refund_id, OLD.provider, OLD.amount)
    OR (OLD.sent_at IS NOT NULL AND NEW.sent_at IS DISTINCT FROM OLD.sent_at) THEN
    RAISE EXCEPTION 'payout % is about something else now', NEW.charge_id USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_kept';
  END IF;
  IF NEW.status <> OLD.status AND (OLD.status = 'paid' OR NEW.status = 'open') THEN
    RAISE EXCEPTION 'payout % has ended', NEW.charge_id USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_ended';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER payouts_guard BEFORE INSERT OR UPDATE OR DELETE ON payouts FOR EACH ROW EXECUTE FUNCTION guard_payout();
--> statement-breakpoint
-- Whom it goes to is what was asked for and agreed to.
CREATE FUNCTION keep_refund_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND EXISTS (SELECT FROM refunds WHERE id = NEW.refund_id AND way = 'wallet') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the wallet of refund % stands', NEW.refund_id USING ERRCODE = 'check_violation', CONSTRAINT = 'refund_wallets_kept';
END $$;
--> statement-breakpoint
CREATE TRIGGER refund_wallets_keep BEFORE INSERT OR UPDATE ON refund_wallets FOR EACH ROW EXECUTE FUNCTION keep_refund_wallet();
