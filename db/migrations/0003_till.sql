CREATE TABLE "pos_return_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"pos_return_id" uuid NOT NULL,
	"pos_sale_item_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"amount" integer NOT NULL,
	"is_restocked" boolean NOT NULL,
	CONSTRAINT "pos_return_items_amounts" CHECK ("pos_return_items"."quantity" > 0 and "pos_return_items"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "pos_returns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pos_sale_id" uuid NOT NULL,
	"shift_id" uuid,
	"cashier_id" uuid NOT NULL,
	"refund_amount" integer NOT NULL,
	"reason" text NOT NULL,
	"exchange_sale_id" uuid,
	"parked" text[] DEFAULT '{}' NOT NULL,
	"handled_at" timestamp with time zone,
	"handled_by" uuid,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pos_returns_refund" CHECK ("pos_returns"."refund_amount" >= 0),
	CONSTRAINT "pos_returns_parked" CHECK ("pos_returns"."parked" <@ array['short-stock', 'goods-unknown', 'price-differs', 'sum-differs', 'discount-unapproved', 'shift-unknown', 'returned-twice', 'paid-late']::text[])
);
--> statement-breakpoint
CREATE TABLE "price_history" (
	"product_id" uuid NOT NULL,
	"price" integer NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "price_history_product_id_since_pk" PRIMARY KEY("product_id","since")
);
--> statement-breakpoint
CREATE TABLE "sale_number_leases" (
	"sale_number" text PRIMARY KEY NOT NULL,
	"till_id" uuid NOT NULL,
	"leased_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shift_cash" (
	"id" uuid PRIMARY KEY NOT NULL,
	"shift_id" uuid NOT NULL,
	"by_user" uuid NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shift_cash_amount" CHECK ("shift_cash"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "shifts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"till_id" uuid NOT NULL,
	"opened_by" uuid NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"opening_float" integer NOT NULL,
	"closed_by" uuid,
	"closed_at" timestamp with time zone,
	"counted" jsonb,
	"counted_total" integer,
	"expected_total" integer,
	"note" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shifts_float" CHECK ("shifts"."opening_float" >= 0),
	CONSTRAINT "shifts_closed" CHECK (("shifts"."closed_at" is null) = ("shifts"."closed_by" is null)),
	CONSTRAINT "shifts_counted" CHECK (("shifts"."counted" is null) = ("shifts"."counted_total" is null))
);
--> statement-breakpoint
CREATE TABLE "till_pins" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"salt" text NOT NULL,
	"key" text NOT NULL,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "till_price_lists" (
	"till_id" uuid NOT NULL,
	"as_of" timestamp with time zone NOT NULL,
	"noted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "till_price_lists_till_id_as_of_pk" PRIMARY KEY("till_id","as_of")
);
--> statement-breakpoint
CREATE TABLE "tills" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"device_id" uuid,
	"last_seen_at" timestamp with time zone,
	"retired_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tills_named" CHECK ("tills"."name" <> '')
);
--> statement-breakpoint
CREATE TABLE "unread_till_things" (
	"id" text PRIMARY KEY NOT NULL,
	"sent_by" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"why" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pos_sale_items" DROP CONSTRAINT "pos_sale_items_total";--> statement-breakpoint
ALTER TABLE "pos_sale_items" ALTER COLUMN "product_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "pos_sale_items" ALTER COLUMN "variant_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "pos_sale_items" ADD COLUMN "discount_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pos_sale_items" ADD COLUMN "missing" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pos_sales" ADD COLUMN "till_id" uuid;--> statement-breakpoint
ALTER TABLE "pos_sales" ADD COLUMN "shift_id" uuid;--> statement-breakpoint
ALTER TABLE "pos_sales" ADD COLUMN "cash_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pos_sales" ADD COLUMN "cash_given" integer;--> statement-breakpoint
ALTER TABLE "pos_sales" ADD COLUMN "approved_by" uuid;--> statement-breakpoint
ALTER TABLE "pos_sales" ADD COLUMN "parked" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "pos_sales" ADD COLUMN "parked_note" text;--> statement-breakpoint
ALTER TABLE "pos_sales" ADD COLUMN "handled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pos_sales" ADD COLUMN "handled_by" uuid;--> statement-breakpoint
ALTER TABLE "pos_sales" ADD COLUMN "received_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "pos_return_items" ADD CONSTRAINT "pos_return_items_pos_return_id_pos_returns_id_fk" FOREIGN KEY ("pos_return_id") REFERENCES "public"."pos_returns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pos_return_items" ADD CONSTRAINT "pos_return_items_pos_sale_item_id_pos_sale_items_id_fk" FOREIGN KEY ("pos_sale_item_id") REFERENCES "public"."pos_sale_items"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pos_returns" ADD CONSTRAINT "pos_returns_pos_sale_id_pos_sales_id_fk" FOREIGN KEY ("pos_sale_id") REFERENCES "public"."pos_sales"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pos_returns" ADD CONSTRAINT "pos_returns_shift_id_shifts_id_fk" FOREIGN KEY ("shift_id") REFERENCES "public"."shifts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pos_returns" ADD CONSTRAINT "pos_returns_cashier_id_users_id_fk" FOREIGN KEY ("cashier_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pos_returns" ADD CONSTRAINT "pos_returns_handled_by_users_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_history" ADD CONSTRAINT "price_history_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_number_leases" ADD CONSTRAINT "sale_number_leases_till_id_tills_id_fk" FOREIGN KEY ("till_id") REFERENCES "public"."tills"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_cash" ADD CONSTRAINT "shift_cash_shift_id_shifts_id_fk" FOREIGN KEY ("shift_id") REFERENCES "public"."shifts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_cash" ADD CONSTRAINT "shift_cash_by_user_users_id_fk" FOREIGN KEY ("by_user") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_till_id_tills_id_fk" FOREIGN KEY ("till_id") REFERENCES "public"."tills"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_opened_by_users_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_pins" ADD CONSTRAINT "till_pins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_price_lists" ADD CONSTRAINT "till_price_lists_till_id_tills_id_fk" FOREIGN KEY ("till_id") REFERENCES "public"."tills"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unread_till_things" ADD CONSTRAINT "unread_till_things_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pos_return_items_of_return" ON "pos_return_items" USING btree ("pos_return_id");--> statement-breakpoint
CREATE INDEX "pos_return_items_of_line" ON "pos_return_items" USING btree ("pos_sale_item_id");--> statement-breakpoint
CREATE INDEX "pos_returns_of_sale" ON "pos_returns" USING btree ("pos_sale_id");--> statement-breakpoint
CREATE INDEX "pos_returns_of_shift" ON "pos_returns" USING btree ("shift_id","at");--> statement-breakpoint
CREATE INDEX "pos_returns_waiting_for_a_person" ON "pos_returns" USING btree ("received_at","id") WHERE parked <> '{}' and handled_at is null;--> statement-breakpoint
CREATE INDEX "pos_returns_by_day" ON "pos_returns" USING btree ("at");--> statement-breakpoint
CREATE INDEX "price_history_newest" ON "price_history" USING btree ("since");--> statement-breakpoint
CREATE INDEX "sale_number_leases_of_till" ON "sale_number_leases" USING btree ("till_id");--> statement-breakpoint
CREATE INDEX "shift_cash_of_shift" ON "shift_cash" USING btree ("shift_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "shifts_one_open" ON "shifts" USING btree ("till_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "shifts_newest" ON "shifts" USING btree ("opened_at","id");--> statement-breakpoint
CREATE INDEX "shifts_of_till" ON "shifts" USING btree ("till_id","opened_at");--> statement-breakpoint
CREATE INDEX "shifts_by_closing" ON "shifts" USING btree ("closed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "tills_name" ON "tills" USING btree (lower("name")) WHERE retired_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tills_device" ON "tills" USING btree ("device_id");--> statement-breakpoint
ALTER TABLE "pos_sales" ADD CONSTRAINT "pos_sales_till_id_tills_id_fk" FOREIGN KEY ("till_id") REFERENCES "public"."tills"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pos_sales" ADD CONSTRAINT "pos_sales_shift_id_shifts_id_fk" FOREIGN KEY ("shift_id") REFERENCES "public"."shifts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pos_sales" ADD CONSTRAINT "pos_sales_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pos_sales" ADD CONSTRAINT "pos_sales_handled_by_users_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "products_changed" ON "products" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "pos_sales_of_shift" ON "pos_sales" USING btree ("shift_id","created_at");--> statement-breakpoint
CREATE INDEX "pos_sales_of_till_by_total" ON "pos_sales" USING btree ("till_id","total_amount","id");--> statement-breakpoint
CREATE INDEX "pos_sales_of_till" ON "pos_sales" USING btree ("till_id","created_at","id");--> statement-breakpoint
CREATE INDEX "pos_sales_waiting_for_a_person" ON "pos_sales" USING btree ("received_at","id") WHERE parked <> '{}' and handled_at is null;--> statement-breakpoint
ALTER TABLE "pos_sale_items" ADD CONSTRAINT "pos_sale_items_discount" CHECK ("pos_sale_items"."discount_amount" between 0 and "pos_sale_items"."unit_price" * "pos_sale_items"."quantity");--> statement-breakpoint
ALTER TABLE "pos_sale_items" ADD CONSTRAINT "pos_sale_items_missing" CHECK ("pos_sale_items"."missing" between 0 and "pos_sale_items"."quantity");--> statement-breakpoint
ALTER TABLE "pos_sale_items" ADD CONSTRAINT "pos_sale_items_total" CHECK ("pos_sale_items"."unit_price" >= 0 and "pos_sale_items"."total_price" = "pos_sale_items"."unit_price" * "pos_sale_items"."quantity" - "pos_sale_items"."discount_amount");--> statement-breakpoint
-- Added when 0022 had been out: without it nothing from here on came to a shop that had sold for cash.
UPDATE "pos_sales" SET "cash_amount" = "total_amount" WHERE "payment_method" = 'cash';--> statement-breakpoint
ALTER TABLE "pos_sales" ADD CONSTRAINT "pos_sales_cash" CHECK ("pos_sales"."cash_amount" between 0 and "pos_sales"."total_amount" and ("pos_sales"."payment_method" <> 'cash' or "pos_sales"."cash_amount" = "pos_sales"."total_amount"));--> statement-breakpoint
ALTER TABLE "pos_sales" ADD CONSTRAINT "pos_sales_given" CHECK ("pos_sales"."cash_given" >= "pos_sales"."cash_amount");--> statement-breakpoint
ALTER TABLE "pos_sales" ADD CONSTRAINT "pos_sales_parked" CHECK ("pos_sales"."parked" <@ array['short-stock', 'goods-unknown', 'price-differs', 'sum-differs', 'discount-unapproved', 'shift-unknown', 'returned-twice', 'paid-late']::text[]);--> statement-breakpoint

-- What a till sold without a network is checked against the prices it had: each is kept, from when it was one.
CREATE FUNCTION keep_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Two changes in one instant are one: the later counts.
  INSERT INTO price_history (product_id, price, since) VALUES (NEW.id, NEW.price, clock_timestamp())
    ON CONFLICT (product_id, since) DO UPDATE SET price = EXCLUDED.price;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_keep_first_price AFTER INSERT ON products FOR EACH ROW EXECUTE FUNCTION keep_price();
--> statement-breakpoint
CREATE TRIGGER products_keep_price AFTER UPDATE OF price ON products FOR EACH ROW
  WHEN (NEW.price IS DISTINCT FROM OLD.price) EXECUTE FUNCTION keep_price();
--> statement-breakpoint
-- Products that were there before their prices were kept.
INSERT INTO price_history (product_id, price, since) SELECT id, price, created_at FROM products;
--> statement-breakpoint

-- The back office hears of a shift that opens or closes as it hears of a sale.
CREATE FUNCTION tell_shift() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('sales', json_build_object(
    'saleNumber', NULL, 'status', CASE WHEN NEW.closed_at IS NULL THEN 'shift-opened' ELSE 'shift-closed' END)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER shifts_tell AFTER INSERT OR UPDATE OF closed_at ON shifts FOR EACH ROW EXECUTE FUNCTION tell_shift();
