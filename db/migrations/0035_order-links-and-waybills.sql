ALTER TABLE "orders" ADD COLUMN "waybill" text CONSTRAINT "orders_waybill" CHECK (char_length("waybill") between 1 and 60);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "link_version" integer DEFAULT 1 NOT NULL;
