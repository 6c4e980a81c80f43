-- Channels that were removed, and the addresses of call-backs that are to be taken away at their providers.

alter table payment_channels
  -- Removed by its merchant: it is listed no more and begins no payment. What it took is refunded and called back as before.
  add column removed_at timestamptz,
  -- When its credentials are forgotten at the earliest.
  add column forget_at timestamptz,
  -- Its credentials are forgotten, so that nothing can be asked of its provider any more.
  add column is_forgotten boolean not null default false,
  add constraint payment_channels_removed check (removed_at is null or not is_enabled),
  add constraint payment_channels_forgotten check (removed_at is not null or not is_forgotten);

-- Addresses of call-backs that were registered at a provider and are needed no more, until they are taken away there.
create table left_callbacks (
  merchant_id uuid not null,
  environment text not null constraint left_callbacks_environment check (environment in ('sandbox', 'live')),
  channel_key text not null,
  address text not null,
  due_at timestamptz not null,
  primary key (merchant_id, environment, channel_key, address),
  foreign key (merchant_id, environment, channel_key) references payment_channels
);
grant select, insert, update, delete on left_callbacks to countinghouse_app;
call guard('left_callbacks');

-- Whether anything is under way through a channel of the scope's merchant, and whether anything ever was: its own payments,
-- and those of the merchants that it is lent to. Of a merchant with many payments only the newest are looked at.
create function channel_use(lender uuid, wanted_environment text, wanted_channel text)
  returns table (is_under_way boolean, is_used boolean)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  with users as (
    select lender as merchant_id
    union
    select l.merchant_id from lent_channels l
    where l.lender_id = lender and l.environment = wanted_environment and l.channel_key = wanted_channel
  )
  select
    exists (
      select from users u join payments p on p.merchant_id = u.merchant_id
      where p.environment = wanted_environment and p.status in ('Initiated', 'Pending', 'Authorized')
        and p.channel_key = wanted_channel)
    or exists (
      select from users u join refunds r on r.merchant_id = u.merchant_id
      where r.environment = wanted_environment and r.status = 'PENDING' and not r.manual and r.channel_key = wanted_channel),
    exists (
      select from users u cross join lateral (
        select count(*) as looked_at, bool_or(newest.channel_key = wanted_channel) as found
        from (
          select p.channel_key from payments p
          where p.merchant_id = u.merchant_id and p.environment = wanted_environment order by p.created_at desc limit 10000
        ) as newest
      ) as seen
      where seen.found or seen.looked_at = 10000)
  where lender = any (scope_merchants());
end;
revoke execute on function channel_use from public;
grant execute on function channel_use to countinghouse_app;

-- Nobody delivers call-backs about a channel that only reconciles, or whose credentials are forgotten.
create or replace function find_channel(wanted_key text, wanted_environment text, wanted_channel text)
  returns table (merchant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select c.merchant_id
  from merchants m
  join payment_channels c on c.merchant_id = m.merchant_id
  where m.key = wanted_key and c.environment = wanted_environment and c.channel_key = wanted_channel and c.provider <> ''
    and not c.is_forgotten;
end;

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
    insert into channel_fees (merchant_id, environment, channel_key, currency, percent_fee, minimum_fee_minor, flat_fee_minor, tax_percent)
    select served, f.environment, f.channel_key, f.currency, f.percent_fee, f.minimum_fee_minor, f.flat_fee_minor, f.tax_percent
    from channel_fees f
    where f.merchant_id = lender and f.environment = channel.environment and f.channel_key = channel.channel_key
    on conflict (merchant_id, environment, channel_key, currency) do update
      set percent_fee = excluded.percent_fee, minimum_fee_minor = excluded.minimum_fee_minor,
        flat_fee_minor = excluded.flat_fee_minor, tax_percent = excluded.tax_percent;
  end loop;
end $$;
