ALTER TABLE "pos_sales" ADD COLUMN "unpaid_amount" integer DEFAULT 0 NOT NULL CONSTRAINT "pos_sales_unpaid" CHECK ("unpaid_amount" >= 0 and "cash_amount" + "credit_amount" + "unpaid_amount" <= "total_amount");--> statement-breakpoint
-- Late money that paid its own part alone was noted, and counted for all that was neither cash nor on a code.
UPDATE "pos_sales" sale SET "unpaid_amount" = least(noted.amount, sale."total_amount" - sale."cash_amount" - sale."credit_amount")
FROM (
  SELECT s.id, sum((note->>'amount')::integer) AS amount FROM "pos_sales" s, jsonb_array_elements(s."review_notes") note
  WHERE note->>'code' IN ('exchange-not-made', 'cash-not-counted') GROUP BY s.id
) noted
WHERE noted.id = sale.id AND sale."payment_status" = 'completed' AND sale."payment_method" = 'paychangu';
