CREATE TABLE "barcodes" (
	"code" text PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"variant_id" uuid
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "location" text;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "barcode" text CONSTRAINT "variants_barcode" CHECK ("barcode" is null or num_nonnulls("size", "color") > 0);--> statement-breakpoint
ALTER TABLE "barcodes" ADD CONSTRAINT "barcodes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "barcodes" ADD CONSTRAINT "barcodes_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "barcodes_of_product" ON "barcodes" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "barcodes_of_variant" ON "barcodes" USING btree ("variant_id") WHERE variant_id is not null;--> statement-breakpoint
CREATE INDEX "products_by_location" ON "products" USING btree ("location") WHERE location is not null;--> statement-breakpoint
CREATE INDEX "variants_barcode_search" ON "variants" USING gin ("barcode" gin_trgm_ops);--> statement-breakpoint
-- One code, one product or one size of one: a second row of it is refused, whichever of the two tables it comes from.
CREATE FUNCTION keep_barcode() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN DELETE FROM barcodes WHERE code = OLD.barcode; END IF;
  IF NEW.barcode IS NULL THEN RETURN NULL; END IF;
  IF TG_TABLE_NAME = 'variants' THEN
    INSERT INTO barcodes (code, product_id, variant_id) VALUES (NEW.barcode, NEW.product_id, NEW.id);
  ELSE
    INSERT INTO barcodes (code, product_id) VALUES (NEW.barcode, NEW.id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO barcodes (code, product_id) SELECT barcode, id FROM products WHERE barcode IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER products_barcode_added AFTER INSERT ON products FOR EACH ROW WHEN (NEW.barcode IS NOT NULL) EXECUTE FUNCTION keep_barcode();
--> statement-breakpoint
CREATE TRIGGER products_barcode_changed AFTER UPDATE OF barcode ON products FOR EACH ROW
  WHEN (OLD.barcode IS DISTINCT FROM NEW.barcode) EXECUTE FUNCTION keep_barcode();
--> statement-breakpoint
CREATE TRIGGER variants_barcode_added AFTER INSERT ON variants FOR EACH ROW WHEN (NEW.barcode IS NOT NULL) EXECUTE FUNCTION keep_barcode();
--> statement-breakpoint
CREATE TRIGGER variants_barcode_changed AFTER UPDATE OF barcode ON variants FOR EACH ROW
  WHEN (OLD.barcode IS DISTINCT FROM NEW.barcode) EXECUTE FUNCTION keep_barcode();
--> statement-breakpoint
-- The sizes of before get theirs: thirteen digits of the in-store range, the last one the EAN-13 check digit.
DO $$
DECLARE
  sized record;
  twelve text;
  made text;
BEGIN
  FOR sized IN SELECT id FROM variants WHERE num_nonnulls(size, color) > 0 AND retired_at IS NULL LOOP
    LOOP
      twelve := '2' || lpad(floor(random() * 100000000000)::bigint::text, 11, '0');
      SELECT twelve || (10 - sum(substr(twelve, n, 1)::integer * CASE n % 2 WHEN 0 THEN 3 ELSE 1 END) % 10) % 10
        INTO made FROM generate_series(1, 12) AS n;
      EXIT WHEN NOT EXISTS (SELECT FROM barcodes WHERE code = made);
    END LOOP;
    UPDATE variants SET barcode = made WHERE id = sized.id;
  END LOOP;
END $$;
