-- What comes back of a retired variant is booked on it, but nobody can buy it: it is in no total of its product.
CREATE OR REPLACE FUNCTION apply_stock_movement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE product uuid;
BEGIN
  UPDATE variants SET inventory = inventory + NEW.quantity WHERE id = NEW.variant_id
    RETURNING CASE WHEN retired_at IS NULL THEN product_id END INTO product;
  UPDATE products SET inventory_quantity = inventory_quantity + NEW.quantity WHERE id = product;
  PERFORM pg_notify('catalogue', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION forget_variant_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET inventory_quantity = inventory_quantity - OLD.inventory WHERE id = OLD.product_id AND OLD.retired_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION sum_product_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Before the sum is read: a movement that is under way on another variant of the product holds this lock.
  PERFORM FROM products WHERE id = NEW.product_id FOR NO KEY UPDATE;
  UPDATE products SET inventory_quantity =
    (SELECT coalesce(sum(inventory), 0) FROM variants WHERE product_id = NEW.product_id AND retired_at IS NULL)
  WHERE id = NEW.product_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Every movement of stock locks its product before its variant: so none of these is under way from here on.
SELECT FROM products WHERE id IN (SELECT product_id FROM variants WHERE retired_at IS NOT NULL) ORDER BY id FOR NO KEY UPDATE;
--> statement-breakpoint
CREATE TRIGGER variants_retired AFTER UPDATE OF retired_at ON variants FOR EACH ROW
  WHEN (NEW.inventory <> 0 AND (OLD.retired_at IS NOT NULL OR NEW.retired_at IS NOT NULL)) EXECUTE FUNCTION sum_product_stock();
--> statement-breakpoint
-- The totals of before.
UPDATE variants SET retired_at = retired_at WHERE retired_at IS NOT NULL AND inventory <> 0;
