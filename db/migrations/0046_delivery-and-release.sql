ALTER TABLE "orders" ADD COLUMN "collect_at" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "due_from" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "due_to" date CONSTRAINT "orders_due" CHECK ("due_from" <= "due_to" and num_nonnulls("due_from", "due_to") <> 1);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "release_code" text CONSTRAINT "orders_release_code" CHECK ("release_code" ~ '^[0-9]{4}$');--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "release_tries" integer DEFAULT 0 NOT NULL CONSTRAINT "orders_release_tries" CHECK ("release_tries" >= 0);
