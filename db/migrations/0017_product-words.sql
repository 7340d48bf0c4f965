CREATE TABLE "product_search" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"document" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
DROP INDEX "products_description_search";--> statement-breakpoint
DROP INDEX "products_tags";--> statement-breakpoint
ALTER TABLE "product_search" ADD CONSTRAINT "product_search_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_search_words" ON "product_search" USING gin ("document") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_words_begin" ON "search_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "products_by_small_name" ON "products" USING btree (lower("name"),"id") WHERE status = 'active' and archived_at is null;--> statement-breakpoint
-- The words of a text, alike in products and in what is typed: small letters without accents or apostrophes, cut
-- at everything that is no letter or digit. A chitenje is a chitenge, a kitenge and several zitenje; grey is gray.
CREATE FUNCTION words_of(typed text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT DISTINCT left(regexp_replace(regexp_replace(word, '^(ch|[kvz])iten[gj]', 'chitenj'), '^grey', 'gray'), 60)
  FROM regexp_split_to_table(
    regexp_replace(lower(normalize(typed, NFKD)), '[''\u0300-\u036f\u2018\u2019]', '', 'g'),
    '[\s!-/:-@[-`{-~\u0080-\u00bf\u2000-\u206f\u3000-\u303f]+') word
  WHERE word <> ''
$$;
--> statement-breakpoint
-- What a word has in common with its plural; null for words such as "the", which say nothing.
CREATE FUNCTION stem_of(word text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (ts_lexize('english_stem', word))[1]
$$;
--> statement-breakpoint
CREATE FUNCTION letters_of(word text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(letter, '' ORDER BY letter) FROM unnest(string_to_array(word, NULL)) letter
$$;
--> statement-breakpoint
-- Finds the products that have all of the words, or words that begin so. A word with which nothing begins is taken
-- for a typing error, and the most similar ones that begin with the same letter are sought instead, or those of
-- the same letters: two in the wrong order leave little else alike.
CREATE FUNCTION product_query(typed text) RETURNS tsquery LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH words AS MATERIALIZED (
    SELECT word, stem_of(word) AS stem FROM words_of(typed) word ORDER BY word LIMIT 12
  ), wanted AS (
    SELECT word, stem FROM words
    WHERE stem IS NOT NULL OR length(word) = 1 OR NOT EXISTS (SELECT FROM words WHERE stem IS NOT NULL)
  )
  SELECT string_agg(one.alternatives, ' & ')::tsquery
  FROM wanted w CROSS JOIN LATERAL (
    SELECT length(w.word) < 3 OR w.word ~ '[0-9]' OR EXISTS (
      SELECT FROM search_words k, unnest(ARRAY[w.word, w.stem]) start
      WHERE k.word ~>=~ start AND k.word ~<~ (start || chr(1114111))) AS is_known
  ) known CROSS JOIN LATERAL (
    SELECT '(' || string_agg(DISTINCT format('''%s'':*', sought), ' | ')
      || coalesce(' | ' || string_agg(DISTINCT format('''%s'':ABCD', stem_of(sought)), ' | ') FILTER (WHERE stem_of(sought) IS NOT NULL), '') || ')' AS alternatives
    FROM (
      SELECT w.word AS sought
      UNION ALL
      (SELECT k.word FROM search_words k
        WHERE NOT known.is_known AND k.word ~>=~ left(w.word, 1) AND k.word ~<~ (left(w.word, 1) || chr(1114111))
          AND length(k.word) BETWEEN length(w.word) - 2 AND length(w.word) + 2
          AND (similarity(k.word, w.word) >= 0.3 OR letters_of(k.word) = letters_of(w.word))
        ORDER BY k.word <-> w.word, k.word LIMIT 2)
    ) meant
  ) one
$$;
--> statement-breakpoint
-- What visitors may not see has no words.
CREATE FUNCTION refresh_product_search(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE fresh text[];
BEGIN
  INSERT INTO product_search (product_id, document)
  SELECT p.id, coalesce(string_agg(format('''%s'':1%s', words.lexeme, words.weight), ' ') FILTER (WHERE words.lexeme IS NOT NULL), '')::tsvector
  FROM products p
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
      ('C', concat_ws(' ', choices, p.sku)),
      ('D', concat_ws(' ', p.short_description, p.description))
    ) part (weight, text), words_of(part.text) word, stem_of(word) stem,
      unnest(CASE WHEN p.status <> 'active' OR p.archived_at IS NOT NULL THEN NULL
        WHEN stem IS NOT NULL THEN ARRAY[word, stem] WHEN part.weight <> 'D' THEN ARRAY[word] END) lexeme
  ) words ON true
  WHERE p.id = ANY (ids)
  GROUP BY p.id ORDER BY p.id
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
CREATE FUNCTION product_words_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_product_search(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- By what they name only: each sale updates a product and a variant.
CREATE TRIGGER products_search AFTER INSERT OR UPDATE OF name, description, short_description, tags, brand, sku, category_id, status, archived_at
  ON products FOR EACH ROW EXECUTE FUNCTION product_words_changed();
--> statement-breakpoint
CREATE FUNCTION variant_words_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_product_search(ARRAY[coalesce(NEW.product_id, OLD.product_id)]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER variants_search AFTER INSERT OR DELETE OR UPDATE OF size, color, retired_at
  ON variants FOR EACH ROW EXECUTE FUNCTION variant_words_changed();
--> statement-breakpoint
CREATE FUNCTION category_words_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_product_search(ARRAY(SELECT p.id FROM products p JOIN categories c ON c.id = p.category_id
    WHERE NEW.id IN (c.id, c.parent_id)));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER categories_search AFTER UPDATE OF name, parent_id ON categories FOR EACH ROW
  WHEN (OLD.name <> NEW.name OR OLD.parent_id IS DISTINCT FROM NEW.parent_id) EXECUTE FUNCTION category_words_changed();
--> statement-breakpoint
SELECT refresh_product_search(ARRAY(SELECT id FROM products));
