-- The code of a voucher that a till has sold has the id of its sale: it is made once the sale is paid, and of its sum.
CREATE FUNCTION guard_voucher_of_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM pos_sales WHERE id = NEW.id AND voucher_amount > 0
      AND (payment_status <> 'completed' OR voucher_amount <> NEW.amount)) THEN
    RAISE EXCEPTION 'voucher % is not paid with %', NEW.id, NEW.amount USING ERRCODE = 'check_violation', CONSTRAINT = 'credits_voucher_paid';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER credits_voucher_paid BEFORE INSERT ON credits FOR EACH ROW EXECUTE FUNCTION guard_voucher_of_sale();
