-- Traits of payments, and their sums by the day: what a shopper paid with, why an attempt failed, how long it took. Each trait
-- is summed on its own, not with the others: so a day has some rows of each, and not as many as payments.

alter table payments
  -- By the table of devices, from the text in `device_info`; 'other' for what it does not know, empty without a text.
  add column device text not null default '',
  add column system text not null default '',
  add column browser text not null default '',
  -- Whether the payer has paid before; empty without an e-mail address, and before the payment succeeds.
  add column payer text not null default '',
  -- The first attempt to pay what it pays; null where that is not known yet.
  add column first_attempt boolean,
  -- From the attempt to its success, where a shopper was there.
  add column paid_seconds integer;

-- Null in what an older version writes: then the sums of traits are made anew.
alter table payment_deltas
  add column source text,
  add column payment_sub_type text,
  add column status_reason text,
  add column country text,
  add column language text,
  add column device text,
  add column system text,
  add column browser text,
  add column card_brand text,
  add column authentication text,
  add column payer text,
  add column orders bigint not null default 0,
  add column faults bigint not null default 0,
  add column timed bigint not null default 0,
  add column paid_seconds bigint not null default 0;

-- Its columns are those of the moment of its creation.
create or replace function deltas_of(merchants uuid[], of_environment text) returns setof payment_deltas
  language sql stable parallel safe
begin atomic
  select * from payment_deltas where merchant_id = any (merchants) and environment = of_environment;
end;

-- Whether the sums of traits of this zone are whole.
alter table payment_zones add column traits boolean not null default false;

create table payment_trait_days (
  merchant_id uuid not null references merchants,
  environment text not null,
  time_zone text not null,
  trait text not null,
  day date not null,
  value text not null,
  currency text not null,
  status text not null,
  payment_method text not null,
  payments bigint not null,
  amount_minor numeric not null,
  -- Of the payments: first attempts, those that failed by the provider's fault, those whose time is known, and those times.
  orders bigint not null,
  faults bigint not null,
  timed bigint not null,
  paid_seconds numeric not null,
  primary key (merchant_id, environment, time_zone, trait, day, value, currency, status, payment_method)
);
call guard('payment_trait_days');
grant select, insert, update, delete on payment_trait_days to countinghouse_app;

create or replace view payment_measures with (security_invoker = true) as
  select
    p.merchant_id, p.environment, p.created_at, p.currency, p.status, p.payment_method, p.channel_key,
    1::bigint as payments, p.amount_minor, p.fee_minor, p.fee_tax_minor,
    case when p.held then p.amount_minor - p.refunded_minor else 0 end as held_minor,
    p.refunded_minor,
    p.source, p.payment_sub_type, p.status_reason, p.country,
    coalesce(p.method_details ->> 'language', '') as language, p.device, p.system, p.browser, p.card_brand,
    coalesce(p.method_details ->> 'authentication', '') as authentication, p.payer,
    case when p.first_attempt then 1 else 0 end::bigint as orders,
    case when p.status = 'Failed' and p.status_reason = 'PAYMENT_CHANNEL_UNAVAILABLE' then 1 else 0 end::bigint as faults,
    case when p.paid_seconds is not null then 1 else 0 end::bigint as timed,
    coalesce(p.paid_seconds, 0)::bigint as paid_seconds
  from payments p;
