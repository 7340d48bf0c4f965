-- The words of the trade for what the tables had names of their own for. Nothing but names changes.
ALTER TABLE orders RENAME COLUMN attention TO review_reason;--> statement-breakpoint
ALTER TABLE orders RENAME COLUMN discount_held TO discount_redeemed;--> statement-breakpoint
ALTER TABLE orders RENAME COLUMN idempotency_print TO idempotency_hash;--> statement-breakpoint
ALTER TABLE orders RENAME CONSTRAINT orders_attention TO orders_review_reason;--> statement-breakpoint
ALTER INDEX orders_needing_a_person RENAME TO orders_under_review;--> statement-breakpoint
ALTER TABLE pos_sales RENAME COLUMN parked TO review_reasons;--> statement-breakpoint
ALTER TABLE pos_sales RENAME COLUMN parked_note TO review_note;--> statement-breakpoint
ALTER TABLE pos_sales RENAME CONSTRAINT pos_sales_parked TO pos_sales_review_reasons;--> statement-breakpoint
ALTER INDEX pos_sales_waiting_for_a_person RENAME TO pos_sales_under_review;--> statement-breakpoint
ALTER TABLE pos_returns RENAME COLUMN parked TO review_reasons;--> statement-breakpoint
ALTER TABLE pos_returns RENAME CONSTRAINT pos_returns_parked TO pos_returns_review_reasons;--> statement-breakpoint
ALTER INDEX pos_returns_waiting_for_a_person RENAME TO pos_returns_under_review;--> statement-breakpoint
ALTER TABLE unread_till_things RENAME TO unreadable_till_events;--> statement-breakpoint
ALTER TABLE unreadable_till_events RENAME CONSTRAINT unread_till_things_pkey TO unreadable_till_events_pkey;--> statement-breakpoint
ALTER TABLE unreadable_till_events RENAME CONSTRAINT unread_till_things_sent_by_users_id_fk TO unreadable_till_events_sent_by_users_id_fk;--> statement-breakpoint
ALTER TABLE till_device_people RENAME TO till_device_users;--> statement-breakpoint
ALTER TABLE till_device_users RENAME CONSTRAINT till_device_people_device_id_user_id_pk TO till_device_users_device_id_user_id_pk;--> statement-breakpoint
ALTER TABLE till_device_users RENAME CONSTRAINT till_device_people_device_id_till_devices_device_id_fk TO till_device_users_device_id_till_devices_device_id_fk;--> statement-breakpoint
ALTER TABLE till_device_users RENAME CONSTRAINT till_device_people_user_id_users_id_fk TO till_device_users_user_id_users_id_fk;--> statement-breakpoint
ALTER FUNCTION tell_catalogue() RENAME TO notify_catalogue;--> statement-breakpoint
ALTER FUNCTION tell_order() RENAME TO notify_order;--> statement-breakpoint
ALTER FUNCTION tell_sale() RENAME TO notify_sale;--> statement-breakpoint
ALTER FUNCTION tell_shift() RENAME TO notify_shift;--> statement-breakpoint
ALTER FUNCTION tell_drawer() RENAME TO notify_drawer;--> statement-breakpoint
ALTER FUNCTION tell_till() RENAME TO notify_till;--> statement-breakpoint
ALTER TRIGGER products_tell ON products RENAME TO products_notify;--> statement-breakpoint
ALTER TRIGGER variants_tell ON variants RENAME TO variants_notify;--> statement-breakpoint
ALTER TRIGGER product_images_tell ON product_images RENAME TO product_images_notify;--> statement-breakpoint
ALTER TRIGGER pictures_tell ON pictures RENAME TO pictures_notify;--> statement-breakpoint
ALTER TRIGGER categories_tell ON categories RENAME TO categories_notify;--> statement-breakpoint
ALTER TRIGGER banners_tell ON banners RENAME TO banners_notify;--> statement-breakpoint
ALTER TRIGGER orders_tell ON orders RENAME TO orders_notify;--> statement-breakpoint
ALTER TRIGGER pos_sales_tell ON pos_sales RENAME TO pos_sales_notify;--> statement-breakpoint
ALTER TRIGGER pos_returns_tell ON pos_returns RENAME TO pos_returns_notify;--> statement-breakpoint
ALTER TRIGGER shifts_tell ON shifts RENAME TO shifts_notify;--> statement-breakpoint
ALTER TRIGGER shift_cash_tell ON shift_cash RENAME TO shift_cash_notify;--> statement-breakpoint
ALTER TRIGGER tills_tell ON tills RENAME TO tills_notify;--> statement-breakpoint
ALTER TRIGGER shifts_tell_catalogue ON shifts RENAME TO shifts_notify_catalogue;--> statement-breakpoint
ALTER TRIGGER tills_tell_devices ON tills RENAME TO tills_notify_devices;
