DROP INDEX "sessions_by_previous_token";--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "previous_token";