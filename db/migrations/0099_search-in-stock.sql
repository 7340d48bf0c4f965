ALTER TABLE "product_search" ADD COLUMN "in_stock" boolean;
--> statement-breakpoint

-- What has the words is narrowed by what stands beside them: by what is in stock, too.
CREATE OR REPLACE FUNCTION refresh_product_search(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE fresh text[];
BEGIN
  INSERT INTO product_search (product_id, document, category_id, price, on_sale, in_stock, brand, choices)
  SELECT p.id, coalesce(string_agg(format('''%s'':1%s', words.lexeme, words.weight), ' ') FILTER (WHERE words.lexeme IS NOT NULL), '')::tsvector,
    f.category_id, f.price, f.on_sale, f.in_stock, f.brand, f.choices
  FROM products p
  LEFT JOIN product_facets f ON f.product_id = p.id
  LEFT JOIN categories c ON c.id = p.category_id
  LEFT JOIN categories top ON top.id = c.parent_id
  LEFT JOIN LATERAL (
    SELECT string_agg(concat_ws(' ', 'size ' || v.size, v.color), ' ') AS choices
    FROM variants v WHERE v.product_id = p.id AND v.retired_at IS NULL
  ) offered ON true
  LEFT JOIN LATERAL (
    SELECT part.weight, lexeme
    FROM (VALUES
      ('A', p.name),
      ('B', concat_ws(' ', c.name, top.name, p.brand, array_to_string(p.tags, ' '))),
      ('C', concat_ws(' ', offered.choices, p.sku)),
      ('D', concat_ws(' ', p.short_description, p.description))
    ) part (weight, text), words_of(part.text) word, stem_of(word) stem,
      unnest(CASE WHEN p.status <> 'active' OR p.archived_at IS NOT NULL THEN NULL
        WHEN stem IS NOT NULL THEN ARRAY[word, stem] WHEN part.weight <> 'D' THEN ARRAY[word] END) lexeme
  ) words ON true
  WHERE p.id = ANY (ids)
  GROUP BY p.id, f.product_id ORDER BY p.id
  ON CONFLICT (product_id) DO UPDATE SET document = excluded.document
  WHERE product_search.document IS DISTINCT FROM excluded.document;

  SELECT array_agg(DISTINCT word) INTO fresh
  FROM product_search s, unnest(tsvector_to_array(s.document)) AS lexemes (word)
  WHERE s.product_id = ANY (ids) AND length(word) BETWEEN 3 AND 30 AND word !~ '[0-9]'
    AND NOT EXISTS (SELECT FROM search_words k WHERE k.word = lexemes.word);
  IF fresh IS NULL THEN RETURN; END IF;
  -- One after the other: two products with the same new words could wait for each other.
  PERFORM pg_advisory_xact_lock(7201805);
  INSERT INTO search_words SELECT unnest(fresh) ON CONFLICT DO NOTHING;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refresh_product_facets(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
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

  -- Not which sizes and colors are in stock: of the sales that empty a variant, only one that empties the product writes here.
  UPDATE product_search s
  SET category_id = f.category_id, price = f.price, on_sale = f.on_sale, in_stock = f.in_stock, brand = f.brand, choices = f.choices
  FROM product_facets f
  WHERE s.product_id = ANY (ids) AND f.product_id = s.product_id
    AND (s.category_id, s.price, s.on_sale, s.in_stock, s.brand, s.choices) IS DISTINCT FROM (f.category_id, f.price, f.on_sale, f.in_stock, f.brand, f.choices);
END $$;
--> statement-breakpoint
-- Every row is written anew: its index is built once, behind that.
DROP INDEX "product_search_words";
--> statement-breakpoint
UPDATE product_search s SET in_stock = f.in_stock FROM product_facets f WHERE f.product_id = s.product_id;
--> statement-breakpoint
CREATE INDEX "product_search_words" ON "product_search" USING gin ("document") WITH (fastupdate=false);
