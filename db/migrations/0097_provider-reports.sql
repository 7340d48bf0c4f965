ALTER TABLE "payouts" ADD COLUMN "refused_with" jsonb;
--> statement-breakpoint
-- What our own adapters wrote about a payment or a payout becomes a code with what it names; of the provider's words
-- (`words`) nothing is lost. Null for what fits no sentence that they ever wrote: such a row stays as it is.
CREATE FUNCTION pg_temp.provider_report(written text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  fixed constant jsonb := '{
    "the reference is not one of ours": "reference-not-ours",
    "the number is not one of ours": "reference-not-ours",
    "the amount is not whole kwacha": "amount-not-kwacha",
    "online payment is off": "payments-off",
    "PAYMENTS is off": "payments-off",
    "tx_ref: already used": "reference-used",
    "charge_id: already used": "reference-used",
    "the sandbox knows no such payment": "unknown-to-provider",
    "the sandbox knows no such payout": "unknown-to-provider",
    "not paid yet": "not-paid-yet",
    "under way": "under-way",
    "the wallet of this number takes no money": "wallet-takes-none",
    "The wallet of this number takes no money": "wallet-takes-none"
  }';
  quoted constant jsonb := '{
    "the provider says nothing about it": "nothing-about-it",
    "it says nothing about it": "nothing-about-it",
    "the answer is about another reference": "other-reference",
    "the answer is about another payout": "other-reference",
    "said to be paid, without our reference": "without-reference",
    "paid in no currency": "without-currency"
  }';
  endings constant jsonb := '{
    "; it is about another reference": "other-reference",
    "; in test mode: this is a test key, and the shop is live": "test-key",
    "; no usable checkout_url": "without-page"
  }';
  ending record;
  m text[];
  head text;
  code text;
  words text;
  quote jsonb;
