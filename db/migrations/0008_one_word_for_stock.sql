-- A movement of stock writes its variant and its product: visitors' pages hear of both by one word, said by the
-- movement itself. Said by each table it took three calls for every line of an order.
CREATE OR REPLACE FUNCTION apply_stock_movement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE product uuid;
BEGIN
  UPDATE variants SET inventory = inventory + NEW.quantity WHERE id = NEW.variant_id RETURNING product_id INTO product;
  UPDATE products SET inventory_quantity = inventory_quantity + NEW.quantity WHERE id = product;
  PERFORM pg_notify('catalogue', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER products_tell ON products;
--> statement-breakpoint
CREATE TRIGGER products_tell AFTER INSERT OR UPDATE OR DELETE ON products FOR EACH STATEMENT
  WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION tell_catalogue();
--> statement-breakpoint
DROP TRIGGER variants_tell ON variants;
--> statement-breakpoint
CREATE TRIGGER variants_tell AFTER INSERT OR UPDATE OR DELETE ON variants FOR EACH STATEMENT
  WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION tell_catalogue();
