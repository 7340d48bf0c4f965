-- A sale that empties a product writes what stands beside its words, under the product's lock; the words of a whole
-- category are written in the order of their products. Without the same locks first, the two waited for each other.
CREATE OR REPLACE FUNCTION category_words_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids uuid[] := ARRAY(SELECT p.id FROM products p JOIN categories c ON c.id = p.category_id WHERE NEW.id IN (c.id, c.parent_id));
BEGIN
  PERFORM FROM products WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  PERFORM refresh_product_search(ids);
  RETURN NULL;
END $$;
