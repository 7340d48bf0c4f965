CREATE TABLE "price_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"value" integer NOT NULL,
	"state" text DEFAULT 'planned' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"span" "tstzrange" GENERATED ALWAYS AS (case when kind = 'price' and ends_at is null then tstzrange(starts_at, starts_at, '[]') else tstzrange(starts_at, ends_at) end) STORED,
	"by_user" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_changes_name" CHECK (length("price_changes"."name") between 1 and 80),
	CONSTRAINT "price_changes_kind" CHECK ("price_changes"."kind" in ('price', 'percent', 'amount')),
	CONSTRAINT "price_changes_state" CHECK ("price_changes"."state" in ('planned', 'starting', 'running', 'ending', 'ended', 'cancelled')),
	CONSTRAINT "price_changes_value" CHECK ("price_changes"."value" > 0 and ("price_changes"."kind" <> 'percent' or "price_changes"."value" < 100)),
	CONSTRAINT "price_changes_span" CHECK ("price_changes"."ends_at" > "price_changes"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "priced_products" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"change_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"left_because" text,
	"old_price" integer,
	"old_compare_price" integer,
	"new_price" integer,
	"new_compare_price" integer,
	CONSTRAINT "priced_products_once" UNIQUE("change_id","product_id"),
	CONSTRAINT "priced_products_state" CHECK ("priced_products"."state" in ('waiting', 'applied', 'restored', 'left')),
	CONSTRAINT "priced_products_left" CHECK (("priced_products"."state" = 'left') = ("priced_products"."left_because" is not null) and "priced_products"."left_because" in ('same', 'too-low', 'archived', 'edited', 'late')),
	CONSTRAINT "priced_products_prices" CHECK (num_nonnulls("priced_products"."old_price", "priced_products"."new_price") <> 1 and ("priced_products"."new_price" is not null or "priced_products"."state" in ('waiting', 'left')) and ("priced_products"."new_price" is null or "priced_products"."state" <> 'waiting'))
);
--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_by_user_users_id_fk" FOREIGN KEY ("by_user") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "priced_products" ADD CONSTRAINT "priced_products_change_id_price_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."price_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "priced_products" ADD CONSTRAINT "priced_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_changes_newest" ON "price_changes" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "price_changes_by_state" ON "price_changes" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "price_changes_open" ON "price_changes" USING btree ("starts_at") WHERE state in ('planned', 'starting', 'running', 'ending');--> statement-breakpoint
CREATE INDEX "priced_products_of_product" ON "priced_products" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "priced_products_by_state" ON "priced_products" USING btree ("change_id","state","product_id");
--> statement-breakpoint
-- A product has one change at a time. Its row is locked, so that of two that are planned at once the second one waits.
CREATE FUNCTION refuse_price_overlap() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM products WHERE id = NEW.product_id FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT 1 FROM priced_products other
    JOIN price_changes theirs ON theirs.id = other.change_id
    JOIN price_changes own ON own.id = NEW.change_id
    WHERE other.product_id = NEW.product_id AND other.change_id <> NEW.change_id
      AND theirs.state IN ('planned', 'starting', 'running', 'ending') AND theirs.span && own.span
  ) THEN
    RAISE EXCEPTION 'two price changes of one product at one time'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'priced_products_overlap';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER priced_products_refuse_overlap BEFORE INSERT ON priced_products
  FOR EACH ROW EXECUTE FUNCTION refuse_price_overlap();
