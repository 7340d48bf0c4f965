CREATE TABLE "order_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"kind" text,
	"sent_by" text,
	"text" text NOT NULL,
	"is_waiting" boolean NOT NULL,
	"by_user" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_messages_kind" CHECK ("order_messages"."kind" in ('not-arrived', 'wrong-item', 'faulty', 'does-not-fit', 'payment', 'address', 'other')),
	CONSTRAINT "order_messages_sent_by" CHECK ("order_messages"."sent_by" in ('email', 'whatsapp')),
	CONSTRAINT "order_messages_side" CHECK (num_nonnulls("order_messages"."kind", "order_messages"."sent_by") = 1),
	CONSTRAINT "order_messages_waiting" CHECK (not "order_messages"."is_waiting" or "order_messages"."kind" is not null),
	CONSTRAINT "order_messages_text" CHECK (char_length("order_messages"."text") between 1 and 2000)
);
--> statement-breakpoint
ALTER TABLE "order_messages" ADD CONSTRAINT "order_messages_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_messages" ADD CONSTRAINT "order_messages_by_user_users_id_fk" FOREIGN KEY ("by_user") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_messages_of_order" ON "order_messages" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_messages_to_answer" ON "order_messages" USING btree ("order_id") WHERE is_waiting;--> statement-breakpoint
CREATE INDEX "order_messages_oldest" ON "order_messages" USING btree ("created_at");--> statement-breakpoint

-- A message came or was answered: the order's customer and the staff hear of it, as of its steps.
CREATE FUNCTION notify_order_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('orders', (SELECT json_build_object(
    'orderNumber', o.order_number, 'userId', o.user_id, 'status', o.status, 'isPaid', o.paid_at IS NOT NULL)::text
    FROM orders o WHERE o.id = NEW.order_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_messages_notify AFTER INSERT OR UPDATE OF is_waiting ON order_messages FOR EACH ROW EXECUTE FUNCTION notify_order_message();
