-- What providers agreed to charge. The terms of channels by currency, by which payments were charged so far, are the first plans: the
-- table is widened and takes its new name, so that no other table waits for a lock.
alter table channel_fees rename to fee_plans;
alter table fee_plans
  add column plan_id uuid not null default gen_random_uuid(),
  -- The plan that it followed; null for one of its own.
  add column parent_id uuid,
  add column txn_type text not null default 'payment' constraint fee_plans_type check (txn_type in ('payment', 'refund', 'chargeback')),
  -- Empty or null for any.
  add column payment_method text not null default '',
  add column payment_sub_type text not null default '',
  add column country text not null default '',
  add column amount_from_minor bigint check (amount_from_minor >= 0),
  add column amount_to_minor bigint,
  add column months integer check (months > 0),
  -- The tax is a part of the fee.
  add column tax_included boolean not null default false,
  -- Of a foodtech plan: [{name, base, percent_fee, flat_fee, tax_percentage}].
  add column components jsonb not null default '[]',
  add column settlement_days integer not null default 5 check (settlement_days between 0 and 365),
  add column rounding text not null default 'half_even' constraint fee_plans_rounding check (rounding in ('half_even', 'half_up')),
  add column is_enabled boolean not null default true,
  -- From inclusive, to exclusive; null for no bound.
  add column valid_from timestamptz,
  add column valid_to timestamptz,
  add column created_at timestamptz not null default statement_timestamp(),
  add column created_by text not null default '',
  add constraint fee_plans_band check (amount_to_minor > coalesce(amount_from_minor, 0)),
  -- It may be ended before it begins, and then never holds.
  add constraint fee_plans_currency check (currency <> '' or (minimum_fee_minor = 0 and flat_fee_minor = 0
    and amount_from_minor is null and amount_to_minor is null)),
  drop constraint channel_fees_pkey,
  add constraint fee_plans_pkey primary key (merchant_id, environment, plan_id);
-- The number of conditions: of the plans that fit, the one with the most is taken.
alter table fee_plans add column specificity integer not null generated always as (
  (payment_method <> '')::integer + (payment_sub_type <> '')::integer + (currency <> '')::integer + (country <> '')::integer
  + (amount_from_minor is not null or amount_to_minor is not null)::integer + (months is not null)::integer) stored;
create index fee_plans_of_channel on fee_plans (merchant_id, environment, channel_key, txn_type, specificity desc);
-- The terms of a channel in a currency, one at a time.
create unique index fee_plans_general on fee_plans (merchant_id, environment, channel_key, currency)
  where txn_type = 'payment' and payment_method = '' and payment_sub_type = '' and country = '' and amount_from_minor is null
    and amount_to_minor is null and months is null and components = '[]' and is_enabled and valid_to is null;
grant delete on fee_plans to countinghouse_app;

-- The same under the name that versions before this one read and write.
create view channel_fees with (security_invoker = true) as
select merchant_id, environment, channel_key, currency, percent_fee, minimum_fee_minor, flat_fee_minor, tax_percent
from fee_plans
where txn_type = 'payment' and payment_method = '' and payment_sub_type = '' and country = '' and amount_from_minor is null
  and amount_to_minor is null and months is null and components = '[]' and is_enabled and currency <> ''
  and (valid_from is null or valid_from <= statement_timestamp()) and (valid_to is null or valid_to > statement_timestamp());
grant select, insert, update on channel_fees to countinghouse_app;

drop trigger channel_fees_lend on fee_plans;
create trigger fee_plans_lend after insert or update or delete on fee_plans for each row execute function lend_anew();

