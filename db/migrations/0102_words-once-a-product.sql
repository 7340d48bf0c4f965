-- What a product is found and filtered by was computed anew for each of its sizes: 2.3 ms a row, so that a product
-- with twenty sizes took 46 ms, and an import of 60,000 rows minutes. Now once for each product that a statement adds to.
CREATE FUNCTION products_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids uuid[] := (SELECT array_agg(id ORDER BY id) FROM added);
BEGIN
  IF ids IS NULL THEN RETURN NULL; END IF;
  PERFORM refresh_product_facets(ids);
  PERFORM refresh_product_search(ids);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION variants_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids uuid[] := (SELECT array_agg(DISTINCT product_id ORDER BY product_id) FROM added);
BEGIN
  IF ids IS NULL THEN RETURN NULL; END IF;
  PERFORM refresh_product_facets(ids);
  PERFORM refresh_product_search(ids);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER products_facets AFTER UPDATE OF price, compare_price, brand, category_id, status, archived_at, track_inventory
  ON products FOR EACH ROW EXECUTE FUNCTION product_facets_changed();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER products_search AFTER UPDATE OF name, description, short_description, tags, brand, sku, category_id, status, archived_at
  ON products FOR EACH ROW EXECUTE FUNCTION product_words_changed();
--> statement-breakpoint
CREATE TRIGGER products_added AFTER INSERT ON products REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION products_added();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER variants_facets AFTER DELETE OR UPDATE OF size, color, retired_at
  ON variants FOR EACH ROW EXECUTE FUNCTION variant_facets_changed();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER variants_search AFTER DELETE OR UPDATE OF size, color, retired_at
  ON variants FOR EACH ROW EXECUTE FUNCTION variant_words_changed();
--> statement-breakpoint
CREATE TRIGGER variants_added AFTER INSERT ON variants REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION variants_added();
