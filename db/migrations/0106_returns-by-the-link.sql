-- Whoever has the link of an order has no account that is known.
ALTER TABLE "returns" ALTER COLUMN "requested_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "link_version" integer CONSTRAINT "returns_asked_by" CHECK (num_nulls("requested_by", "link_version") = 1);
