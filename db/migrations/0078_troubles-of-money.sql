-- contract 0.1.0: the list grows by kinds that the release before does not watch.
ALTER TABLE "troubles" DROP CONSTRAINT "troubles_kind";--> statement-breakpoint
ALTER TABLE "troubles" ADD CONSTRAINT "troubles_kind" CHECK ("troubles"."kind" in ('openings', 'tills', 'emails', 'disk', 'backup', 'payouts', 'payments'));--> statement-breakpoint
-- To whom an email was refused is kept in no finding any more.
UPDATE "troubles" SET "finding" = "finding" - 'names' WHERE "finding" ->> 'code' = 'emails-failed';
