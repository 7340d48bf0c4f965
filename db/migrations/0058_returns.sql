CREATE TABLE "return_items" (
	"return_id" uuid NOT NULL,
	"order_item_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"restocked" integer DEFAULT 0 NOT NULL,
	"faulty" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "return_items_return_id_order_item_id_pk" PRIMARY KEY("return_id","order_item_id"),
	CONSTRAINT "return_items_quantity" CHECK ("return_items"."quantity" > 0),
	CONSTRAINT "return_items_inspected" CHECK ("return_items"."restocked" >= 0 and "return_items"."faulty" >= 0 and "return_items"."restocked" + "return_items"."faulty" <= "return_items"."quantity")
);
--> statement-breakpoint
CREATE TABLE "returns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"answer" text,
	"requested_by" uuid NOT NULL,
	"decided_at" timestamp with time zone,
	"received_at" timestamp with time zone,
	"inspected_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"refund_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "returns_refundId_unique" UNIQUE("refund_id"),
	CONSTRAINT "returns_status" CHECK ("returns"."status" in ('requested', 'approved', 'refused', 'received', 'inspected', 'settled', 'cancelled')),
	CONSTRAINT "returns_reason" CHECK ("returns"."reason" in ('faulty', 'wrong-item', 'not-as-described', 'other-size')),
	CONSTRAINT "returns_note" CHECK (char_length("returns"."note") between 1 and 1000),
	CONSTRAINT "returns_answer" CHECK (char_length("returns"."answer") between 1 and 300),
	CONSTRAINT "returns_ended" CHECK (("returns"."ended_at" is not null) = ("returns"."status" in ('refused', 'settled', 'cancelled'))),
	CONSTRAINT "returns_refund" CHECK ("returns"."refund_id" is null or "returns"."status" = 'settled')
);
--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "return_items_of_line" ON "return_items" USING btree ("order_item_id");--> statement-breakpoint
CREATE INDEX "returns_of_order" ON "returns" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "returns_to_work_on" ON "returns" USING btree ("created_at") WHERE status in ('requested', 'received', 'inspected');--> statement-breakpoint
-- Never more units come back than were bought: of what was inspected those that came, of what nothing came of none.
CREATE FUNCTION guard_return_items() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bought integer;
  back bigint;
BEGIN
  -- Two of one order take turns here: the second sees the first.
  PERFORM FROM orders WHERE id = (SELECT order_id FROM returns WHERE id = NEW.return_id) FOR NO KEY UPDATE;
  SELECT quantity INTO bought FROM order_items
    WHERE id = NEW.order_item_id AND order_id = (SELECT order_id FROM returns WHERE id = NEW.return_id);
  SELECT coalesce(sum(CASE WHEN r.status IN ('inspected', 'settled') THEN i.restocked + i.faulty ELSE i.quantity END), 0) INTO back
    FROM return_items i JOIN returns r ON r.id = i.return_id
    WHERE i.order_item_id = NEW.order_item_id AND r.status NOT IN ('refused', 'cancelled');
  IF bought IS NULL OR back > bought THEN
    RAISE EXCEPTION 'of line % % of % come back', NEW.order_item_id, back, bought USING ERRCODE = 'check_violation', CONSTRAINT = 'return_items_within_bought';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER return_items_guard AFTER INSERT OR UPDATE ON return_items FOR EACH ROW EXECUTE FUNCTION guard_return_items();
--> statement-breakpoint
-- What has ended stays ended, and what was inspected is not inspected again: its stock has moved.
CREATE FUNCTION guard_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.order_id <> OLD.order_id OR (NEW.status <> OLD.status
    AND (OLD.status IN ('refused', 'settled', 'cancelled') OR (OLD.status = 'inspected' AND NEW.status <> 'settled'))) THEN
    RAISE EXCEPTION 'return % stays %', NEW.id, OLD.status USING ERRCODE = 'check_violation', CONSTRAINT = 'returns_ended_for_good';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER returns_guard BEFORE UPDATE ON returns FOR EACH ROW EXECUTE FUNCTION guard_return();
