-- Why an event of a till could not be read becomes a code, where it was a sentence of zod's or of ours; in the log, too.
CREATE FUNCTION pg_temp.code_of_problem(why jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN why ->> 'code' = 'unreadable' AND code IS NOT NULL
    THEN jsonb_set(why, '{problem}', to_jsonb(code)) ELSE why END
  FROM (SELECT CASE
    WHEN problem IN ('a line is there twice') THEN 'line-twice'
    WHEN problem IN ('more than can be paid') THEN 'above-payable'
    WHEN problem IN ('a sale is of products or of a voucher') THEN 'products-or-voucher'
    WHEN problem LIKE 'Invalid discriminator value%' THEN 'invalid_union'
    WHEN problem LIKE 'Invalid input: expected %' THEN CASE WHEN problem LIKE 'Invalid input: expected "%' THEN 'invalid_value' ELSE 'invalid_type' END
    WHEN problem LIKE 'Invalid option%' THEN 'invalid_value'
    WHEN problem LIKE 'Too small%' THEN 'too_small'
    WHEN problem LIKE 'Too big%' THEN 'too_big'
    WHEN problem LIKE 'Unrecognized key%' THEN 'unrecognized_keys'
    WHEN problem LIKE 'Invalid key in %' THEN 'invalid_key'
    WHEN problem LIKE 'Invalid UUID' OR problem LIKE 'Invalid ISO %' OR problem LIKE 'Invalid string%' THEN 'invalid_format'
    WHEN problem = 'Invalid input' THEN 'custom'
    WHEN problem = '' THEN 'custom'
  END AS code FROM (SELECT why ->> 'problem' AS problem) AS said) AS known
$$;
--> statement-breakpoint
UPDATE unreadable_till_events SET why = pg_temp.code_of_problem(why) WHERE why ->> 'code' = 'unreadable';
--> statement-breakpoint
UPDATE audit_log SET
  before = CASE WHEN before ? 'why' THEN jsonb_set(before, '{why}', pg_temp.code_of_problem(before -> 'why')) ELSE before END,
  after = CASE WHEN after ? 'why' THEN jsonb_set(after, '{why}', pg_temp.code_of_problem(after -> 'why')) ELSE after END
WHERE entity = 'pos_sale' AND action = 'marked as handled' AND (before #>> '{why,code}' = 'unreadable' OR after #>> '{why,code}' = 'unreadable');
