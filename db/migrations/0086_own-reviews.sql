-- What waits for a person is not marked as seen to by who made it at the till, as long as anybody else runs the shop.
CREATE FUNCTION guard_own_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM profiles other WHERE other.role IN ('super_admin', 'admin') AND other.user_id <> NEW.cashier_id) THEN
    RAISE EXCEPTION '% is looked at by who made it', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'review_not_own';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER pos_sales_review_not_own BEFORE UPDATE OF handled_by ON pos_sales FOR EACH ROW
  WHEN (NEW.handled_by = NEW.cashier_id AND NEW.handled_by IS DISTINCT FROM OLD.handled_by) EXECUTE FUNCTION guard_own_review();
--> statement-breakpoint
CREATE TRIGGER pos_returns_review_not_own BEFORE UPDATE OF handled_by ON pos_returns FOR EACH ROW
  WHEN (NEW.handled_by = NEW.cashier_id AND NEW.handled_by IS DISTINCT FROM OLD.handled_by) EXECUTE FUNCTION guard_own_review();
