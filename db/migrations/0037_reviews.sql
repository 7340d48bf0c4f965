CREATE TABLE "review_photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"review_id" uuid NOT NULL,
	"picture_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "review_photos_in_order" UNIQUE("review_id","position"),
	CONSTRAINT "review_photos_of_picture" UNIQUE("picture_id"),
	CONSTRAINT "review_photos_few" CHECK ("review_photos"."position" between 0 and 2)
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"user_id" uuid,
	"order_item_id" uuid,
	"pos_sale_id" uuid,
	"pos_sale_item_id" uuid,
	"stars" integer NOT NULL,
	"fit" text,
	"words" text DEFAULT '' NOT NULL,
	"writer" text DEFAULT '' NOT NULL,
	"request" text,
	"answer" text,
	"answered_at" timestamp with time zone,
	"answered_by" uuid,
	"hidden_at" timestamp with time zone,
	"hidden_reason" text,
	"hidden_by" uuid,
	"handled_at" timestamp with time zone,
	"anonymized_at" timestamp with time zone,
	"edited_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_once_by_account" UNIQUE("user_id","product_id"),
	CONSTRAINT "reviews_once_by_receipt" UNIQUE("pos_sale_id","product_id"),
	CONSTRAINT "reviews_stars" CHECK ("reviews"."stars" between 1 and 5),
	CONSTRAINT "reviews_fit" CHECK ("reviews"."fit" in ('small', 'true', 'large')),
	CONSTRAINT "reviews_lengths" CHECK (length("reviews"."words") <= 2000 and length("reviews"."writer") <= 40
        and length("reviews"."answer") <= 1000 and length("reviews"."hidden_reason") <= 200),
	CONSTRAINT "reviews_buyer" CHECK (num_nonnulls("reviews"."user_id", "reviews"."order_item_id") = 2 and num_nonnulls("reviews"."pos_sale_id", "reviews"."pos_sale_item_id") = 0
        or num_nonnulls("reviews"."user_id", "reviews"."order_item_id") = 0 and num_nonnulls("reviews"."pos_sale_id", "reviews"."pos_sale_item_id") = 2),
	CONSTRAINT "reviews_hidden" CHECK (("reviews"."hidden_at" is null) = ("reviews"."hidden_reason" is null) and "reviews"."hidden_reason" <> ''),
	CONSTRAINT "reviews_answered" CHECK (("reviews"."answer" is null) = ("reviews"."answered_at" is null)),
	CONSTRAINT "reviews_anonymized" CHECK ("reviews"."anonymized_at" is null or ("reviews"."words" = '' and "reviews"."writer" = '' and num_nonnulls("reviews"."answer", "reviews"."request") = 0))
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "rating_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "rating_sum" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "rating_score" integer GENERATED ALWAYS AS (case when rating_count = 0 then 0 else (rating_sum * 2 + 35) * 500 / (rating_count + 5) end) STORED;--> statement-breakpoint
ALTER TABLE "review_photos" ADD CONSTRAINT "review_photos_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_photos" ADD CONSTRAINT "review_photos_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_pos_sale_id_pos_sales_id_fk" FOREIGN KEY ("pos_sale_id") REFERENCES "public"."pos_sales"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_pos_sale_item_id_pos_sale_items_id_fk" FOREIGN KEY ("pos_sale_item_id") REFERENCES "public"."pos_sale_items"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_hidden_by_users_id_fk" FOREIGN KEY ("hidden_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reviews_of_product" ON "reviews" USING btree ("product_id","created_at","id") WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX "reviews_newest" ON "reviews" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "reviews_unhandled" ON "reviews" USING btree ("created_at","id") WHERE handled_at is null;--> statement-breakpoint
CREATE INDEX "reviews_hidden_newest" ON "reviews" USING btree ("created_at","id") WHERE hidden_at is not null;--> statement-breakpoint
CREATE INDEX "reviews_by_stars" ON "reviews" USING btree ("stars","created_at","id");--> statement-breakpoint
CREATE INDEX "reviews_of_order_line" ON "reviews" USING btree ("order_item_id") WHERE order_item_id is not null;--> statement-breakpoint
CREATE INDEX "reviews_of_sale_line" ON "reviews" USING btree ("pos_sale_item_id") WHERE pos_sale_item_id is not null;--> statement-breakpoint
CREATE INDEX "reviews_words_search" ON "reviews" USING gin ("words" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "reviews_writer_search" ON "reviews" USING gin ("writer" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_by_rating" ON "products" USING btree ("rating_score","created_at","id");--> statement-breakpoint
CREATE INDEX "pos_sales_by_receipt_code" ON "pos_sales" USING btree (right(replace(split_part("idempotency_key", ':', 1), '-', ''), 12));--> statement-breakpoint

-- Who has bought it, and nobody else: the line is of that product, its order is of that account, paid and shipped, or
-- its sale at the till is paid. An account that is being erased writes no more.
CREATE FUNCTION refuse_review_of_others() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.user_id IS NOT NULL THEN
    PERFORM FROM profiles WHERE user_id = NEW.user_id FOR KEY SHARE;
    IF FOUND THEN
      PERFORM FROM order_items item JOIN orders ON orders.id = item.order_id
      WHERE item.id = NEW.order_item_id AND item.product_id = NEW.product_id AND orders.user_id = NEW.user_id
        AND orders.paid_at IS NOT NULL AND orders.status IN ('shipped', 'delivered');
    END IF;
  ELSE
    PERFORM FROM pos_sale_items item JOIN pos_sales sale ON sale.id = item.pos_sale_id
    WHERE item.id = NEW.pos_sale_item_id AND item.product_id = NEW.product_id AND sale.id = NEW.pos_sale_id
      AND sale.payment_status = 'completed';
  END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'only who has bought it reviews it' USING ERRCODE = 'check_violation', CONSTRAINT = 'reviews_of_buyers';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER reviews_of_buyers BEFORE INSERT ON reviews FOR EACH ROW EXECUTE FUNCTION refuse_review_of_others();
--> statement-breakpoint
CREATE FUNCTION refuse_other_buyer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a review stays with what was bought' USING ERRCODE = 'check_violation', CONSTRAINT = 'reviews_stay';
END $$;
--> statement-breakpoint
CREATE TRIGGER reviews_stay BEFORE UPDATE OF product_id, user_id, order_item_id, pos_sale_id, pos_sale_item_id ON reviews
  FOR EACH ROW EXECUTE FUNCTION refuse_other_buyer();
--> statement-breakpoint

-- The stars of those that are shown, by differences: two at once lose none.
CREATE FUNCTION count_stars() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before integer;
  after integer;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.hidden_at IS NULL THEN before := OLD.stars; END IF;
  IF TG_OP <> 'DELETE' AND NEW.hidden_at IS NULL THEN after := NEW.stars; END IF;
  IF before IS DISTINCT FROM after THEN
    UPDATE products SET
      rating_count = rating_count + (after IS NOT NULL)::integer - (before IS NOT NULL)::integer,
      rating_sum = rating_sum + coalesce(after, 0) - coalesce(before, 0)
    WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.product_id ELSE NEW.product_id END;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER reviews_count_stars AFTER INSERT OR DELETE OR UPDATE OF stars, hidden_at ON reviews
  FOR EACH ROW EXECUTE FUNCTION count_stars();
--> statement-breakpoint
CREATE TRIGGER reviews_notify AFTER INSERT OR DELETE OR UPDATE OF stars, fit, words, writer, answer, hidden_at ON reviews
  FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue();
--> statement-breakpoint
CREATE TRIGGER review_photos_notify AFTER INSERT OR DELETE ON review_photos
  FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue();
