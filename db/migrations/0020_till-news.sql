-- A till got another device or name, or was taken out of use: its devices hear of it at once.
CREATE FUNCTION tell_till() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tills', json_build_object('tillId', NEW.id)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tills_tell_devices AFTER UPDATE OF device_id, name, retired_at ON tills FOR EACH ROW
  WHEN ((OLD.device_id, OLD.name, OLD.retired_at) IS DISTINCT FROM (NEW.device_id, NEW.name, NEW.retired_at))
  EXECUTE FUNCTION tell_till();
