ALTER TABLE "orders" ADD COLUMN "rider_link_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "rider_link_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "rider_name" text CONSTRAINT "orders_rider" CHECK (char_length("rider_name") between 1 and 60);
