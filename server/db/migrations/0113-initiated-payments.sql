-- A link that a server made with an attempt: the channels that alone may take it, the first one first, and whether its money is only
-- authorised, so that the server captures it later. A payment says the latter too, since its link may change.
alter table payment_links add column channels text[] not null default '{}';
alter table payment_links add column authorises_only boolean not null default false;
alter table payments add column authorises_only boolean not null default false;
