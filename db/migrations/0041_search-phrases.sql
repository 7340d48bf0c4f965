ALTER TABLE "synonym_words" ADD COLUMN "parts" text[];--> statement-breakpoint
CREATE INDEX "synonym_words_by_parts" ON "synonym_words" USING gin ("parts");
--> statement-breakpoint
-- What finds each word of a text. A word with which nothing begins is taken for a typing error, and the most similar
-- ones that begin with the same letter are sought instead, or those of the same letters: two in the wrong order leave
-- little else alike. Words that mean the same find each other's products; so does what is more than one word, where
-- the text has all of it: each of its words is then found by what means the same, (a | s) & (b | s) is a & b | s.
CREATE OR REPLACE FUNCTION product_query_parts(typed text) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH words AS MATERIALIZED (
    SELECT word, stem_of(word) AS stem FROM words_of(typed) word ORDER BY word LIMIT 12
  ), wanted AS (
    SELECT word, stem FROM words
    WHERE stem IS NOT NULL OR length(word) = 1 OR NOT EXISTS (SELECT FROM words WHERE stem IS NOT NULL)
  ), phrases AS MATERIALIZED (
    SELECT known.parts, other.sought
    FROM (SELECT array_agg(coalesce(stem, word)) AS parts FROM words) typed
      JOIN synonym_words known ON known.parts && typed.parts AND known.parts <@ typed.parts
      JOIN synonym_words other ON other.synonym_id = known.synonym_id
  )
  SELECT array_agg(one.alternatives ORDER BY w.word)
  FROM wanted w CROSS JOIN LATERAL (
    SELECT length(w.word) < 3 OR w.word ~ '[0-9]'
      OR EXISTS (SELECT FROM search_words k, unnest(ARRAY[w.word, w.stem]) start
        WHERE k.word ~>=~ start AND k.word ~<~ (start || chr(1114111)))
      OR EXISTS (SELECT FROM synonym_words k WHERE k.stem = w.stem OR (k.word ~>=~ w.word AND k.word ~<~ (w.word || chr(1114111))))
      OR EXISTS (SELECT FROM phrases WHERE coalesce(w.stem, w.word) = ANY (parts)) AS is_known
  ) known CROSS JOIN LATERAL (
    SELECT '(' || string_agg(DISTINCT term, ' | ') || ')' AS alternatives
    FROM (
      SELECT terms_of(meant.sought) AS term
      FROM (
        SELECT w.word AS sought
        UNION ALL
        (SELECT k.word FROM (SELECT word FROM search_words UNION SELECT word FROM synonym_words WHERE word IS NOT NULL) k
          WHERE NOT known.is_known AND k.word ~>=~ left(w.word, 1) AND k.word ~<~ (left(w.word, 1) || chr(1114111))
            AND length(k.word) BETWEEN length(w.word) - 2 AND length(w.word) + 2
            AND (similarity(k.word, w.word) >= 0.3 OR letters_of(k.word) = letters_of(w.word))
          ORDER BY k.word <-> w.word, k.word LIMIT 2)
      ) meant
      UNION ALL
      SELECT sought FROM phrases WHERE coalesce(w.stem, w.word) = ANY (parts)
    ) found
  ) one
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION synonyms_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM synonym_words WHERE synonym_id = coalesce(NEW.id, OLD.id);
  IF TG_OP <> 'DELETE' AND NEW.is_active THEN
    -- A word or its stem, whole: the beginning of it would find what is called otherwise (bag, baggy).
    INSERT INTO synonym_words (synonym_id, word, stem, parts, sought)
    SELECT NEW.id, CASE WHEN count(*) = 1 THEN min(part) END, CASE WHEN count(*) = 1 THEN min(stem_of(part)) END,
      CASE WHEN count(*) > 1 THEN array_agg(coalesce(stem_of(part), part)) END,
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
-- Groups that are there already have their parts written by the trigger.
UPDATE search_synonyms SET words = words WHERE is_active;
