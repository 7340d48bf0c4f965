-- What came until passkeys (0023 to 0031).
insert into account_events (user_id, kind, ip) values (pg_temp.id('buyer'), 'signed-in', '10.0.0.1');
insert into troubles (kind, finding, told_at, ended_at) values ('disk', '{"code": "disk-full", "freeMb": 20, "percent": 1}', now(), now());
insert into backups (started_at, finished_at, place, is_scheduled, name, bytes) values (now(), now(), '/backups', true, 'zovala-shop-20261123T013000Z.tar', 1000);
insert into second_factors (user_id, secret, confirmed_at) values (pg_temp.id('owner'), 'sealed', now());
insert into recovery_codes (user_id, hash) values (pg_temp.id('owner'), repeat('a', 43));
insert into sign_in_settings (second_step_for) values ('nobody');
insert into built_files (path, body, is_brotli) values ('/assets/old.js', 'x', false);
insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
  values (pg_temp.id('owner'), 'credential', 'key', 1, '{usb}', 'Key');
