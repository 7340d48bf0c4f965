-- A sale that something comes back for is paid with it on record, or with the note by which a person is told that it did
-- not come. Any reason to look at it was enough before, and an earlier release has one for all late money.
DROP TRIGGER pos_sales_exchange_made ON pos_sales;--> statement-breakpoint
CREATE TRIGGER pos_sales_exchange_made BEFORE UPDATE OF payment_status ON pos_sales FOR EACH ROW
  WHEN (NEW.payment_status = 'completed' AND OLD.payment_status <> 'completed' AND NEW.exchange IS NOT NULL
    AND NOT (NEW.review_notes @> '[{"code": "exchange-not-made"}]'))
  EXECUTE FUNCTION guard_paid_exchange();
