-- contract 0.1.0: nothing that the release before writes is refused: every account has a profile, its account events are of these kinds, none of its orders is anonymized.
CREATE TABLE "newsletter_consents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "newsletter_consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subscriber_id" uuid NOT NULL,
	"act" text NOT NULL,
	"text_version" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "newsletter_consents_act" CHECK ("newsletter_consents"."act" in ('asked', 'confirmed', 'left'))
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"erased_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_events" DROP CONSTRAINT "account_events_kind";--> statement-breakpoint
ALTER TABLE "account_events" DROP CONSTRAINT "account_events_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "accounts" DROP CONSTRAINT "accounts_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "addresses" DROP CONSTRAINT "addresses_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "passkeys" DROP CONSTRAINT "passkeys_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "recovery_codes" DROP CONSTRAINT "recovery_codes_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "second_factors" DROP CONSTRAINT "second_factors_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "sessions" DROP CONSTRAINT "sessions_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "cart_items" DROP CONSTRAINT "cart_items_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "wishlists" DROP CONSTRAINT "wishlists_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "till_device_users" DROP CONSTRAINT "till_device_users_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "till_pins" DROP CONSTRAINT "till_pins_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "anonymized_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "newsletter_consents" ADD CONSTRAINT "newsletter_consents_subscriber_id_newsletter_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."newsletter_subscribers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "newsletter_consents_of_subscriber" ON "newsletter_consents" USING btree ("subscriber_id","id");--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlists" ADD CONSTRAINT "wishlists_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_device_users" ADD CONSTRAINT "till_device_users_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_pins" ADD CONSTRAINT "till_pins_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_kind" CHECK ("account_events"."kind" in ('signed-in', 'wrong-password', 'wrong-code', 'wrong-passkey', 'copied-passkey', 'recovery-code-used', 'second-step-on', 'second-step-off', 'passkey-added', 'passkey-removed', 'refused', 'session-ended', 'data-downloaded'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_anonymized" CHECK ("orders"."anonymized_at" is null or ("orders"."email" = '' and "orders"."first_name" = '' and "orders"."last_name" = ''
        and "orders"."phone" = '' and "orders"."shipping_address" = '{"firstName":"","lastName":"","phone":"","address":"","city":"","district":""}' and "orders"."billing_address" = '{"firstName":"","lastName":"","phone":"","address":"","city":"","district":""}'
        and num_nonnulls("orders"."address_key", "orders"."notes", "orders"."idempotency_key", "orders"."idempotency_hash") = 0));--> statement-breakpoint
-- What is known of the addresses on the list from before this log.
INSERT INTO newsletter_consents (subscriber_id, act, created_at)
SELECT id, act, at FROM newsletter_subscribers,
  LATERAL (VALUES ('asked', created_at), ('confirmed', confirmed_at), ('left', left_at)) acts (act, at)
WHERE at IS NOT NULL ORDER BY at;
--> statement-breakpoint
-- An order that was on its way while its account was erased: the account's row is still there for the earlier ones.
CREATE FUNCTION refuse_order_without_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM profiles WHERE user_id = NEW.user_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the account is erased' USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_of_an_account';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_of_an_account BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION refuse_order_without_account();
