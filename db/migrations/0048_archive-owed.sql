-- What was promised of a product that is put away could never arrive.
CREATE FUNCTION keep_owed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM variants WHERE product_id = NEW.id AND preorder_owed > 0) THEN
    RAISE EXCEPTION 'customers wait for product %', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'products_owed';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_owed BEFORE UPDATE OF archived_at ON products FOR EACH ROW
  WHEN (OLD.archived_at IS NULL AND NEW.archived_at IS NOT NULL) EXECUTE FUNCTION keep_owed_products();
