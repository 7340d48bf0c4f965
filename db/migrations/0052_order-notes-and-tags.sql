CREATE TABLE "order_staff_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_staff_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"text" text NOT NULL,
	"by_user" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_staff_notes_text" CHECK (char_length("order_staff_notes"."text") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "order_tags" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_tags_name" CHECK (char_length("order_tags"."name") between 1 and 30)
);
--> statement-breakpoint
CREATE TABLE "tagged_orders" (
	"order_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	CONSTRAINT "tagged_orders_order_id_tag_id_pk" PRIMARY KEY("order_id","tag_id")
);
--> statement-breakpoint
ALTER TABLE "order_staff_notes" ADD CONSTRAINT "order_staff_notes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_staff_notes" ADD CONSTRAINT "order_staff_notes_by_user_users_id_fk" FOREIGN KEY ("by_user") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tagged_orders" ADD CONSTRAINT "tagged_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tagged_orders" ADD CONSTRAINT "tagged_orders_tag_id_order_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."order_tags"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_staff_notes_of_order" ON "order_staff_notes" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_staff_notes_oldest" ON "order_staff_notes" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_tags_once" ON "order_tags" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "tagged_orders_of_tag" ON "tagged_orders" USING btree ("tag_id","order_id");