-- contract 0.1.0: the list of reasons grows; the release before writes none of the new one
ALTER TABLE "pos_returns" DROP CONSTRAINT "pos_returns_review_reasons";--> statement-breakpoint
ALTER TABLE "pos_sales" DROP CONSTRAINT "pos_sales_review_reasons";--> statement-breakpoint
ALTER TABLE "pos_returns" ADD CONSTRAINT "pos_returns_review_reasons" CHECK ("pos_returns"."review_reasons" <@ array['short-stock', 'goods-unknown', 'price-differs', 'sum-differs', 'discount-unapproved', 'shift-unknown', 'returned-twice', 'paid-late', 'maker-unproven', 'signature-wrong', 'approved-offline', 'refund-unapproved', 'sale-missing']::text[]);--> statement-breakpoint
ALTER TABLE "pos_sales" ADD CONSTRAINT "pos_sales_review_reasons" CHECK ("pos_sales"."review_reasons" <@ array['short-stock', 'goods-unknown', 'price-differs', 'sum-differs', 'discount-unapproved', 'shift-unknown', 'returned-twice', 'paid-late', 'maker-unproven', 'signature-wrong', 'approved-offline', 'refund-unapproved', 'sale-missing']::text[]);--> statement-breakpoint
-- Returns of before that say to pay a sale which never came: somebody looks at them, as at those from now on.
UPDATE pos_returns back SET review_reasons = back.review_reasons || '{sale-missing}'::text[]
WHERE back.paid_sale_id IS NOT NULL AND back.handled_at IS NULL AND NOT EXISTS (
  SELECT FROM pos_sales sale WHERE
    (sale.payment_method = 'cash' AND sale.idempotency_key IN (back.paid_sale_id::text, back.paid_sale_id || ':cash'))
    OR (sale.id = back.paid_sale_id AND sale.payment_status = 'completed'));
