CREATE TABLE "shipment_items" (
	"shipment_id" uuid NOT NULL,
	"order_item_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "shipment_items_shipment_id_order_item_id_pk" PRIMARY KEY("shipment_id","order_item_id"),
	CONSTRAINT "shipment_items_quantity" CHECK ("shipment_items"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "shipments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"courier_name" text NOT NULL,
	"waybill" text,
	"shipped_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	"by_user" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shipments_number" CHECK ("shipments"."number" > 0),
	CONSTRAINT "shipments_courier" CHECK (char_length("shipments"."courier_name") between 1 and 60),
	CONSTRAINT "shipments_waybill" CHECK (char_length("shipments"."waybill") between 1 and 60)
);
--> statement-breakpoint
ALTER TABLE "shipment_items" ADD CONSTRAINT "shipment_items_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_items" ADD CONSTRAINT "shipment_items_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_by_user_users_id_fk" FOREIGN KEY ("by_user") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shipment_items_of_line" ON "shipment_items" USING btree ("order_item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shipments_of_order" ON "shipments" USING btree ("order_id","number");--> statement-breakpoint
ALTER TABLE "undoable_moves" ADD COLUMN "shipment_id" uuid CONSTRAINT "undoable_moves_shipment_id_shipments_id_fk" REFERENCES "public"."shipments"("id") ON DELETE cascade;--> statement-breakpoint
-- Never more of a line in parcels than was ordered, and only of the parcel's own order. The line is locked, so that two
-- parcels at the same moment are added up one after the other.
CREATE FUNCTION guard_shipment_item() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  line order_items%ROWTYPE;
BEGIN
  SELECT * INTO line FROM order_items WHERE id = NEW.order_item_id FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT FROM shipments WHERE id = NEW.shipment_id AND order_id = line.order_id) THEN
    RAISE EXCEPTION 'line % is of another order than its parcel', NEW.order_item_id USING ERRCODE = 'check_violation', CONSTRAINT = 'shipment_items_of_order';
  END IF;
  IF line.quantity < NEW.quantity + coalesce((SELECT sum(quantity) FROM shipment_items
    WHERE order_item_id = NEW.order_item_id AND shipment_id <> NEW.shipment_id), 0) THEN
    RAISE EXCEPTION 'more of line % in parcels than was ordered', NEW.order_item_id USING ERRCODE = 'check_violation', CONSTRAINT = 'shipment_items_ordered';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER shipment_items_guarded BEFORE INSERT OR UPDATE ON "shipment_items" FOR EACH ROW EXECUTE FUNCTION guard_shipment_item();
