-- What came until the tables had plain names (0013 to 0022).
insert into till_devices (device_id, till_id, public_key) values (pg_temp.id('second device'), pg_temp.id('till'), 'a key');
insert into till_device_users (device_id, user_id) values (pg_temp.id('second device'), pg_temp.id('owner'));
update cart_items set request = 'request';
