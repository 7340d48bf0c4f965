-- contract 0.1.0: the list of groups grows; the release before writes none of the new group
CREATE TABLE "staff_invitations" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_invitations_hash_unique" UNIQUE("hash"),
	CONSTRAINT "staff_invitations_role" CHECK ("staff_invitations"."role" in ('super_admin', 'admin', 'cashier')),
	CONSTRAINT "staff_invitations_hash" CHECK (length("staff_invitations"."hash") = 43)
);
--> statement-breakpoint
CREATE TABLE "size_presets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"sizes" text[] NOT NULL,
	"category_id" uuid,
	"is_active" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "size_presets_sizes" CHECK (cardinality("size_presets"."sizes") between 1 and 30)
);
--> statement-breakpoint
CREATE TABLE "key_trials" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reference" text NOT NULL,
	"provider" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"amount" integer NOT NULL,
	"checkout_url" text,
	"last_answer" jsonb,
	"by_user" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "key_trials_reference_unique" UNIQUE("reference"),
	CONSTRAINT "key_trials_status" CHECK ("key_trials"."status" in ('open', 'paid', 'test', 'refused', 'unreachable')),
	CONSTRAINT "key_trials_provider" CHECK ("key_trials"."provider" in ('paychangu', 'sandbox')),
	CONSTRAINT "key_trials_amount" CHECK ("key_trials"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "saved_settings" DROP CONSTRAINT "saved_settings_group";--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_invited_by_profiles_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "size_presets" ADD CONSTRAINT "size_presets_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_trials" ADD CONSTRAINT "key_trials_by_user_users_id_fk" FOREIGN KEY ("by_user") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_invitations_newest" ON "staff_invitations" USING btree ("sent_at","user_id");--> statement-breakpoint
CREATE INDEX "staff_invitations_by_inviter" ON "staff_invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "staff_invitations_by_expiry" ON "staff_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "size_presets_name" ON "size_presets" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "size_presets_of_category" ON "size_presets" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "key_trials_newest" ON "key_trials" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "key_trials_by_user" ON "key_trials" USING btree ("by_user");--> statement-breakpoint
ALTER TABLE "saved_settings" ADD CONSTRAINT "saved_settings_group" CHECK ("saved_settings"."group" in ('contact', 'texts', 'policy', 'limits', 'couriers', 'calendar'));--> statement-breakpoint
-- by hand
-- Until staff save it, the files of the shop hold.
INSERT INTO saved_settings ("group") VALUES ('limits');