-- Makes a merchant's lent channels what its master's own are now: none that is enabled when it is served no more.
create or replace function lend_channels(served uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  lender uuid := (select m.master_id from merchants m where m.merchant_id = served and m.use_master_creds);
  channel payment_channels;
begin
  update payment_channels c set is_enabled = false
  from lent_channels l
  where c.merchant_id = served and c.is_enabled and l.merchant_id = c.merchant_id and l.environment = c.environment
    and l.channel_key = c.channel_key and (lender is null or not exists (
      select from payment_channels o where o.merchant_id = l.lender_id and o.environment = l.environment
        and o.channel_key = l.channel_key and o.is_enabled));
  -- Of a way's one default, which may move from channel to channel, the old one goes before the new one comes.
  update payment_methods p set is_default = false
  from lent_channels l
  where p.merchant_id = served and p.is_default and l.merchant_id = p.merchant_id and l.environment = p.environment
    and l.channel_key = p.channel_key and l.lender_id = lender and not exists (
      select from payment_methods o where o.merchant_id = lender and o.environment = p.environment and o.channel_key = p.channel_key
        and o.type = p.type and o.sub_type = p.sub_type and o.is_default);
  for channel in select c.* from payment_channels c where c.merchant_id = lender and c.provider <> '' loop
    -- One of its own, or of another lender, under the same key stays what it is.
    continue when exists (
      select from payment_channels c left join lent_channels l using (merchant_id, environment, channel_key)
      where c.merchant_id = served and c.environment = channel.environment and c.channel_key = channel.channel_key
        and l.lender_id is distinct from lender);
    -- What its lender has removed is lent to nobody anew, and removed where it was lent.
    continue when channel.removed_at is not null and not exists (
      select from lent_channels l where l.merchant_id = served and l.environment = channel.environment
        and l.channel_key = channel.channel_key);
    -- What the provider said is about the lender's account, and stays with the lender.
    insert into payment_channels as mine (merchant_id, environment, channel_key, provider, name, country, is_enabled, creds_sealed,
      created_at, catalogue_key, pay_type, is_va_flow, credentials_state, checked_at, removed_at, is_forgotten)
    values (served, channel.environment, channel.channel_key, channel.provider, channel.name, channel.country, channel.is_enabled, '',
      channel.created_at, channel.catalogue_key, channel.pay_type, channel.is_va_flow, channel.credentials_state, channel.checked_at,
      channel.removed_at, channel.is_forgotten)
    on conflict (merchant_id, environment, channel_key) do update
      set provider = excluded.provider, name = excluded.name, country = excluded.country, is_enabled = excluded.is_enabled,
        catalogue_key = excluded.catalogue_key, pay_type = excluded.pay_type, is_va_flow = excluded.is_va_flow,
        credentials_state = excluded.credentials_state, checked_at = excluded.checked_at, removed_at = excluded.removed_at,
        is_forgotten = excluded.is_forgotten;
    insert into lent_channels values (served, channel.environment, channel.channel_key, lender) on conflict do nothing;
    -- A default that the merchant has set on a channel of its own stays the way's only one.
    insert into payment_methods (merchant_id, environment, channel_key, type, sub_type, is_enabled, is_default, limits, plans)
    select served, p.environment, p.channel_key, p.type, p.sub_type, p.is_enabled,
      p.is_default and not exists (select from payment_methods o where o.merchant_id = served and o.environment = p.environment
        and o.type = p.type and o.sub_type = p.sub_type and o.channel_key <> p.channel_key and o.is_default),
      p.limits, p.plans
    from payment_methods p
    where p.merchant_id = lender and p.environment = channel.environment and p.channel_key = channel.channel_key
    on conflict (merchant_id, environment, channel_key, type, sub_type) do update
      set is_enabled = excluded.is_enabled, is_default = excluded.is_default, limits = excluded.limits, plans = excluded.plans;
    update payment_methods p set is_enabled = false
    where p.merchant_id = served and p.environment = channel.environment and p.channel_key = channel.channel_key and p.is_enabled
      and not exists (select from payment_methods o where o.merchant_id = lender and o.environment = p.environment
        and o.channel_key = p.channel_key and o.type = p.type and o.sub_type = p.sub_type);
    -- The plans keep their ids. One that ended comes before the one that followed it.
    insert into fee_plans (merchant_id, environment, plan_id, parent_id, channel_key, txn_type, payment_method, payment_sub_type, currency,
      country, amount_from_minor, amount_to_minor, months, percent_fee, minimum_fee_minor, flat_fee_minor, tax_percent, tax_included,
      components, settlement_days, rounding, is_enabled, valid_from, valid_to, created_at, created_by)
    select served, f.environment, f.plan_id, f.parent_id, f.channel_key, f.txn_type, f.payment_method, f.payment_sub_type, f.currency,
      f.country, f.amount_from_minor, f.amount_to_minor, f.months, f.percent_fee, f.minimum_fee_minor, f.flat_fee_minor, f.tax_percent,
      f.tax_included, f.components, f.settlement_days, f.rounding, f.is_enabled, f.valid_from, f.valid_to, f.created_at, f.created_by
    from fee_plans f
    where f.merchant_id = lender and f.environment = channel.environment and f.channel_key = channel.channel_key
    order by f.valid_to nulls last
    on conflict (merchant_id, environment, plan_id) do update
      set txn_type = excluded.txn_type, payment_method = excluded.payment_method, payment_sub_type = excluded.payment_sub_type,
        currency = excluded.currency, country = excluded.country, amount_from_minor = excluded.amount_from_minor,
        amount_to_minor = excluded.amount_to_minor, months = excluded.months, percent_fee = excluded.percent_fee,
        minimum_fee_minor = excluded.minimum_fee_minor, flat_fee_minor = excluded.flat_fee_minor, tax_percent = excluded.tax_percent,
        tax_included = excluded.tax_included, components = excluded.components, settlement_days = excluded.settlement_days,
        rounding = excluded.rounding, is_enabled = excluded.is_enabled, valid_from = excluded.valid_from, valid_to = excluded.valid_to;
    -- One that its lender has deleted ends, since the merchant's own payments may have been charged by it.
    update fee_plans p set valid_to = statement_timestamp()
    where p.merchant_id = served and p.environment = channel.environment and p.channel_key = channel.channel_key
      and (p.valid_to is null or p.valid_to > statement_timestamp()) and not exists (
        select from fee_plans o where o.merchant_id = lender and o.environment = p.environment and o.plan_id = p.plan_id);
  end loop;
end $$;
