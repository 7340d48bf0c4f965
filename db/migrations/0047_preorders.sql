CREATE TABLE "preorders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "preorders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"units" integer NOT NULL,
	"owed" integer NOT NULL,
	"told_at" timestamp with time zone,
	CONSTRAINT "preorders_once" UNIQUE("order_id","variant_id"),
	CONSTRAINT "preorders_owed" CHECK ("preorders"."units" > 0 and "preorders"."owed" between 0 and "preorders"."units")
);
--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "preorder_limit" integer;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "preorder_from" date CONSTRAINT "variants_preorder" CHECK (num_nonnulls("preorder_limit", "preorder_from") <> 1 and "preorder_limit" between 1 and 999);--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "preorder_owed" integer DEFAULT 0 NOT NULL CONSTRAINT "variants_preorder_owed" CHECK ("preorder_owed" >= 0 and "preorder_owed" <= "preorder_limit");--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "preorder_from" date;--> statement-breakpoint
ALTER TABLE "preorders" ADD CONSTRAINT "preorders_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "preorders_waiting" ON "preorders" USING btree ("variant_id","id") WHERE owed > 0;--> statement-breakpoint
CREATE INDEX "preorders_to_tell" ON "preorders" USING btree ("order_id") WHERE told_at is null;--> statement-breakpoint
ALTER TABLE "preorders" ADD CONSTRAINT "preorders_order" FOREIGN KEY ("order_id") REFERENCES "orders" ("id") ON DELETE RESTRICT;
--> statement-breakpoint
-- Of each variant, how many units are owed: its CHECK keeps that within what staff have allowed.
CREATE FUNCTION count_preorders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE change integer := 0;
BEGIN
  IF TG_OP <> 'DELETE' THEN change := change + NEW.owed; END IF;
  IF TG_OP <> 'INSERT' THEN change := change - OLD.owed; END IF;
  IF change <> 0 THEN
    UPDATE variants SET preorder_owed = preorder_owed + change
      WHERE id = coalesce(NEW.variant_id, OLD.variant_id) AND (change < 0 OR preorder_limit IS NOT NULL);
    IF NOT FOUND THEN
      RAISE EXCEPTION 'nothing of this variant may be promised' USING ERRCODE = 'check_violation', CONSTRAINT = 'preorders_allowed';
    END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER preorders_count AFTER INSERT OR DELETE OR UPDATE OF owed ON preorders FOR EACH ROW EXECUTE FUNCTION count_preorders();
--> statement-breakpoint
-- What comes into stock through whichever door is given to who waits for it, the oldest first. A statement counts as
-- a whole: the release and the sale of a payment bring nothing. Whoever writes the ledger has locked the product.
CREATE FUNCTION give_to_preorders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  came record;
  waiting record;
  rest integer;
  given integer;
BEGIN
  FOR came IN SELECT variant_id, sum(quantity)::integer AS units FROM moved GROUP BY variant_id HAVING sum(quantity) > 0 LOOP
    rest := came.units;
    FOR waiting IN
      SELECT p.id, p.order_id, p.owed, o.paid_at IS NOT NULL AS is_paid FROM preorders p JOIN orders o ON o.id = p.order_id
      WHERE p.variant_id = came.variant_id AND p.owed > 0 ORDER BY p.id
    LOOP
      EXIT WHEN rest = 0;
      given := least(rest, waiting.owed);
      INSERT INTO stock_movements (variant_id, kind, quantity, order_id)
        VALUES (came.variant_id, CASE WHEN waiting.is_paid THEN 'sale' ELSE 'reservation' END, -given, waiting.order_id);
      UPDATE preorders SET owed = owed - given WHERE id = waiting.id;
      rest := rest - given;
    END LOOP;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_movements_preorders AFTER INSERT ON stock_movements REFERENCING NEW TABLE AS moved
  FOR EACH STATEMENT EXECUTE FUNCTION give_to_preorders();
--> statement-breakpoint
-- What is not counted is always there.
CREATE FUNCTION give_untracked_preorders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE preorders p SET owed = 0 FROM variants v WHERE v.id = p.variant_id AND v.product_id = NEW.id AND p.owed > 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_untracked AFTER UPDATE OF track_inventory ON products FOR EACH ROW
  WHEN (OLD.track_inventory AND NOT NEW.track_inventory) EXECUTE FUNCTION give_untracked_preorders();
--> statement-breakpoint
-- Nothing leaves the shop that has not arrived there.
CREATE FUNCTION keep_owed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM preorders WHERE order_id = NEW.id AND owed > 0) THEN
    RAISE EXCEPTION 'order % waits for what was pre-ordered', NEW.order_number USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_preorders_arrived';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_preorders_arrived BEFORE UPDATE OF status ON orders FOR EACH ROW
  WHEN (NEW.status IN ('shipped', 'delivered') AND NEW.status <> OLD.status) EXECUTE FUNCTION keep_owed_orders();
