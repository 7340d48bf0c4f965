ALTER TABLE "audit_log" ADD COLUMN "request" text;--> statement-breakpoint
CREATE INDEX "audit_log_of_request" ON "audit_log" USING btree ("by_user","request") WHERE "audit_log"."request" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_log_created_once" ON "audit_log" USING btree ("by_user","request","entity") WHERE "audit_log"."request" is not null and "audit_log"."action" = 'created';--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_request" CHECK (length("audit_log"."request") between 1 and 80);