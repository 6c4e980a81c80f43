-- Sums of payments for the dashboard and the totals of lists. Each change of a payment's state appends a delta in its own
-- transaction; folding takes deltas away and adds them to the sums, in one transaction. What is read is the sums and the
-- deltas not folded yet, in one statement: always exact.

-- The state before this one, so that a move can say in one guarded update what it moved from.
alter table payments add column previous_status text not null default '';

create table payment_deltas (
  merchant_id uuid not null references merchants,
  environment text not null,
  delta_id bigint generated always as identity,
  -- The beginning of the quarter of an hour, in UTC, in which the payment was created.
  bucket timestamptz not null,
  currency text not null,
  status text not null,
  payment_method text not null,
  channel_key text not null,
  -- Signed: a move takes from the state before and gives to the one after.
  payments bigint not null,
  amount_minor bigint not null,
  fee_minor bigint not null,
  fee_tax_minor bigint not null,
  -- Of the amount, what came late and is kept apart.
  held_minor bigint not null,
  primary key (merchant_id, environment, delta_id)
);

-- Sums by the hours and the days of a time zone: the merchant's own, and its master's.
create table payment_hours (
  merchant_id uuid not null references merchants,
  environment text not null,
  time_zone text not null,
  currency text not null,
  status text not null,
  -- The beginning of the zone's hour, which lies at :15, :30 or :45 of UTC in some.
  hour timestamptz not null,
  payments bigint not null,
  amount_minor numeric not null,
  fee_minor numeric not null,
  fee_tax_minor numeric not null,
  held_minor numeric not null,
  primary key (merchant_id, environment, time_zone, currency, status, hour)
);
create table payment_days (
  merchant_id uuid not null references merchants,
  environment text not null,
  time_zone text not null,
  day date not null,
  currency text not null,
  status text not null,
  payment_method text not null,
  channel_key text not null,
  payments bigint not null,
  amount_minor numeric not null,
  fee_minor numeric not null,
  fee_tax_minor numeric not null,
  held_minor numeric not null,
  primary key (merchant_id, environment, time_zone, day, currency, status, payment_method, channel_key)
);
-- The zones whose hours and days a merchant has, whole. Those of any other are counted from the payments.
create table payment_zones (
  merchant_id uuid not null references merchants,
  environment text not null,
  time_zone text not null,
  since timestamptz not null,
  primary key (merchant_id, environment, time_zone)
);

-- What a payment adds to the sums of its state.
create view payment_measures with (security_invoker = true) as
  select
    p.merchant_id, p.environment, p.created_at, p.currency, p.status, p.payment_method, p.channel_key,
    1::bigint as payments, p.amount_minor, p.fee_minor, p.fee_tax_minor,
    case when p.late and p.status = 'Success' and (
      select l.late_payment <> 'accept' from payment_links l
      where l.merchant_id = p.merchant_id and l.environment = p.environment and l.link_ref = p.link_ref
    ) then p.amount_minor else 0 end as held_minor
  from payments p;

-- The zones that a merchant's sums are kept in.
create function zones_of(wanted uuid) returns table (time_zone text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select m.time_zone from merchants m where m.merchant_id = wanted
  union
  select b.time_zone from merchants m join merchants b on b.merchant_id = m.master_id where m.merchant_id = wanted;
end;
-- Every merchant and environment with deltas to fold; for the worker, which then works on one at a time.
create function scopes_to_fold() returns table (merchant_id uuid, environment text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select distinct d.merchant_id, d.environment from payment_deltas d;
end;
-- What there is already.
insert into payment_zones
  select s.merchant_id, s.environment, z.time_zone, now()
  from (select distinct merchant_id, environment from payments) s, zones_of(s.merchant_id) z;
insert into payment_hours
  select m.merchant_id, m.environment, z.time_zone, m.currency, m.status, date_trunc('hour', m.created_at, z.time_zone),
    sum(m.payments), sum(m.amount_minor), sum(m.fee_minor), sum(m.fee_tax_minor), sum(m.held_minor)
  from payment_measures m join payment_zones z using (merchant_id, environment) group by 1, 2, 3, 4, 5, 6;
insert into payment_days
  select m.merchant_id, m.environment, z.time_zone, (m.created_at at time zone z.time_zone)::date, m.currency, m.status,
    m.payment_method, m.channel_key,
    sum(m.payments), sum(m.amount_minor), sum(m.fee_minor), sum(m.fee_tax_minor), sum(m.held_minor)
  from payment_measures m join payment_zones z using (merchant_id, environment) group by 1, 2, 3, 4, 5, 6, 7, 8;

revoke execute on function zones_of, scopes_to_fold from public;
grant execute on function zones_of, scopes_to_fold to countinghouse_app;
grant select, insert, delete on payment_deltas to countinghouse_app;
grant select, insert, update on payment_hours, payment_days to countinghouse_app;
grant select, insert on payment_zones to countinghouse_app;
grant select on payment_measures to countinghouse_app;
call guard('payment_deltas');
call guard('payment_hours');
call guard('payment_days');
call guard('payment_zones');
