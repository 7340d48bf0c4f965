ALTER TABLE "pos_sales" ADD COLUMN "exchange" jsonb;--> statement-breakpoint
-- A sale that something comes back for is not paid without it: it is on record first, or a person is told. A release of
-- before, which knows of none, leaves such a payment to this one.
CREATE FUNCTION guard_paid_exchange() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM pos_returns WHERE id = (NEW.exchange->>'id')::uuid AND exchange_sale_id = NEW.id) THEN
    RAISE EXCEPTION 'sale % is paid without what comes back for it', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'pos_sales_exchange_made';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER pos_sales_exchange_made BEFORE UPDATE OF payment_status ON pos_sales FOR EACH ROW
  WHEN (NEW.payment_status = 'completed' AND OLD.payment_status <> 'completed' AND NEW.exchange IS NOT NULL AND NEW.review_reasons = '{}')
  EXECUTE FUNCTION guard_paid_exchange();
