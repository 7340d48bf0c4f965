CREATE TABLE "saved_filters" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"path" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_filters_path" CHECK ("saved_filters"."path" ~ '^/admin/[a-z-]{1,40}$'),
	CONSTRAINT "saved_filters_name" CHECK (length("saved_filters"."name") between 1 and 40),
	CONSTRAINT "saved_filters_query" CHECK (length("saved_filters"."query") between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filters_name_once" ON "saved_filters" USING btree ("user_id","path",lower("name"));