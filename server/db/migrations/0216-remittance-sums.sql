-- The items of a settlement, added up at its cut by what summaries ask for.
create table remittance_sums (
  merchant_id uuid not null,
  environment text not null constraint remittance_sums_environment check (environment in ('sandbox', 'live')),
  settlement_ref text collate "C" not null,
  country text not null,
  payment_method text not null,
  channel_key text not null,
  -- In minor units of the source's currency.
  sold_minor bigint not null,
  adjusted_minor bigint not null,
  fee_minor bigint not null,
  withholding_minor bigint not null,
  refunded_minor bigint not null,
  primary key (merchant_id, environment, settlement_ref, country, payment_method, channel_key),
  foreign key (merchant_id, environment, settlement_ref) references remittances
);
insert into remittance_sums
  select merchant_id, environment, settlement_ref, country, payment_method, channel_key,
    coalesce(sum(amount_minor) filter (where kind = 'payment'), 0), coalesce(sum(amount_minor) filter (where kind = 'adjustment'), 0),
    sum(fee_minor), sum(withholding_minor), coalesce(sum(amount_minor) filter (where kind in ('refund', 'refund_failed')), 0)
  from remittance_items group by 1, 2, 3, 4, 5, 6;
grant select, insert on remittance_sums to countinghouse_app;
call guard('remittance_sums');

-- PostgreSQL writes a function out into the statement that calls it only where it is not strict; of null this is null too.
create or replace function half_even(amount numeric) returns numeric language sql immutable parallel safe
  return case when abs(amount - trunc(amount)) = 0.5 then round(amount / 2) * 2 else round(amount) end;
