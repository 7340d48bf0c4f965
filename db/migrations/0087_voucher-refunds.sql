CREATE TABLE "voucher_refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"credit_id" uuid NOT NULL,
	"status" text NOT NULL,
	"way" text NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"reference" text,
	"shift_id" uuid,
	"needs_second" boolean NOT NULL,
	"requested_by" uuid NOT NULL,
	"approved_by" uuid,
	"ended_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "voucher_refunds_status" CHECK ("voucher_refunds"."status" in ('awaiting', 'done', 'cancelled')),
	CONSTRAINT "voucher_refunds_way" CHECK ("voucher_refunds"."way" in ('bank', 'dashboard', 'cash')),
	CONSTRAINT "voucher_refunds_reason" CHECK ("voucher_refunds"."reason" in ('not-wanted', 'by-mistake', 'not-arrived', 'goodwill')),
	CONSTRAINT "voucher_refunds_amount" CHECK ("voucher_refunds"."amount" > 0),
	CONSTRAINT "voucher_refunds_reference" CHECK (char_length("voucher_refunds"."reference") between 1 and 80),
	CONSTRAINT "voucher_refunds_two_people" CHECK ("voucher_refunds"."approved_by" <> "voucher_refunds"."requested_by"),
	CONSTRAINT "voucher_refunds_approved" CHECK (not "voucher_refunds"."needs_second" or "voucher_refunds"."approved_by" is not null or "voucher_refunds"."status" <> 'done'),
	CONSTRAINT "voucher_refunds_ended" CHECK (("voucher_refunds"."ended_at" is null) = ("voucher_refunds"."status" = 'awaiting')),
	CONSTRAINT "voucher_refunds_given" CHECK ("voucher_refunds"."status" <> 'done' or (("voucher_refunds"."way" = 'cash') = ("voucher_refunds"."shift_id" is not null)
        and ("voucher_refunds"."way" = 'cash') = ("voucher_refunds"."reference" is null)))
);
--> statement-breakpoint
ALTER TABLE "credit_movements" ADD COLUMN "voucher_refund_id" uuid CONSTRAINT "credit_movements_voucher_refund_id_voucher_refunds_id_fk" REFERENCES "public"."voucher_refunds"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_refunds" ADD CONSTRAINT "voucher_refunds_credit_id_credits_id_fk" FOREIGN KEY ("credit_id") REFERENCES "public"."credits"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_refunds" ADD CONSTRAINT "voucher_refunds_shift_id_shifts_id_fk" FOREIGN KEY ("shift_id") REFERENCES "public"."shifts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_refunds" ADD CONSTRAINT "voucher_refunds_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_refunds" ADD CONSTRAINT "voucher_refunds_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "voucher_refunds_once" ON "voucher_refunds" USING btree ("credit_id") WHERE status <> 'cancelled';--> statement-breakpoint
CREATE INDEX "voucher_refunds_of_credit" ON "voucher_refunds" USING btree ("credit_id");--> statement-breakpoint
CREATE INDEX "voucher_refunds_awaiting" ON "voucher_refunds" USING btree ("created_at") WHERE status = 'awaiting';--> statement-breakpoint
CREATE INDEX "credit_movements_of_voucher_refund" ON "credit_movements" USING btree ("voucher_refund_id") WHERE voucher_refund_id is not null;
--> statement-breakpoint
-- Whose a voucher is: of the account that has bought it, or that it was sent to; where anybody else runs the shop, also by
-- email address or phone number, and of who has sold it.
CREATE FUNCTION is_own_voucher(one uuid, person uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM credits c LEFT JOIN voucher_purchases v ON v.id = c.purchase_id
    WHERE c.id = one AND (c.user_id = person OR v.user_id = person OR (
      EXISTS (SELECT FROM profiles other WHERE other.role IN ('super_admin', 'admin') AND other.user_id <> person)
      AND (c.requested_by = person OR EXISTS (SELECT FROM users u LEFT JOIN profiles p ON p.user_id = u.id WHERE u.id = person AND (
        lower(u.email) IN (lower(c.email), lower(v.buyer_email), lower(v.recipient_email))
        OR (v.buyer_phone <> '' AND regexp_replace(p.phone, '[^0-9]', '', 'g') = regexp_replace(v.buyer_phone, '[^0-9]', '', 'g'))))))))
