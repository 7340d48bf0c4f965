CREATE TABLE "credit_reserves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"credit_id" uuid NOT NULL,
	"status" text NOT NULL,
	"amount" integer NOT NULL,
	"till_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"cart_id" uuid NOT NULL,
	"shift_id" uuid NOT NULL,
	"pos_sale_id" uuid,
	"by_user" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credit_reserves_status" CHECK ("credit_reserves"."status" in ('held', 'used', 'ended')),
	CONSTRAINT "credit_reserves_amount" CHECK ("credit_reserves"."amount" > 0),
	CONSTRAINT "credit_reserves_used" CHECK (("credit_reserves"."status" = 'used') = ("credit_reserves"."pos_sale_id" is not null))
);
--> statement-breakpoint
-- What no code pays of a cash sale is cash, as before: the constraint that takes its place stands with its column.
ALTER TABLE "pos_sales" DROP CONSTRAINT "pos_sales_cash";--> statement-breakpoint
ALTER TABLE "credit_movements" ADD COLUMN "reserve_id" uuid CONSTRAINT "credit_movements_reserve_id_credit_reserves_id_fk" REFERENCES "public"."credit_reserves"("id") ON DELETE restrict ON UPDATE no action CONSTRAINT "credit_movements_reserve" CHECK ("reserve_id" is null or ("kind" <> 'issued' and "order_id" is null));--> statement-breakpoint
ALTER TABLE "pos_returns" ADD COLUMN "credit_amount" integer DEFAULT 0 NOT NULL CONSTRAINT "pos_returns_credit" CHECK ("credit_amount" between 0 and "refund_amount");--> statement-breakpoint
ALTER TABLE "pos_sales" ADD COLUMN "credit_amount" integer DEFAULT 0 NOT NULL CONSTRAINT "pos_sales_credit" CHECK ("cash_amount" >= 0 and "credit_amount" >= 0 and "cash_amount" + "credit_amount" <= "total_amount"
        and ("payment_method" <> 'cash' or "cash_amount" + "credit_amount" = "total_amount"));--> statement-breakpoint
ALTER TABLE "credit_reserves" ADD CONSTRAINT "credit_reserves_credit_id_credits_id_fk" FOREIGN KEY ("credit_id") REFERENCES "public"."credits"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_reserves" ADD CONSTRAINT "credit_reserves_till_id_tills_id_fk" FOREIGN KEY ("till_id") REFERENCES "public"."tills"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_reserves" ADD CONSTRAINT "credit_reserves_pos_sale_id_pos_sales_id_fk" FOREIGN KEY ("pos_sale_id") REFERENCES "public"."pos_sales"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_reserves" ADD CONSTRAINT "credit_reserves_by_user_users_id_fk" FOREIGN KEY ("by_user") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_reserves_of_sale" ON "credit_reserves" USING btree ("pos_sale_id");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_reserves_held" ON "credit_reserves" USING btree ("cart_id") WHERE status = 'held';--> statement-breakpoint
CREATE INDEX "credit_reserves_overdue" ON "credit_reserves" USING btree ("expires_at") WHERE status = 'held';--> statement-breakpoint
CREATE INDEX "credit_reserves_of_shift" ON "credit_reserves" USING btree ("shift_id") WHERE status = 'held';--> statement-breakpoint
CREATE INDEX "credit_reserves_of_till" ON "credit_reserves" USING btree ("till_id");--> statement-breakpoint
CREATE INDEX "credit_reserves_of_credit" ON "credit_reserves" USING btree ("credit_id");--> statement-breakpoint
CREATE INDEX "credit_movements_of_reserve" ON "credit_movements" USING btree ("reserve_id") WHERE reserve_id is not null;--> statement-breakpoint
-- As it was, and what a till has reserved is spent for it: of the code that it names, not once it has ended, and no more
-- than it reserved, nor than its sale was paid with.
CREATE OR REPLACE FUNCTION apply_credit_movement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  stands text;
  most integer;
  held bigint;
  reserve credit_reserves%ROWTYPE;
BEGIN
  UPDATE credits SET balance = balance + NEW.amount WHERE id = NEW.credit_id RETURNING status INTO stands;
  IF NEW.kind = 'spent' AND stands <> 'active' THEN
    RAISE EXCEPTION 'credit % is %', NEW.credit_id, stands USING ERRCODE = 'check_violation', CONSTRAINT = 'credits_spent_active';
  END IF;
  IF NEW.kind <> 'issued' AND NEW.order_id IS NULL AND NEW.reserve_id IS NULL THEN
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
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A reserve that has ended holds nothing; one that was used stays its sale's.
CREATE FUNCTION guard_credit_reserve() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status = 'used' AND NEW.pos_sale_id IS DISTINCT FROM OLD.pos_sale_id) OR NEW.amount <> OLD.amount OR NEW.credit_id <> OLD.credit_id
    OR (NEW.status = 'ended' AND (SELECT coalesce(sum(amount), 0) FROM credit_movements WHERE reserve_id = NEW.id) <> 0) THEN
    RAISE EXCEPTION 'reserve % goes from % to %', NEW.id, OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_reserve_steps';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER credit_reserves_guard AFTER UPDATE ON credit_reserves FOR EACH ROW EXECUTE FUNCTION guard_credit_reserve();
--> statement-breakpoint
DROP TRIGGER credit_movements_append_only ON credit_movements;
--> statement-breakpoint
-- Who made a line may be forgotten; all else of it stays.
CREATE TRIGGER credit_movements_append_only BEFORE UPDATE OF id, credit_id, kind, amount, order_id, refund_id, reserve_id, created_at ON credit_movements
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
