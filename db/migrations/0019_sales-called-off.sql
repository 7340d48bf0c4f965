ALTER TABLE "pos_sales" DROP CONSTRAINT "pos_sales_status";--> statement-breakpoint
ALTER TABLE "pos_sales" ADD CONSTRAINT "pos_sales_status" CHECK ("pos_sales"."payment_status" in ('pending', 'completed', 'failed', 'cancelled'));--> statement-breakpoint
-- The log knows which of those before were called off.
UPDATE pos_sales SET payment_status = 'cancelled' WHERE payment_status = 'failed'
  AND id::text IN (SELECT entity_id FROM audit_log WHERE entity = 'pos_sale' AND action = 'payment given up');
