-- contract 0.1.0: the list grows by a kind of file that the release before neither takes nor lists.
ALTER TABLE "imports" DROP CONSTRAINT "imports_kind";--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "source_hash" text CONSTRAINT "pictures_source_hash" CHECK ("source_hash" ~ '^[0-9a-f]{64}$');--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_kind" CHECK ("imports"."kind" in ('products', 'prices', 'stock', 'customers', 'pictures'));
