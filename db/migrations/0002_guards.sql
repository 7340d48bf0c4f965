-- Numbers of orders and till sales: gap-tolerant, unique, never taken from max() + 1.
CREATE SEQUENCE order_numbers;
--> statement-breakpoint
CREATE SEQUENCE sale_numbers;
--> statement-breakpoint

-- Nobody exists without a role.
CREATE FUNCTION make_profile() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO profiles (user_id, full_name) VALUES (NEW.id, NEW.name);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_make_profile AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION make_profile();
--> statement-breakpoint

-- Nobody removes the last super_admin, by any road (role change or deletion).
CREATE FUNCTION keep_a_super_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.role = 'super_admin' AND (TG_OP = 'DELETE' OR NEW.role <> 'super_admin') THEN
    -- Two super_admins revoking each other at once must not both succeed.
    PERFORM pg_advisory_xact_lock(hashtext('super_admin'));
    IF NOT EXISTS (SELECT 1 FROM profiles WHERE role = 'super_admin' AND id <> OLD.id) THEN
      RAISE EXCEPTION 'the last super_admin stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'profiles_last_super_admin';
    END IF;
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
--> statement-breakpoint
CREATE TRIGGER profiles_keep_a_super_admin BEFORE UPDATE OF role OR DELETE ON profiles
  FOR EACH ROW EXECUTE FUNCTION keep_a_super_admin();
--> statement-breakpoint

-- Stock has one door: a row in the ledger moves the quantity, nothing else can.
ALTER TABLE stock_movements
  ADD CONSTRAINT stock_movements_order FOREIGN KEY (order_id) REFERENCES orders (id) ON DELETE RESTRICT,
  ADD CONSTRAINT stock_movements_pos_sale FOREIGN KEY (pos_sale_id) REFERENCES pos_sales (id) ON DELETE RESTRICT;
--> statement-breakpoint
CREATE FUNCTION apply_stock_movement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE product uuid;
BEGIN
  UPDATE variants SET inventory = inventory + NEW.quantity WHERE id = NEW.variant_id RETURNING product_id INTO product;
  UPDATE products SET inventory_quantity = inventory_quantity + NEW.quantity WHERE id = product;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_movements_apply AFTER INSERT ON stock_movements FOR EACH ROW EXECUTE FUNCTION apply_stock_movement();
--> statement-breakpoint
CREATE FUNCTION refuse_bare_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'stock of % changes only through stock_movements', TG_TABLE_NAME USING ERRCODE = 'check_violation', CONSTRAINT = 'stock_one_door';
END $$;
--> statement-breakpoint
CREATE TRIGGER variants_stock_one_door BEFORE UPDATE OF inventory ON variants FOR EACH ROW
  WHEN (pg_trigger_depth() = 0 AND NEW.inventory IS DISTINCT FROM OLD.inventory) EXECUTE FUNCTION refuse_bare_stock();
--> statement-breakpoint
CREATE TRIGGER variants_start_empty BEFORE INSERT ON variants FOR EACH ROW
  WHEN (NEW.inventory <> 0) EXECUTE FUNCTION refuse_bare_stock();
--> statement-breakpoint
CREATE TRIGGER products_stock_one_door BEFORE UPDATE OF inventory_quantity ON products FOR EACH ROW
  WHEN (pg_trigger_depth() = 0 AND NEW.inventory_quantity IS DISTINCT FROM OLD.inventory_quantity) EXECUTE FUNCTION refuse_bare_stock();
--> statement-breakpoint
CREATE TRIGGER products_start_empty BEFORE INSERT ON products FOR EACH ROW
  WHEN (NEW.inventory_quantity <> 0) EXECUTE FUNCTION refuse_bare_stock();
--> statement-breakpoint
CREATE FUNCTION forget_variant_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET inventory_quantity = inventory_quantity - OLD.inventory WHERE id = OLD.product_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER variants_forget_stock AFTER DELETE ON variants FOR EACH ROW
  WHEN (OLD.inventory <> 0) EXECUTE FUNCTION forget_variant_stock();
--> statement-breakpoint
-- The ledger is append-only: a mistake is mended by another row.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'check_violation', CONSTRAINT = 'append_only';
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_movements_append_only BEFORE UPDATE OF variant_id, kind, quantity, order_id, pos_sale_id, created_at ON stock_movements
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint

