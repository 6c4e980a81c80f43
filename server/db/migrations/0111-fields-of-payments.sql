-- The merchant's own five fields of a payment; empty until its server writes them.
alter table payments add column user_configured_fields text[] not null default '{}';
