CREATE TABLE "undoable_moves" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"email" text,
	"expires_at" timestamp with time zone NOT NULL,
	"packed_at" timestamp with time zone,
	"shipped_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"review_reason" text,
	CONSTRAINT "undoable_moves_email" CHECK ("undoable_moves"."email" in ('paid', 'review', 'shipped', 'delivered', 'cancelled', 'expired')),
	CONSTRAINT "undoable_moves_review_reason" CHECK ("undoable_moves"."review_reason" in ('paid-late', 'underpaid', 'paid-without-stock', 'paid-twice', 'not-live-money'))
);
--> statement-breakpoint
ALTER TABLE "undoable_moves" ADD CONSTRAINT "undoable_moves_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "undoable_moves" ADD CONSTRAINT "undoable_moves_event_id_order_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."order_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "undoable_moves_of_event" ON "undoable_moves" USING btree ("event_id");