ALTER TABLE "profiles" ADD COLUMN "review_emails_off_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "review_asked_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "orders_to_ask" ON "orders" USING btree ("delivered_at") WHERE status = 'delivered' and review_asked_at is null;