CREATE TABLE "troubles" (
	"kind" text PRIMARY KEY NOT NULL,
	"finding" jsonb NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "troubles_kind" CHECK ("troubles"."kind" in ('openings', 'tills', 'emails', 'disk'))
);
