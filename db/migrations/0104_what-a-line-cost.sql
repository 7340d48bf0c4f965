-- What was sold before stays empty: what it cost then is not known.
ALTER TABLE "order_items" ADD COLUMN "unit_cost" integer CONSTRAINT "order_items_cost" CHECK ("unit_cost" >= 0);--> statement-breakpoint
ALTER TABLE "pos_sale_items" ADD COLUMN "unit_cost" integer CONSTRAINT "pos_sale_items_cost" CHECK ("unit_cost" >= 0);
