CREATE INDEX "voucher_purchases_of_buyer_by_phone" ON "voucher_purchases" USING btree ("buyer_phone");--> statement-breakpoint
CREATE INDEX "credits_by_status" ON "credits" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "import_entries_counted" ON "import_entries" USING btree ("import_id","state","row_count");--> statement-breakpoint
CREATE INDEX "voucher_refunds_by_day" ON "voucher_refunds" USING btree ("ended_at") WHERE status = 'done';--> statement-breakpoint
CREATE INDEX "stock_count_lines_of_count" ON "stock_count_lines" USING btree ("count_id","variant_id");--> statement-breakpoint
-- The last one: acts of the staff write the log last, and wait for it the shortest.
CREATE INDEX "audit_log_by_entity" ON "audit_log" USING btree ("entity","id");