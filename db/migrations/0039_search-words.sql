CREATE TABLE "missed_searches" (
	"day" date NOT NULL,
	"words" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "missed_searches_day_words_pk" PRIMARY KEY("day","words"),
	CONSTRAINT "missed_searches_words" CHECK (length("missed_searches"."words") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "search_synonyms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"words" text[] NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_synonyms_words" CHECK (cardinality("search_synonyms"."words") between 2 and 20)
);
--> statement-breakpoint
CREATE TABLE "synonym_words" (
	"synonym_id" uuid NOT NULL,
	"word" text,
	"stem" text,
	"sought" text NOT NULL,
	CONSTRAINT "synonym_words_synonym_id_sought_pk" PRIMARY KEY("synonym_id","sought")
);
--> statement-breakpoint
ALTER TABLE "synonym_words" ADD CONSTRAINT "synonym_words_synonym_id_search_synonyms_id_fk" FOREIGN KEY ("synonym_id") REFERENCES "public"."search_synonyms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "missed_searches_by_words" ON "missed_searches" USING btree ("words");--> statement-breakpoint
CREATE INDEX "synonym_words_begin" ON "synonym_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "synonym_words_by_stem" ON "synonym_words" USING btree ("stem");
--> statement-breakpoint
-- What finds a word, as it is typed: it may be the beginning of one.
CREATE FUNCTION terms_of(word text) RETURNS SETOF text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT format('''%s'':*', word)
  UNION ALL SELECT format('''%s'':ABCD', stem_of(word)) WHERE stem_of(word) IS NOT NULL
  UNION ALL SELECT other.sought
  FROM synonym_words known JOIN synonym_words other ON other.synonym_id = known.synonym_id
  WHERE known.word = terms_of.word OR known.stem = stem_of(terms_of.word)
    OR (length(terms_of.word) >= 4 AND known.word ~>=~ terms_of.word AND known.word ~<~ (terms_of.word || chr(1114111)))
$$;
--> statement-breakpoint
-- What finds each word of a text. A word with which nothing begins is taken for a typing error, and the most similar
-- ones that begin with the same letter are sought instead, or those of the same letters: two in the wrong order leave
-- little else alike. Words that mean the same find each other's products.
CREATE FUNCTION product_query_parts(typed text) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH words AS MATERIALIZED (
    SELECT word, stem_of(word) AS stem FROM words_of(typed) word ORDER BY word LIMIT 12
  ), wanted AS (
    SELECT word, stem FROM words
    WHERE stem IS NOT NULL OR length(word) = 1 OR NOT EXISTS (SELECT FROM words WHERE stem IS NOT NULL)
  )
  SELECT array_agg(one.alternatives ORDER BY w.word)
  FROM wanted w CROSS JOIN LATERAL (
    SELECT length(w.word) < 3 OR w.word ~ '[0-9]'
      OR EXISTS (SELECT FROM search_words k, unnest(ARRAY[w.word, w.stem]) start
        WHERE k.word ~>=~ start AND k.word ~<~ (start || chr(1114111)))
      OR EXISTS (SELECT FROM synonym_words k WHERE k.stem = w.stem OR (k.word ~>=~ w.word AND k.word ~<~ (w.word || chr(1114111)))) AS is_known
  ) known CROSS JOIN LATERAL (
    SELECT '(' || string_agg(DISTINCT term, ' | ') || ')' AS alternatives
    FROM (
      SELECT w.word AS sought
      UNION ALL
      (SELECT k.word FROM (SELECT word FROM search_words UNION SELECT word FROM synonym_words WHERE word IS NOT NULL) k
        WHERE NOT known.is_known AND k.word ~>=~ left(w.word, 1) AND k.word ~<~ (left(w.word, 1) || chr(1114111))
          AND length(k.word) BETWEEN length(w.word) - 2 AND length(w.word) + 2
          AND (similarity(k.word, w.word) >= 0.3 OR letters_of(k.word) = letters_of(w.word))
        ORDER BY k.word <-> w.word, k.word LIMIT 2)
    ) meant CROSS JOIN LATERAL terms_of(meant.sought) term
  ) one
$$;
--> statement-breakpoint
-- Finds the products that have all of the words.
CREATE OR REPLACE FUNCTION product_query(typed text) RETURNS tsquery LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT array_to_string(product_query_parts(typed), ' & ')::tsquery
$$;
--> statement-breakpoint
CREATE FUNCTION synonyms_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM synonym_words WHERE synonym_id = coalesce(NEW.id, OLD.id);
  IF TG_OP <> 'DELETE' AND NEW.is_active THEN
    -- A word or its stem, whole: the beginning of it would find what is called otherwise (bag, baggy).
    INSERT INTO synonym_words (synonym_id, word, stem, sought)
    SELECT NEW.id, CASE WHEN count(*) = 1 THEN min(part) END, CASE WHEN count(*) = 1 THEN min(stem_of(part)) END,
      '(' || string_agg(CASE WHEN stem_of(part) IS NULL OR stem_of(part) = part THEN format('''%s'':ABCD', part)
        ELSE format('(''%s'':ABCD | ''%s'':ABCD)', part, stem_of(part)) END, ' & ' ORDER BY part) || ')'
    FROM unnest(NEW.words) WITH ORDINALITY said (words, place), words_of(said.words) part
    GROUP BY said.place
    ON CONFLICT DO NOTHING;
  END IF;
  PERFORM pg_notify('catalogue', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER search_synonyms_words AFTER INSERT OR UPDATE OR DELETE ON search_synonyms
  FOR EACH ROW EXECUTE FUNCTION synonyms_changed();
--> statement-breakpoint
-- What people in the region call clothes, to begin with: Chichewa, and what is said in Malawi, Zambia and South Africa.
INSERT INTO search_synonyms (words, created_at)
SELECT string_to_array(words, ', '), now() - interval '1 second' * place FROM (VALUES
  (1, 'nsapato, shoes, footwear'),
  (2, 'takkies, tekkies, tackies, sneakers, trainers'),
  (3, 'slops, pata pata, sandals, flip flops, slippers'),
  (4, 'diresi, dress, frock'),
  (5, 'malaya, shirt'),
  (6, 'bulauzi, blouse'),
  (7, 'buluku, buruku, trousers, pants'),
  (8, 'kabudula, shorts'),
  (9, 'siketi, skirt'),
  (10, 'sutu, suit'),
  (11, 'jekete, jacket, blazer'),
  (12, 'juzi, jersey, sweater, jumper, cardigan'),
  (13, 'chikwama, thumba, bag, handbag'),
  (14, 'chipewa, hat, cap'),
  (15, 'duku, doek, headwrap, head wrap, turban'),
  (16, 'lamba, belt'),
  (17, 'mkanda, mikanda, beads, necklace'),
  (18, 'ndolo, earrings'),
  (19, 'wotchi, watch'),
  (20, 'chitenje, kitenge, ankara, african print, wax print'),
  (21, 'ana, mwana, children, kids'),
  (22, 'amayi, mayi, women, ladies'),
  (23, 'abambo, bambo, men, gents'),
  (24, 'ukwati, wedding, bridal'),
  (25, 'ofiira, red'),
  (26, 'wakuda, yakuda, black'),
  (27, 'woyera, yoyera, white')
) built_in (place, words);
