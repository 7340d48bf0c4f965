-- As it was, but nobody is held up by a person who may not end it either: who made a sale leaves it to anybody else who runs
-- the shop, and who has its phone number to somebody who neither made it nor has that number. Whoever is last may end it; its
-- maker, who types the number, never gets there by that.
CREATE OR REPLACE FUNCTION is_own_sale(one uuid, person uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  WITH people AS (
    SELECT p.user_id, sale.cashier_id = p.user_id AS made_it,
      coalesce(length(regexp_replace(p.phone, '[^0-9]', '', 'g')) >= 9
        AND right(regexp_replace(p.phone, '[^0-9]', '', 'g'), 9) = right(regexp_replace(sale.customer_phone, '[^0-9]', '', 'g'), 9), false) AS has_number
    FROM pos_sales sale CROSS JOIN profiles p
    WHERE sale.id = one AND (p.user_id = person OR p.role IN ('super_admin', 'admin')))
  SELECT EXISTS (
    SELECT FROM people me JOIN people other ON other.user_id <> me.user_id
    WHERE me.user_id = person AND (me.made_it OR (me.has_number AND NOT other.made_it AND NOT other.has_number)))
$$;
--> statement-breakpoint
-- As it was, but a large sum that the only other person gave back for it is looked at by who made the sale: that is another
-- person than who gave it, who may not either (guard_ended_review).
CREATE OR REPLACE FUNCTION guard_own_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM profiles other WHERE other.role IN ('super_admin', 'admin') AND other.user_id <> NEW.cashier_id
    AND NOT (NEW.review_reasons @> '{refund-unapproved}'
      AND EXISTS (SELECT FROM short_sale_ends WHERE pos_sale_id = NEW.id AND ended_by = other.user_id))) THEN
    RAISE EXCEPTION '% is looked at by who made it', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'review_not_own';
  END IF;
  RETURN NEW;
END $$;