$$;
--> statement-breakpoint
-- Of a voucher that was paid, all of it, to nobody of one's own alone; once it has ended it stays so, and what it comes to
-- has left its code when it is done.
CREATE FUNCTION guard_voucher_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  held bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> 'awaiting' OR NOT EXISTS (SELECT FROM credits c WHERE c.id = NEW.credit_id AND c.kind = 'voucher' AND c.amount = NEW.amount
      AND (c.purchase_id IS NOT NULL OR EXISTS (SELECT FROM pos_sales sale WHERE sale.id = c.id AND sale.voucher_amount > 0 AND sale.payment_status = 'completed'))) THEN
      RAISE EXCEPTION 'voucher refund % of what was not paid', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'voucher_refunds_within_paid';
    END IF;
  ELSE
    IF (NEW.credit_id, NEW.way, NEW.amount, NEW.needs_second, NEW.requested_by)
      IS DISTINCT FROM (OLD.credit_id, OLD.way, OLD.amount, OLD.needs_second, OLD.requested_by) THEN
      RAISE EXCEPTION 'voucher refund % is about something else now', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'voucher_refunds_kept';
    END IF;
    IF OLD.status <> 'awaiting' AND NEW.status <> OLD.status THEN
      RAISE EXCEPTION 'voucher refund % has ended', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'voucher_refunds_ended_for_good';
    END IF;
  END IF;
  IF (TG_OP = 'INSERT' AND NOT NEW.needs_second AND is_own_voucher(NEW.credit_id, NEW.requested_by))
    OR (NEW.status = 'done' AND is_own_voucher(NEW.credit_id, NEW.approved_by)) THEN
    RAISE EXCEPTION 'voucher refund % is to its own maker', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'voucher_refunds_own';
  END IF;
  IF NEW.status <> 'awaiting' THEN
    SELECT -coalesce(sum(amount), 0) INTO held FROM credit_movements WHERE voucher_refund_id = NEW.id;
    IF held <> (CASE NEW.status WHEN 'done' THEN NEW.amount ELSE 0 END) THEN
      RAISE EXCEPTION 'voucher refund % (%) has taken % of %', NEW.id, NEW.status, held, NEW.amount USING ERRCODE = 'check_violation', CONSTRAINT = 'voucher_refunds_taken';
    END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER voucher_refunds_guard AFTER INSERT OR UPDATE ON voucher_refunds FOR EACH ROW EXECUTE FUNCTION guard_voucher_refund();
--> statement-breakpoint
CREATE TRIGGER voucher_refunds_keep BEFORE DELETE ON voucher_refunds FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
-- As it was, and what a refund of a voucher takes is of the code that it names, while it is open, and no more than it comes to.
CREATE OR REPLACE FUNCTION apply_credit_movement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  stands text;
  most integer;
  held bigint;
  reserve credit_reserves%ROWTYPE;
  back voucher_refunds%ROWTYPE;
BEGIN
  UPDATE credits SET balance = balance + NEW.amount WHERE id = NEW.credit_id RETURNING status INTO stands;
  IF NEW.kind = 'spent' AND stands <> 'active' THEN
    RAISE EXCEPTION 'credit % is %', NEW.credit_id, stands USING ERRCODE = 'check_violation', CONSTRAINT = 'credits_spent_active';
  END IF;
  IF NEW.kind <> 'issued' AND NEW.order_id IS NULL AND NEW.reserve_id IS NULL AND NEW.voucher_refund_id IS NULL THEN
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
  IF NEW.reserve_id IS NOT NULL THEN
    SELECT * INTO reserve FROM credit_reserves WHERE id = NEW.reserve_id FOR NO KEY UPDATE;
    most := reserve.amount;
    IF reserve.pos_sale_id IS NOT NULL THEN
      SELECT least(most, credit_amount) INTO most FROM pos_sales WHERE id = reserve.pos_sale_id;
    END IF;
    SELECT -sum(amount) INTO held FROM credit_movements WHERE reserve_id = NEW.reserve_id;
    IF reserve.credit_id <> NEW.credit_id OR reserve.status = 'ended' OR held NOT BETWEEN 0 AND most THEN
      RAISE EXCEPTION 'reserve % (%) holds % of % credit', NEW.reserve_id, reserve.status, held, most
        USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_of_reserve';
    END IF;
  END IF;
  IF NEW.voucher_refund_id IS NOT NULL THEN
    SELECT * INTO back FROM voucher_refunds WHERE id = NEW.voucher_refund_id FOR NO KEY UPDATE;
    SELECT -sum(amount) INTO held FROM credit_movements WHERE voucher_refund_id = NEW.voucher_refund_id;
    IF NEW.kind = 'issued' OR NEW.order_id IS NOT NULL OR NEW.reserve_id IS NOT NULL
      OR back.credit_id <> NEW.credit_id OR back.status <> 'awaiting' OR held NOT BETWEEN 0 AND back.amount THEN
      RAISE EXCEPTION 'voucher refund % (%) takes % of %', NEW.voucher_refund_id, back.status, held, back.amount
        USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_of_voucher_refund';
    END IF;
  END IF;
  RETURN NULL;
END $$;
