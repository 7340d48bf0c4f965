CREATE TABLE "voucher_purchases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"amount" integer NOT NULL,
	"buyer_name" text,
	"buyer_email" text,
	"buyer_phone" text,
	"user_id" uuid,
	"recipient_name" text,
	"recipient_email" text,
	"message" text,
	"review_reason" text,
	"handled_at" timestamp with time zone,
	"handled_by" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "voucher_purchases_status" CHECK ("voucher_purchases"."status" in ('pending', 'paid', 'ended')),
	CONSTRAINT "voucher_purchases_amount" CHECK ("voucher_purchases"."amount" > 0),
	CONSTRAINT "voucher_purchases_paid" CHECK (("voucher_purchases"."status" = 'paid') = ("voucher_purchases"."paid_at" is not null)),
	CONSTRAINT "voucher_purchases_review" CHECK ("voucher_purchases"."review_reason" in ('underpaid', 'not-live-money', 'paid-late', 'paid-twice', 'nobody-told')),
	CONSTRAINT "voucher_purchases_message" CHECK (char_length("voucher_purchases"."message") between 1 and 300)
);
--> statement-breakpoint
-- What is paid for may be a voucher now: the constraint that takes its place stands with its column.
ALTER TABLE "payments" DROP CONSTRAINT "payments_one_purpose";
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "voucher_purchase_id" uuid CONSTRAINT "payments_voucher_purchase_id_voucher_purchases_id_fk" REFERENCES "public"."voucher_purchases"("id") ON DELETE restrict ON UPDATE no action CONSTRAINT "payments_of_one" CHECK (num_nonnulls("order_id", "pos_sale_id", "voucher_purchase_id") = 1);
--> statement-breakpoint
ALTER TABLE "credits" ALTER COLUMN "requested_by" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "credits" ADD COLUMN "purchase_id" uuid CONSTRAINT "credits_of_purchase" UNIQUE CONSTRAINT "credits_purchase_id_voucher_purchases_id_fk" REFERENCES "public"."voucher_purchases"("id") ON DELETE restrict ON UPDATE no action CONSTRAINT "credits_made_by" CHECK (num_nonnulls("requested_by", "purchase_id") = 1);
--> statement-breakpoint
ALTER TABLE "voucher_purchases" ADD CONSTRAINT "voucher_purchases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "voucher_purchases" ADD CONSTRAINT "voucher_purchases_handled_by_users_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "voucher_purchases_unpaid" ON "voucher_purchases" USING btree ("expires_at") WHERE status = 'pending';
--> statement-breakpoint
CREATE INDEX "voucher_purchases_under_review" ON "voucher_purchases" USING btree ("created_at") WHERE review_reason is not null and handled_at is null;
--> statement-breakpoint
CREATE INDEX "voucher_purchases_of_user" ON "voucher_purchases" USING btree ("user_id") WHERE user_id is not null;
--> statement-breakpoint
CREATE INDEX "voucher_purchases_of_buyer" ON "voucher_purchases" USING btree ("buyer_email");
--> statement-breakpoint
CREATE INDEX "voucher_purchases_of_recipient" ON "voucher_purchases" USING btree ("recipient_email");
--> statement-breakpoint
CREATE INDEX "voucher_purchases_newest" ON "voucher_purchases" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "payments_of_voucher" ON "payments" USING btree ("voucher_purchase_id") WHERE voucher_purchase_id is not null;
--> statement-breakpoint
-- A purchase is paid by a payment that the provider has confirmed in full, stays paid, and keeps its sum.
CREATE FUNCTION guard_voucher_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.amount <> OLD.amount OR (OLD.status = 'paid' AND NEW.status <> 'paid')
    OR (NEW.status = 'paid' AND NOT EXISTS (SELECT FROM payments
      WHERE voucher_purchase_id = NEW.id AND status = 'paid' AND paid_amount >= NEW.amount)) THEN
    RAISE EXCEPTION 'voucher purchase % goes from % to %', NEW.id, OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'voucher_purchase_steps';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER voucher_purchases_guard BEFORE UPDATE OF status, amount ON voucher_purchases FOR EACH ROW EXECUTE FUNCTION guard_voucher_purchase();
--> statement-breakpoint
-- As it was, and the code of a voucher that is bought on the web is made once that is paid, and of its sum.
CREATE OR REPLACE FUNCTION guard_voucher_of_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM pos_sales WHERE id = NEW.id AND voucher_amount > 0
      AND (payment_status <> 'completed' OR voucher_amount <> NEW.amount))
    OR (NEW.purchase_id IS NOT NULL AND NOT EXISTS (SELECT FROM voucher_purchases
      WHERE id = NEW.purchase_id AND status = 'paid' AND amount = NEW.amount)) THEN
    RAISE EXCEPTION 'voucher % is not paid with %', NEW.id, NEW.amount USING ERRCODE = 'check_violation', CONSTRAINT = 'credits_voucher_paid';
  END IF;
  RETURN NEW;
END $$;
