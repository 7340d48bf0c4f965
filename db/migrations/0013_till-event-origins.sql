CREATE TABLE "till_device_people" (
	"device_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "till_device_people_device_id_user_id_pk" PRIMARY KEY("device_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "till_devices" (
	"device_id" uuid PRIMARY KEY NOT NULL,
	"till_id" uuid NOT NULL,
	"public_key" text,
	"claimed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pos_returns" DROP CONSTRAINT "pos_returns_parked";--> statement-breakpoint
ALTER TABLE "pos_sales" DROP CONSTRAINT "pos_sales_parked";--> statement-breakpoint
ALTER TABLE "till_pins" DROP CONSTRAINT "till_pins_digits";--> statement-breakpoint
ALTER TABLE "pos_returns" ADD COLUMN "approved_by" uuid;--> statement-breakpoint
ALTER TABLE "pos_returns" ADD COLUMN "sent_by" uuid;--> statement-breakpoint
ALTER TABLE "pos_returns" ADD COLUMN "device_id" uuid;--> statement-breakpoint
ALTER TABLE "pos_returns" ADD COLUMN "is_signed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pos_sales" ADD COLUMN "sent_by" uuid;--> statement-breakpoint
ALTER TABLE "pos_sales" ADD COLUMN "device_id" uuid;--> statement-breakpoint
ALTER TABLE "pos_sales" ADD COLUMN "is_signed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shift_cash" ADD COLUMN "sent_by" uuid;--> statement-breakpoint
ALTER TABLE "shift_cash" ADD COLUMN "device_id" uuid;--> statement-breakpoint
ALTER TABLE "shift_cash" ADD COLUMN "is_signed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shifts" ADD COLUMN "sent_by" uuid;--> statement-breakpoint
ALTER TABLE "shifts" ADD COLUMN "device_id" uuid;--> statement-breakpoint
ALTER TABLE "shifts" ADD COLUMN "is_signed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "till_pins" ADD COLUMN "approves" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "unread_till_things" ADD COLUMN "device_id" uuid;--> statement-breakpoint
ALTER TABLE "till_device_people" ADD CONSTRAINT "till_device_people_device_id_till_devices_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."till_devices"("device_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_device_people" ADD CONSTRAINT "till_device_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_devices" ADD CONSTRAINT "till_devices_till_id_tills_id_fk" FOREIGN KEY ("till_id") REFERENCES "public"."tills"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pos_returns" ADD CONSTRAINT "pos_returns_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pos_returns" ADD CONSTRAINT "pos_returns_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pos_sales" ADD CONSTRAINT "pos_sales_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_cash" ADD CONSTRAINT "shift_cash_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_pins" DROP COLUMN "digits";--> statement-breakpoint
ALTER TABLE "pos_returns" ADD CONSTRAINT "pos_returns_parked" CHECK ("pos_returns"."parked" <@ array['short-stock', 'goods-unknown', 'price-differs', 'sum-differs', 'discount-unapproved', 'shift-unknown', 'returned-twice', 'paid-late', 'maker-unproven', 'signature-wrong', 'approved-offline', 'refund-unapproved']::text[]);--> statement-breakpoint
ALTER TABLE "pos_sales" ADD CONSTRAINT "pos_sales_parked" CHECK ("pos_sales"."parked" <@ array['short-stock', 'goods-unknown', 'price-differs', 'sum-differs', 'discount-unapproved', 'shift-unknown', 'returned-twice', 'paid-late', 'maker-unproven', 'signature-wrong', 'approved-offline', 'refund-unapproved']::text[]);--> statement-breakpoint

-- Devices that are tills already, and who has worked at them: what they still hold unsent is theirs.
INSERT INTO till_devices (device_id, till_id, claimed_at)
  SELECT device_id, id, created_at FROM tills WHERE device_id IS NOT NULL;
--> statement-breakpoint
INSERT INTO till_device_people (device_id, user_id)
  SELECT t.device_id, s.cashier_id FROM tills t JOIN pos_sales s ON s.till_id = t.id
    WHERE t.device_id IS NOT NULL AND s.received_at > now() - interval '90 days'
  UNION
  SELECT t.device_id, s.opened_by FROM tills t JOIN shifts s ON s.till_id = t.id
    WHERE t.device_id IS NOT NULL AND s.received_at > now() - interval '90 days';
