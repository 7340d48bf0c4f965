-- contract 0.1.0: the list of groups grows; the release before writes none of the new group
ALTER TABLE "saved_settings" DROP CONSTRAINT "saved_settings_group";--> statement-breakpoint
ALTER TABLE "saved_settings" ADD CONSTRAINT "saved_settings_group" CHECK ("saved_settings"."group" in ('contact', 'texts', 'policy', 'limits', 'staff', 'areas', 'couriers', 'calendar'));--> statement-breakpoint
-- by hand
-- Until staff save it, the files of the shop hold.
INSERT INTO saved_settings ("group") VALUES ('staff');
