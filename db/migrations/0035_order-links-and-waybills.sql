ALTER TABLE "orders" DROP CONSTRAINT "orders_anonymized";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "waybill" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "link_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_waybill" CHECK (char_length("orders"."waybill") between 1 and 60);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_anonymized" CHECK ("orders"."anonymized_at" is null or ("orders"."email" = '' and "orders"."first_name" = '' and "orders"."last_name" = ''
        and "orders"."phone" = '' and "orders"."shipping_address" = '{"firstName":"","lastName":"","phone":"","address":"","city":"","district":""}' and "orders"."billing_address" = '{"firstName":"","lastName":"","phone":"","address":"","city":"","district":""}'
        and num_nonnulls("orders"."address_key", "orders"."notes", "orders"."idempotency_key", "orders"."idempotency_hash", "orders"."waybill") = 0));