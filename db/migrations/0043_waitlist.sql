CREATE TABLE "waitlist_consents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waitlist_consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request_id" uuid NOT NULL,
	"act" text NOT NULL,
	"text_version" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waitlist_consents_act" CHECK ("waitlist_consents"."act" in ('asked', 'confirmed', 'left'))
);
--> statement-breakpoint
CREATE TABLE "waitlist_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"variant_id" uuid NOT NULL,
	"user_id" uuid,
	"email" text,
	"phone" text,
	"token" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	"told_by" uuid,
	"left_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waitlist_requests_token_unique" UNIQUE("token"),
	CONSTRAINT "waitlist_once_by_email" UNIQUE("variant_id","email"),
	CONSTRAINT "waitlist_once_by_phone" UNIQUE("variant_id","phone"),
	CONSTRAINT "waitlist_way" CHECK (num_nonnulls("waitlist_requests"."email", "waitlist_requests"."phone") = 1),
	CONSTRAINT "waitlist_told_by" CHECK ("waitlist_requests"."told_by" is null or "waitlist_requests"."phone" is not null),
	CONSTRAINT "waitlist_told" CHECK ("waitlist_requests"."told_at" is null or "waitlist_requests"."confirmed_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "waitlist_consents" ADD CONSTRAINT "waitlist_consents_request_id_waitlist_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."waitlist_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_requests" ADD CONSTRAINT "waitlist_requests_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_requests" ADD CONSTRAINT "waitlist_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_requests" ADD CONSTRAINT "waitlist_requests_told_by_users_id_fk" FOREIGN KEY ("told_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waitlist_consents_of_request" ON "waitlist_consents" USING btree ("request_id","id");--> statement-breakpoint
CREATE INDEX "waitlist_waiting" ON "waitlist_requests" USING btree ("variant_id","created_at") WHERE confirmed_at is not null and told_at is null and left_at is null;--> statement-breakpoint
CREATE INDEX "waitlist_by_email" ON "waitlist_requests" USING btree ("email") WHERE email is not null;--> statement-breakpoint
CREATE INDEX "waitlist_by_phone" ON "waitlist_requests" USING btree ("phone") WHERE phone is not null;--> statement-breakpoint
CREATE INDEX "waitlist_of_user" ON "waitlist_requests" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "waitlist_told_by_user" ON "waitlist_requests" USING btree ("told_by") WHERE told_by is not null;--> statement-breakpoint
CREATE INDEX "waitlist_oldest" ON "waitlist_requests" USING btree ("created_at");