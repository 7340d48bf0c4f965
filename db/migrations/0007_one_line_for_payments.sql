-- That an order's or a till sale's time is over stands in the same line as the questions about its payment,
-- so that both are put there at once. What waits in the lines of before moves with it.
DO $$ BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    UPDATE pgboss.job SET name = 'check-payment'
      WHERE name IN ('expire-order', 'expire-sale') AND state < 'completed';
  END IF;
END $$;
