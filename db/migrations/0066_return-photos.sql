CREATE TABLE "return_photos" (
	"return_id" uuid NOT NULL,
	"picture_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "return_photos_return_id_position_pk" PRIMARY KEY("return_id","position"),
	CONSTRAINT "return_photos_pictureId_unique" UNIQUE("picture_id"),
	CONSTRAINT "return_photos_few" CHECK ("return_photos"."position" between 0 and 2)
);
--> statement-breakpoint
ALTER TABLE "return_photos" ADD CONSTRAINT "return_photos_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_photos" ADD CONSTRAINT "return_photos_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE restrict ON UPDATE no action;