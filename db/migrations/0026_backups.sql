CREATE TABLE "backups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone NOT NULL,
	"place" text NOT NULL,
	"is_scheduled" boolean NOT NULL,
	"name" text,
	"bytes" bigint,
	"failure" text,
	"removed_at" timestamp with time zone,
	CONSTRAINT "backups_made_or_failed" CHECK (("backups"."failure" is null) = ("backups"."name" is not null)),
	CONSTRAINT "backups_size" CHECK (("backups"."name" is null) = ("backups"."bytes" is null))
);
