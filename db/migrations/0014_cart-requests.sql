ALTER TABLE "cart_items" ADD COLUMN "request" text;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_request" CHECK (length("cart_items"."request") between 1 and 60);