CREATE TABLE "choice_sets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "choice_sets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"hash" uuid NOT NULL,
	"marks" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_facets" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"category_id" uuid,
	"price" integer NOT NULL,
	"on_sale" boolean NOT NULL,
	"in_stock" boolean NOT NULL,
	"brand" text,
	"choices" integer NOT NULL,
	"stocked" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_facets" ADD CONSTRAINT "product_facets_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_facets" ADD CONSTRAINT "product_facets_choices_choice_sets_id_fk" FOREIGN KEY ("choices") REFERENCES "public"."choice_sets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_facets" ADD CONSTRAINT "product_facets_stocked_choice_sets_id_fk" FOREIGN KEY ("stocked") REFERENCES "public"."choice_sets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "choice_sets_by_hash" ON "choice_sets" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "choice_sets_marks" ON "choice_sets" USING gin ("marks") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "product_facets_by_choices" ON "product_facets" USING btree ("choices");--> statement-breakpoint
CREATE INDEX "product_facets_by_category" ON "product_facets" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "product_facets_by_brand" ON "product_facets" USING btree ("brand") WHERE brand is not null;
--> statement-breakpoint
-- The spellings that the shop's own lists of sizes have for one size: a filter has each size once.
CREATE FUNCTION usual_size(size text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE size WHEN 'Sm' THEN 'S' WHEN 'Xl' THEN 'XL' WHEN '2xl' THEN '2XL' WHEN 'XXL' THEN '2XL' ELSE nullif(btrim(size), '') END
$$;
--> statement-breakpoint
-- A set like this one, or a new one. It may stand twice: to wait for another order's new set could be to wait in a ring.
CREATE FUNCTION choice_set(wanted text[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE found integer;
BEGIN
  SELECT id INTO found FROM choice_sets WHERE hash = md5(wanted::text)::uuid AND marks = wanted LIMIT 1 FOR KEY SHARE;
  IF found IS NULL THEN
    INSERT INTO choice_sets (hash, marks) VALUES (md5(wanted::text)::uuid, wanted) RETURNING id INTO found;
  END IF;
  RETURN found;
END $$;
--> statement-breakpoint
CREATE FUNCTION refresh_product_facets(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_facets f USING products p
  WHERE f.product_id = ANY (ids) AND p.id = f.product_id AND (p.status <> 'active' OR p.archived_at IS NOT NULL);

  INSERT INTO product_facets (product_id, category_id, price, on_sale, in_stock, brand, choices, stocked)
  SELECT p.id, p.category_id, p.price, coalesce(p.compare_price > p.price, false), offered.in_stock,
    nullif(btrim(p.brand), ''), choice_set(offered.choices), choice_set(offered.stocked)
  FROM products p CROSS JOIN LATERAL (
    SELECT NOT p.track_inventory OR coalesce(bool_or(there), false) AS in_stock,
      coalesce(array_agg(DISTINCT choice ORDER BY choice) FILTER (WHERE choice <> E'\t'), '{}') AS choices,
      coalesce(array_agg(DISTINCT choice ORDER BY choice) FILTER (WHERE choice <> E'\t' AND (there OR NOT p.track_inventory)), '{}') AS stocked
    FROM (SELECT usual_size(v.size) AS size, nullif(btrim(v.color), '') AS color, v.inventory > 0 AS there
      FROM variants v WHERE v.product_id = p.id AND v.retired_at IS NULL) variant,
      unnest(ARRAY[concat(size, E'\t', color), concat(size, E'\t'), concat(E'\t', color)]) choice
  ) offered
  WHERE p.id = ANY (ids) AND p.status = 'active' AND p.archived_at IS NULL
  ORDER BY p.id
  ON CONFLICT (product_id) DO UPDATE SET category_id = excluded.category_id, price = excluded.price, on_sale = excluded.on_sale,
    in_stock = excluded.in_stock, brand = excluded.brand,
    choices = excluded.choices, stocked = excluded.stocked
  WHERE product_facets IS DISTINCT FROM excluded;
END $$;
--> statement-breakpoint
CREATE FUNCTION product_facets_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_product_facets(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_facets AFTER INSERT OR UPDATE OF price, compare_price, brand, category_id, status, archived_at, track_inventory
  ON products FOR EACH ROW EXECUTE FUNCTION product_facets_changed();
--> statement-breakpoint
CREATE FUNCTION variant_facets_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_product_facets(ARRAY[coalesce(NEW.product_id, OLD.product_id)]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER variants_facets AFTER INSERT OR DELETE OR UPDATE OF size, color, retired_at
  ON variants FOR EACH ROW EXECUTE FUNCTION variant_facets_changed();
--> statement-breakpoint
-- Of the units, which each sale changes, only whether there are any.
CREATE TRIGGER variants_stocked AFTER UPDATE OF inventory ON variants FOR EACH ROW
  WHEN ((OLD.inventory > 0) <> (NEW.inventory > 0)) EXECUTE FUNCTION variant_facets_changed();
--> statement-breakpoint
SELECT refresh_product_facets(ARRAY(SELECT id FROM products));
