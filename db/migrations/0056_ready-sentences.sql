CREATE TABLE "ready_sentences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ready_sentences_lengths" CHECK (char_length("ready_sentences"."name") between 1 and 40 and char_length("ready_sentences"."text") between 1 and 2000)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "ready_sentences_once" ON "ready_sentences" USING btree (lower("name"));