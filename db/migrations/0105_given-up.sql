ALTER TABLE "import_entries" ADD COLUMN "given_up" integer DEFAULT 0 NOT NULL CONSTRAINT "import_entries_given_up" CHECK ("given_up" >= 0);
