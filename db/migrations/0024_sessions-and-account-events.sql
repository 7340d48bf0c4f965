CREATE TABLE "account_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"ip" text,
	"user_agent" text,
	"detail" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_events_kind" CHECK ("account_events"."kind" in ('signed-in', 'wrong-password', 'refused', 'session-ended')),
	CONSTRAINT "account_events_lengths" CHECK (length("account_events"."user_agent") <= 300 and length("account_events"."detail") <= 200)
);
--> statement-breakpoint
DROP INDEX "sessions_by_user";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "role" text DEFAULT 'customer' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proven_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "previous_token" text;--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_events_of_user" ON "account_events" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "account_events_by_day" ON "account_events" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_by_previous_token" ON "sessions" USING btree ("previous_token") WHERE previous_token is not null;--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id","updated_at");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_role" CHECK ("sessions"."role" in ('super_admin', 'admin', 'cashier', 'customer'));--> statement-breakpoint
UPDATE "sessions" SET "proven_at" = "sessions"."created_at", "role" = "profiles"."role", "expires_at" = CASE WHEN "profiles"."role" = 'customer'
	THEN least("sessions"."updated_at" + interval '30 days', "sessions"."created_at" + interval '180 days')
	ELSE least("sessions"."updated_at" + interval '14 hours', "sessions"."created_at" + interval '7 days') END
FROM "profiles" WHERE "profiles"."user_id" = "sessions"."user_id";
