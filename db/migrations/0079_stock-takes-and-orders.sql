ALTER TABLE "stock_count_lines" ADD COLUMN "in_orders" integer DEFAULT 0 NOT NULL CONSTRAINT "stock_count_lines_in_orders" CHECK ("in_orders" >= 0);
