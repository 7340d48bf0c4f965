-- As it was (0064), but nothing more is sent for a refund of which a payout has arrived, also one that came too late for it.
CREATE OR REPLACE FUNCTION guard_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'payouts are kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_kept';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NOT EXISTS (SELECT FROM refunds WHERE id = NEW.refund_id AND way = 'wallet' AND amount = NEW.amount
      AND status IN ('requested', 'failed')) THEN
      RAISE EXCEPTION 'payout % is of no refund that is to be sent', NEW.charge_id USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_of_refund';
    END IF;
    IF EXISTS (SELECT FROM payouts WHERE refund_id = NEW.refund_id AND status = 'paid') THEN
      RAISE EXCEPTION 'a payout of the refund of % has arrived', NEW.charge_id USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_once';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.charge_id, NEW.refund_id, NEW.provider, NEW.amount) IS DISTINCT FROM (OLD.charge_id, OLD.refund_id, OLD.provider, OLD.amount)
    OR (OLD.sent_at IS NOT NULL AND NEW.sent_at IS DISTINCT FROM OLD.sent_at) THEN
    RAISE EXCEPTION 'payout % is about something else now', NEW.charge_id USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_kept';
  END IF;
  IF NEW.status <> OLD.status AND (OLD.status = 'paid' OR NEW.status = 'open') THEN
    RAISE EXCEPTION 'payout % has ended', NEW.charge_id USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_ended';
  END IF;
  RETURN NEW;
END $$;