BEGIN
  IF fixed ? written THEN RETURN jsonb_build_object('code', fixed ->> written); END IF;
  m := regexp_match(written, '^no answer within ([0-9]+(\.[0-9]+)?) s$');
  IF m IS NOT NULL THEN RETURN jsonb_build_object('code', 'no-answer', 'seconds', m[1]::numeric); END IF;
  m := regexp_match(written, '^the connection failed( \((.*)\))?$');
  IF m IS NOT NULL THEN RETURN jsonb_build_object('code', 'connection-failed', 'cause', m[2]); END IF;
  m := regexp_match(written, '^the sandbox cannot reach its table(: (.*))?$');
  IF m IS NOT NULL THEN
    RETURN jsonb_build_object('code', 'sandbox-unreachable', 'cause', nullif(m[2], 'unknown'));
  END IF;
  m := regexp_match(written, '^(failed|cancelled) on the test page$');
  IF m IS NOT NULL THEN RETURN jsonb_build_object('code', 'ended-on-test-page', 'status', m[1]); END IF;
  m := regexp_match(written, '^opened with (\w+), which takes no payments here now$');
  IF m IS NOT NULL THEN RETURN jsonb_build_object('code', 'other-provider', 'provider', m[1]); END IF;

  -- An answer alone: `HTTP 400: Invalid request`, and what was odd about a page that it opened.
  m := regexp_match(written, '^HTTP ([0-9]{3}): (.*)$');
  IF m IS NOT NULL THEN
    words := m[2];
    code := 'provider-message';
    FOR ending IN SELECT * FROM jsonb_each_text(endings) LOOP
      IF right(words, length(ending.key)) = ending.key THEN
        words := left(words, -length(ending.key));
        code := ending.value;
      END IF;
    END LOOP;
    IF words = 'not JSON' AND code = 'provider-message' THEN
      RETURN jsonb_build_object('code', 'not-json', 'http', m[1]::int);
    END IF;
    RETURN jsonb_build_object('code', code, 'http', m[1]::int, 'words', nullif(words, 'no message'));
  END IF;

  -- What we made of an answer, and the answer behind it: `paid in no currency (HTTP 200: ok)`. It was cut at 300.
  head := split_part(written, ' (HTTP ', 1);
  m := regexp_match(substr(written, length(head) + 1), '^ \(HTTP ([0-9]{3}): (.*)$');
  IF m IS NULL THEN RETURN NULL; END IF;
  words := CASE WHEN right(m[2], 1) = ')' THEN left(m[2], -1) WHEN length(written) >= 300 THEN m[2] END;
  IF words IS NULL THEN RETURN NULL; END IF;
  quote := jsonb_build_object('http', m[1]::int, 'words', nullif(words, 'no message'));
  IF words = 'not JSON' THEN RETURN jsonb_build_object('code', 'not-json', 'http', m[1]::int); END IF;
  IF quoted ? head THEN RETURN jsonb_build_object('code', quoted ->> head) || quote; END IF;
  IF head IN ('failed', 'cancelled', 'expired', 'declined') THEN
    RETURN jsonb_build_object('code', 'failed', 'status', head) || quote;
  END IF;
  m := regexp_match(head, '^status (.*), (payment|payout) (.*)$');
  IF m IS NOT NULL THEN
    RETURN jsonb_build_object('code', 'undecided', 'what', m[2],
      'outer', nullif(m[1], 'none'), 'inner', nullif(m[3], 'none')) || quote;
  END IF;
  m := regexp_match(head, '^(paid )?an amount that is not whole(: (.*))?$');
  IF m IS NOT NULL THEN
    RETURN jsonb_build_object('code', 'amount-not-whole',
      'amount', CASE WHEN m[3] NOT IN ('undefined', 'null') THEN m[3] END) || quote;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION pg_temp.coded_answer(answer jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  select case answer ->> 'code'
    when 'said' then coalesce(pg_temp.provider_report(answer ->> 'text'), answer)
    when 'refused' then coalesce(
      jsonb_build_object('code', 'not-accepted') || (select jsonb_build_object('report', report)
        from pg_temp.provider_report(answer ->> 'text') as report where report is not null), answer)
    else answer end
$$;
--> statement-breakpoint
UPDATE payments SET last_answer = pg_temp.coded_answer(last_answer) WHERE last_answer ->> 'code' = 'said';
--> statement-breakpoint
UPDATE key_trials SET last_answer = pg_temp.coded_answer(last_answer) WHERE last_answer ->> 'code' = 'said';
--> statement-breakpoint
UPDATE payouts SET last_answer = pg_temp.coded_answer(last_answer),
  refused_with = pg_temp.provider_report(refusal),
  refusal = CASE WHEN pg_temp.provider_report(refusal) IS NULL THEN refusal END
WHERE last_answer ->> 'code' IN ('said', 'refused') OR refusal IS NOT NULL;
--> statement-breakpoint
-- The log of what people asked the provider: `answered` with what it answered then, and sentences from before codes,
-- `Attempt a1b2c3d4-… over MK 500: not paid yet.`
CREATE FUNCTION pg_temp.attempt_answer(told jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  m text[];
  answer jsonb;
BEGIN
  IF told ->> 'code' = 'answered' AND told -> 'answer' ->> 'code' = 'said' THEN
    RETURN jsonb_set(told, '{answer}', pg_temp.coded_answer(told -> 'answer'));
  END IF;
  m := regexp_match(told ->> 'text', '^Attempt (\S{1,9})… over MK.?([0-9,]+): (.*)\.$');
  IF told ->> 'code' IS DISTINCT FROM 'written' OR m IS NULL THEN RETURN told; END IF;
  answer := CASE WHEN m[3] <> 'no answer' THEN pg_temp.provider_report(m[3]) END;
  IF answer IS NULL AND m[3] <> 'no answer' THEN RETURN told; END IF;
  RETURN jsonb_build_object('code', 'answered', 'reference', m[1],
    'amount', replace(m[2], ',', '')::int, 'answer', answer);
END
$$;
--> statement-breakpoint
UPDATE audit_log SET after = jsonb_set(after, '{answers}', (
  SELECT coalesce(jsonb_agg(pg_temp.attempt_answer(told.answer) ORDER BY told.place), '[]')
  FROM jsonb_array_elements(after -> 'answers') WITH ORDINALITY AS told (answer, place)))
WHERE action = 'provider asked' AND jsonb_typeof(after -> 'answers') = 'array';
