ALTER TABLE "sessions" ADD COLUMN "former_token" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "renewed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "sessions_by_former_token" ON "sessions" USING btree ("former_token") WHERE "sessions"."former_token" is not null;--> statement-breakpoint
CREATE INDEX "pos_sales_by_phone" ON "pos_sales" USING btree (right(regexp_replace("customer_phone", '[^0-9]', '', 'g'), 9)) WHERE "pos_sales"."customer_phone" is not null;