CREATE TABLE "import_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"label" text NOT NULL,
	"row_count" integer NOT NULL,
	"state" text DEFAULT 'unchecked' NOT NULL,
	"cells" jsonb NOT NULL,
	"plan" jsonb,
	"faults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "import_entries_row" UNIQUE("import_id","row"),
	CONSTRAINT "import_entries_state" CHECK ("import_entries"."state" in ('unchecked', 'bad', 'new', 'changed', 'same', 'added', 'edited')),
	CONSTRAINT "import_entries_rows" CHECK ("import_entries"."row" > 1 and "import_entries"."row_count" > 0),
	CONSTRAINT "import_entries_faults" CHECK (("import_entries"."state" = 'bad') = ("import_entries"."faults" <> '[]') or "import_entries"."state" = 'unchecked')
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"adds_categories" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'checking' NOT NULL,
	"rows" integer NOT NULL,
	"unread" text[] DEFAULT '{}' NOT NULL,
	"by_user" uuid NOT NULL,
	"ip" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "imports_kind" CHECK ("imports"."kind" in ('products', 'prices', 'stock', 'customers')),
	CONSTRAINT "imports_state" CHECK ("imports"."state" in ('checking', 'checked', 'importing', 'done')),
	CONSTRAINT "imports_rows" CHECK ("imports"."rows" > 0),
	CONSTRAINT "imports_file_name" CHECK (length("imports"."file_name") between 1 and 200)
);
--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "imported_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "import_entries" ADD CONSTRAINT "import_entries_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_by_user_users_id_fk" FOREIGN KEY ("by_user") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_entries_by_state" ON "import_entries" USING btree ("import_id","state","row","id");--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" USING btree ("created_at","id");