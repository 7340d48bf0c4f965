-- What the web shop keeps back for a silent till ends when the till is back, its shift is closed, or it is retired:
-- visitors' pages hear of it. That it begins is told by no event: pages are not kept that long.
CREATE TRIGGER tills_tell AFTER UPDATE ON tills FOR EACH ROW
  WHEN (OLD.last_seen_at < now() - interval '1 minute' AND NEW.last_seen_at > OLD.last_seen_at
    OR OLD.retired_at IS DISTINCT FROM NEW.retired_at) EXECUTE FUNCTION tell_catalogue();
--> statement-breakpoint
CREATE TRIGGER shifts_tell_catalogue AFTER UPDATE OF closed_at ON shifts FOR EACH ROW
  WHEN (OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL) EXECUTE FUNCTION tell_catalogue();
