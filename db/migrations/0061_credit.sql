CREATE TABLE "credit_movements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_movements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"credit_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"order_id" uuid,
	"refund_id" uuid,
	"by_user" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_movements_kind" CHECK ("credit_movements"."kind" in ('issued', 'spent', 'given-back')),
	CONSTRAINT "credit_movements_sign" CHECK ("credit_movements"."amount" <> 0 and ("credit_movements"."amount" < 0) = ("credit_movements"."kind" = 'spent')),
	CONSTRAINT "credit_movements_cause" CHECK (("credit_movements"."refund_id" is null or "credit_movements"."kind" = 'issued') and ("credit_movements"."order_id" is null or "credit_movements"."kind" <> 'issued'))
);
--> statement-breakpoint
CREATE TABLE "credits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"amount" integer NOT NULL,
	"balance" integer DEFAULT 0 NOT NULL,
	"user_id" uuid,
	"email" text,
	"reason" text,
	"needs_second" boolean DEFAULT false NOT NULL,
	"requested_by" uuid NOT NULL,
	"approved_by" uuid,
	"approved_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credits_code" CHECK ("credits"."code" ~ '^[23456789ABCDEFGHJKLMNPQRSTUVWXYZ]{12}$'),
	CONSTRAINT "credits_kind" CHECK ("credits"."kind" in ('return', 'voucher', 'goodwill')),
	CONSTRAINT "credits_status" CHECK ("credits"."status" in ('awaiting', 'active', 'blocked', 'cancelled')),
	CONSTRAINT "credits_amount" CHECK ("credits"."amount" > 0),
	CONSTRAINT "credits_balance" CHECK ("credits"."balance" between 0 and "credits"."amount"),
	CONSTRAINT "credits_holds_nothing" CHECK ("credits"."balance" = 0 or "credits"."status" not in ('awaiting', 'cancelled')),
	CONSTRAINT "credits_reason" CHECK (char_length("credits"."reason") between 1 and 300),
	CONSTRAINT "credits_two_people" CHECK ("credits"."approved_by" <> "credits"."requested_by"),
	CONSTRAINT "credits_approved" CHECK (("credits"."approved_by" is null) = ("credits"."approved_at" is null)
        and (not "credits"."needs_second" or "credits"."approved_by" is not null or "credits"."status" in ('awaiting', 'cancelled')))
);
--> statement-breakpoint
ALTER TABLE "credit_movements" ADD CONSTRAINT "credit_movements_credit_id_credits_id_fk" FOREIGN KEY ("credit_id") REFERENCES "public"."credits"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_movements" ADD CONSTRAINT "credit_movements_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_movements" ADD CONSTRAINT "credit_movements_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_movements" ADD CONSTRAINT "credit_movements_by_user_users_id_fk" FOREIGN KEY ("by_user") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_movements_of_credit" ON "credit_movements" USING btree ("credit_id","id");--> statement-breakpoint
CREATE INDEX "credit_movements_of_order" ON "credit_movements" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_movements_of_refund" ON "credit_movements" USING btree ("refund_id");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_movements_by_hand" ON "credit_movements" USING btree ("credit_id") WHERE kind = 'issued' and refund_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "credits_code_once" ON "credits" USING btree ("code");--> statement-breakpoint
CREATE INDEX "credits_newest" ON "credits" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "credits_by_balance" ON "credits" USING btree ("balance","id");--> statement-breakpoint
CREATE INDEX "credits_by_ending" ON "credits" USING btree (right("code", 4));--> statement-breakpoint
CREATE INDEX "credits_of_user" ON "credits" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "credits_by_hand" ON "credits" USING btree ("requested_by","created_at");--> statement-breakpoint
CREATE INDEX "credits_email_search" ON "credits" USING gin ("email" gin_trgm_ops);
--> statement-breakpoint
-- A code holds the sum of its movements, never less than nothing; of one that is blocked or waits for a second person
-- nothing is spent. Whoever spends locks the code's row here: the last kwacha is spent once.
CREATE FUNCTION apply_credit_movement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  stands text;
BEGIN
  UPDATE credits SET balance = balance + NEW.amount WHERE id = NEW.credit_id RETURNING status INTO stands;
  IF NEW.kind = 'spent' AND stands <> 'active' THEN
    RAISE EXCEPTION 'credit % is %', NEW.credit_id, stands USING ERRCODE = 'check_violation', CONSTRAINT = 'credits_spent_active';
  END IF;
  IF NEW.kind <> 'issued' AND NEW.order_id IS NULL THEN
    RAISE EXCEPTION 'credit % moves for nothing', NEW.credit_id USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_movements_for';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER credit_movements_apply AFTER INSERT ON credit_movements FOR EACH ROW EXECUTE FUNCTION apply_credit_movement();
--> statement-breakpoint
CREATE FUNCTION refuse_bare_credit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'credit moves through credit_movements' USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_one_door';
END $$;
--> statement-breakpoint
CREATE TRIGGER credits_one_door BEFORE UPDATE OF balance ON credits FOR EACH ROW
  WHEN (pg_trigger_depth() = 0 AND NEW.balance IS DISTINCT FROM OLD.balance) EXECUTE FUNCTION refuse_bare_credit();
--> statement-breakpoint
CREATE TRIGGER credits_start_empty BEFORE INSERT ON credits FOR EACH ROW
  WHEN (NEW.balance <> 0) EXECUTE FUNCTION refuse_bare_credit();
--> statement-breakpoint
CREATE TRIGGER credits_keep BEFORE DELETE ON credits FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
-- Who made a line may be forgotten; all else of it stays.
CREATE TRIGGER credit_movements_append_only BEFORE UPDATE OF id, credit_id, kind, amount, order_id, refund_id, created_at ON credit_movements
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
CREATE TRIGGER credit_movements_keep BEFORE DELETE ON credit_movements FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
