CREATE TABLE "saved_settings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"group" text NOT NULL,
	"values" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "saved_settings_group_unique" UNIQUE("group"),
	CONSTRAINT "saved_settings_group" CHECK ("saved_settings"."group" in ('contact', 'texts', 'policy', 'couriers', 'calendar')),
	CONSTRAINT "saved_settings_values" CHECK (jsonb_typeof("saved_settings"."values") = 'object')
);

--> statement-breakpoint
-- by hand
-- A row for each group: until staff save one, the files of the shop hold.
INSERT INTO saved_settings ("group") VALUES ('contact'), ('texts'), ('policy'), ('couriers'), ('calendar');
--> statement-breakpoint
-- Every process reads them anew (sent at commit).
CREATE FUNCTION tell_settings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('settings', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER saved_settings_tell AFTER INSERT OR UPDATE OR DELETE ON saved_settings FOR EACH STATEMENT EXECUTE FUNCTION tell_settings();
