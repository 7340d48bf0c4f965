ALTER TABLE "till_devices" ADD COLUMN "left_at" timestamp with time zone;--> statement-breakpoint
-- A device whose till another one stands for, or none: when that one came, else when the till was retired, else now.
update till_devices d set left_at = greatest(d.claimed_at, coalesce(
  (select other.claimed_at from till_devices other where other.device_id = t.device_id and other.till_id = t.id),
  t.retired_at, now()))
from tills t where t.id = d.till_id and t.device_id is distinct from d.device_id;
