-- What was refunded, in the sums of payments: by the payment, in the moment when that was created. And sums of all time,
-- so that a list without bounds in time is counted in some rows instead of all its days.

alter table payment_deltas add column refunded_minor bigint not null default 0;
alter table payment_hours add column refunded_minor numeric not null default 0;
alter table payment_days add column refunded_minor numeric not null default 0;

create table payment_totals (
  merchant_id uuid not null references merchants,
  environment text not null,
  currency text not null,
  status text not null,
  payment_method text not null,
  channel_key text not null,
  payments bigint not null,
  amount_minor numeric not null,
  fee_minor numeric not null,
  fee_tax_minor numeric not null,
  held_minor numeric not null,
  refunded_minor numeric not null,
  primary key (merchant_id, environment, currency, status, payment_method, channel_key)
);
call guard('payment_totals');
grant select, insert, update on payment_totals to countinghouse_app;

-- What is kept apart is so no longer once it is refunded.
create or replace view payment_measures with (security_invoker = true) as
  select
    p.merchant_id, p.environment, p.created_at, p.currency, p.status, p.payment_method, p.channel_key,
    1::bigint as payments, p.amount_minor, p.fee_minor, p.fee_tax_minor,
    case when p.held then p.amount_minor - p.refunded_minor else 0 end as held_minor,
    p.refunded_minor
  from payments p;

-- The planner knows little of a table that is filled and emptied all the time, and would read it whole: with all that
-- other merchants have in it, and the room that is not used. By this it takes the key's index.
create function deltas_of(merchants uuid[], of_environment text) returns setof payment_deltas
  language sql stable parallel safe set enable_seqscan = off
begin atomic
  select * from payment_deltas where merchant_id = any (merchants) and environment = of_environment;
end;

-- The hours and days of before know nothing of refunds: the worker makes them anew, and the totals with them.
update payments p set held = true from payment_links l
where not p.held and p.late and p.status = 'Success' and l.merchant_id = p.merchant_id and l.environment = p.environment
  and l.link_ref = p.link_ref and l.late_payment <> 'accept';
truncate payment_deltas, payment_hours, payment_days, payment_zones;
