DROP INDEX "orders_by_phone";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "address_key" text;--> statement-breakpoint
CREATE INDEX "orders_by_address" ON "orders" USING btree ("address_key","created_at");--> statement-breakpoint
CREATE INDEX "orders_by_phone" ON "orders" USING btree ("phone","created_at");