CREATE TABLE "short_sale_ends" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pos_sale_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"way" text NOT NULL,
	"amount" integer NOT NULL,
	"reference" text,
	"shift_id" uuid,
	"ended_by" uuid NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "short_sale_ends_once" UNIQUE("pos_sale_id"),
	CONSTRAINT "short_sale_ends_outcome" CHECK ("short_sale_ends"."outcome" in ('rest-taken', 'called-off')),
	CONSTRAINT "short_sale_ends_way" CHECK ("short_sale_ends"."way" in ('bank', 'dashboard', 'cash')),
	CONSTRAINT "short_sale_ends_rest" CHECK ("short_sale_ends"."outcome" <> 'rest-taken' or "short_sale_ends"."way" = 'cash'),
	CONSTRAINT "short_sale_ends_amount" CHECK ("short_sale_ends"."amount" > 0),
	CONSTRAINT "short_sale_ends_reference" CHECK (char_length("short_sale_ends"."reference") between 1 and 80),
	CONSTRAINT "short_sale_ends_given" CHECK (("short_sale_ends"."way" = 'cash') = ("short_sale_ends"."shift_id" is not null) and ("short_sale_ends"."way" = 'cash') = ("short_sale_ends"."reference" is null))
);
--> statement-breakpoint
ALTER TABLE "pos_sales" ADD COLUMN "later_cash_amount" integer DEFAULT 0 NOT NULL CONSTRAINT "pos_sales_later_cash" CHECK ("later_cash_amount" >= 0 and "cash_amount" + "credit_amount" + "unpaid_amount" + "later_cash_amount" <= "total_amount");--> statement-breakpoint
ALTER TABLE "short_sale_ends" ADD CONSTRAINT "short_sale_ends_pos_sale_id_pos_sales_id_fk" FOREIGN KEY ("pos_sale_id") REFERENCES "public"."pos_sales"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "short_sale_ends" ADD CONSTRAINT "short_sale_ends_shift_id_shifts_id_fk" FOREIGN KEY ("shift_id") REFERENCES "public"."shifts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "short_sale_ends" ADD CONSTRAINT "short_sale_ends_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "short_sale_ends_of_shift" ON "short_sale_ends" USING btree ("shift_id");
--> statement-breakpoint
-- What nothing has paid of a sale ends once: all of the rest is in an open drawer, or all that came has gone back; and not
-- by the person who made the sale, where anybody else runs the shop. Nothing came back for it, nor of it, where it is called
-- off: on a code or worth nothing either, of which its part in cash is no sign.
CREATE FUNCTION guard_short_sale_end() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER short_sale_ends_guard BEFORE INSERT ON short_sale_ends FOR EACH ROW EXECUTE FUNCTION guard_short_sale_end();
--> statement-breakpoint
CREATE TRIGGER short_sale_ends_keep BEFORE UPDATE OR DELETE ON short_sale_ends FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
-- Cash is added later, and what is complete called off, by such an end alone; one that was called off stays so, whatever
-- is paid for it after that. An earlier release knows no such end, and leaves that payment to this one.
CREATE FUNCTION guard_ended_short_sale() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ended short_sale_ends%ROWTYPE;
BEGIN
  SELECT * INTO ended FROM short_sale_ends WHERE pos_sale_id = NEW.id;
  IF (NEW.later_cash_amount <> OLD.later_cash_amount AND (ended.outcome IS DISTINCT FROM 'rest-taken'
      OR NEW.later_cash_amount <> ended.amount OR NEW.unpaid_amount <> OLD.unpaid_amount - ended.amount))
    OR (NEW.payment_status <> OLD.payment_status AND 'completed' IN (NEW.payment_status, OLD.payment_status)
      AND (ended.outcome IS NOT DISTINCT FROM 'called-off') <> (OLD.payment_status = 'completed')) THEN
    RAISE EXCEPTION 'sale % is not ended like this', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'pos_sales_ended';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER pos_sales_ended BEFORE UPDATE OF later_cash_amount, payment_status ON pos_sales FOR EACH ROW
  WHEN (NEW.later_cash_amount <> OLD.later_cash_amount OR NEW.payment_status <> OLD.payment_status)
  EXECUTE FUNCTION guard_ended_short_sale();
--> statement-breakpoint
-- A large sum that one person gave back is looked at by somebody else, as what they made at the till is.
CREATE FUNCTION guard_ended_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM short_sale_ends WHERE pos_sale_id = NEW.id AND ended_by = NEW.handled_by)
    AND EXISTS (SELECT FROM profiles other WHERE other.role IN ('super_admin', 'admin') AND other.user_id <> NEW.handled_by) THEN
    RAISE EXCEPTION '% is looked at by who ended it', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'review_not_own';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER pos_sales_ended_review_not_own BEFORE UPDATE OF handled_by ON pos_sales FOR EACH ROW
  WHEN (NEW.handled_by IS DISTINCT FROM OLD.handled_by AND NEW.review_reasons @> '{refund-unapproved}')
  EXECUTE FUNCTION guard_ended_review();
--> statement-breakpoint
-- Tills show a sale that is not paid whole as held, until its rest was taken: they hear of that too.
CREATE OR REPLACE TRIGGER pos_sales_notify AFTER INSERT OR UPDATE OF payment_status, unpaid_amount ON pos_sales
  FOR EACH ROW EXECUTE FUNCTION notify_sale();
