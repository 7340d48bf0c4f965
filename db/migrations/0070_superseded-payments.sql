-- contract 0.1.0: the lists grow by a reason that only the money of a changed order gives; the release before writes it nowhere, and has no words for such an order.
ALTER TABLE "undoable_moves" DROP CONSTRAINT "undoable_moves_review_reason";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_review_reason";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "superseded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "undoable_moves" ADD CONSTRAINT "undoable_moves_review_reason" CHECK ("undoable_moves"."review_reason" in ('paid-late', 'underpaid', 'paid-too-much', 'paid-without-stock', 'paid-twice', 'not-live-money'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_review_reason" CHECK ("orders"."review_reason" in ('paid-late', 'underpaid', 'paid-too-much', 'paid-without-stock', 'paid-twice', 'not-live-money'));