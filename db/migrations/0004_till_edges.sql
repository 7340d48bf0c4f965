ALTER TABLE "shifts" ADD COLUMN "closing_figures" jsonb;--> statement-breakpoint
ALTER TABLE "till_pins" ADD COLUMN "digits" smallint NOT NULL DEFAULT 4;--> statement-breakpoint
-- How long those were that are there nobody knows: who approves with one sets it anew.
ALTER TABLE "till_pins" ALTER COLUMN "digits" DROP DEFAULT;--> statement-breakpoint

-- The back office hears of what moves a drawer as it hears of a sale.
CREATE FUNCTION tell_drawer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('sales', json_build_object('saleNumber', NULL, 'status', TG_ARGV[0])::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER shift_cash_tell AFTER INSERT ON shift_cash FOR EACH ROW EXECUTE FUNCTION tell_drawer('cash-moved');
--> statement-breakpoint
CREATE TRIGGER pos_returns_tell AFTER INSERT ON pos_returns FOR EACH ROW EXECUTE FUNCTION tell_drawer('taken-back');