-- Categories form a tree of two levels (spec §3).
CREATE FUNCTION keep_two_levels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.parent_id IS NOT NULL AND (
    EXISTS (SELECT 1 FROM categories WHERE id = NEW.parent_id AND parent_id IS NOT NULL)
    OR EXISTS (SELECT 1 FROM categories WHERE parent_id = NEW.id)
  ) THEN
    RAISE EXCEPTION 'categories have two levels' USING ERRCODE = 'check_violation', CONSTRAINT = 'categories_two_levels';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER categories_keep_two_levels BEFORE INSERT OR UPDATE OF parent_id ON categories
  FOR EACH ROW EXECUTE FUNCTION keep_two_levels();
--> statement-breakpoint

-- What visitors see has changed: every process clears its finished pages (sent at commit).
CREATE FUNCTION tell_catalogue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_tell AFTER INSERT OR UPDATE OR DELETE ON products FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue();
--> statement-breakpoint
CREATE TRIGGER variants_tell AFTER INSERT OR UPDATE OR DELETE ON variants FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue();
--> statement-breakpoint
CREATE TRIGGER product_images_tell AFTER INSERT OR UPDATE OR DELETE ON product_images FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue();
--> statement-breakpoint
CREATE TRIGGER pictures_tell AFTER UPDATE OR DELETE ON pictures FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue();
--> statement-breakpoint
CREATE TRIGGER categories_tell AFTER INSERT OR UPDATE OR DELETE ON categories FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue();
--> statement-breakpoint
CREATE TRIGGER banners_tell AFTER INSERT OR UPDATE OR DELETE ON banners FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue();
--> statement-breakpoint

-- An order was placed, paid or moved: its buyer and the staff hear of it.
CREATE FUNCTION tell_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('orders', json_build_object(
    'orderNumber', NEW.order_number, 'userId', NEW.user_id, 'status', NEW.status, 'isPaid', NEW.paid_at IS NOT NULL)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_tell AFTER INSERT OR UPDATE OF status, paid_at, attention ON orders FOR EACH ROW EXECUTE FUNCTION tell_order();
--> statement-breakpoint

-- A till sale was rung up or paid: the back office hears of it.
CREATE FUNCTION tell_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('sales', json_build_object(
    'saleNumber', NEW.sale_number, 'status', NEW.payment_status)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER pos_sales_tell AFTER INSERT OR UPDATE OF payment_status ON pos_sales FOR EACH ROW EXECUTE FUNCTION tell_sale();
--> statement-breakpoint

-- How many there are: counting 100,000 rows on each visit of the dashboard would scan them all.
CREATE FUNCTION raise_tally(tally text, change integer) RETURNS void LANGUAGE sql AS $$
  -- One of 64 rows by connection: two that count at once rarely wait for each other.
  INSERT INTO tallies AS t (name, stripe, count) VALUES (tally, pg_backend_pid() % 64, change)
    ON CONFLICT (name, stripe) DO UPDATE SET count = t.count + change;
$$;
--> statement-breakpoint
CREATE FUNCTION tally_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_tally(TG_ARGV[0], (SELECT count(*)::integer FROM new_rows));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION tally_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_tally(TG_ARGV[0], -1);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION tally_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_tally(TG_ARGV[0], 1);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_tally_new AFTER INSERT ON orders REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_new('orders');
--> statement-breakpoint
CREATE TRIGGER orders_tally_gone AFTER DELETE ON orders FOR EACH ROW EXECUTE FUNCTION tally_gone('orders');
--> statement-breakpoint
CREATE TRIGGER profiles_tally_new AFTER INSERT ON profiles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_new('people');
--> statement-breakpoint
CREATE TRIGGER profiles_tally_gone AFTER DELETE ON profiles FOR EACH ROW EXECUTE FUNCTION tally_gone('people');
--> statement-breakpoint
-- Products that are archived are not counted.
CREATE TRIGGER products_tally_new AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_new('products');
--> statement-breakpoint
CREATE TRIGGER products_tally_gone AFTER DELETE ON products FOR EACH ROW WHEN (OLD.archived_at IS NULL) EXECUTE FUNCTION tally_gone('products');
--> statement-breakpoint
CREATE TRIGGER products_tally_archived AFTER UPDATE OF archived_at ON products FOR EACH ROW
  WHEN (OLD.archived_at IS NULL AND NEW.archived_at IS NOT NULL) EXECUTE FUNCTION tally_gone('products');
--> statement-breakpoint
CREATE TRIGGER products_tally_restored AFTER UPDATE OF archived_at ON products FOR EACH ROW
  WHEN (OLD.archived_at IS NOT NULL AND NEW.archived_at IS NULL) EXECUTE FUNCTION tally_back('products');
