-- Channels that merchants connect by themselves. Those that are there are connections of the simulator.

alter table payment_channels
  -- The entry of contract/channel-catalogue.ts that it is a connection of.
  add column catalogue_key text not null default 'SIMULATOR',
  add column pay_type text not null default 'PAYIN' constraint payment_channels_pay_type check (pay_type in ('PAYIN', 'PAYOUT')),
  add column is_va_flow boolean not null default false,
  add column credentials_state text not null default 'working'
    constraint payment_channels_credentials check (credentials_state in ('none', 'unverified', 'working', 'refused')),
  -- Counted by every sealing, so that what is found out about credentials is never taken for a fact about later ones.
  add column credentials_version integer not null default 1,
  add column checked_at timestamptz,
  -- What the provider said when it was last asked: `ProviderWord` of server/channels/connection.ts.
  add column provider_word jsonb not null default '{}',
  -- The address of call-backs that is registered at the provider, and with which credentials.
  add column callback_address text not null default '',
  add column callback_version integer not null default 0,
  -- A channel without an adapter only reconciles. It takes no payment, so it never counts as a merchant's first channel.
  add constraint payment_channels_only_reconciles check (provider <> '' or not is_enabled);

alter table payment_methods
  -- The merchant's bounds of the way by currency, in minor units as text: {"SGD": {"minimum": "100", "maximum": "500000"}}.
  add column limits jsonb not null default '{}',
  -- The instalment plans of the way: `KeptPlan` of server/db/kept-plan.ts.
  add column plans jsonb not null default '[]';

-- Nobody delivers call-backs about a channel that only reconciles.
create or replace function find_channel(wanted_key text, wanted_environment text, wanted_channel text)
  returns table (merchant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select c.merchant_id
  from merchants m
  join payment_channels c on c.merchant_id = m.merchant_id
  where m.key = wanted_key and c.environment = wanted_environment and c.channel_key = wanted_channel and c.provider <> '';
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
    -- What the provider said is about the lender's account, and stays with the lender.
    insert into payment_channels as mine (merchant_id, environment, channel_key, provider, name, country, is_enabled, creds_sealed,
      created_at, catalogue_key, pay_type, is_va_flow, credentials_state, checked_at)
    values (served, channel.environment, channel.channel_key, channel.provider, channel.name, channel.country, channel.is_enabled, '',
      channel.created_at, channel.catalogue_key, channel.pay_type, channel.is_va_flow, channel.credentials_state, channel.checked_at)
    on conflict (merchant_id, environment, channel_key) do update
      set provider = excluded.provider, name = excluded.name, country = excluded.country, is_enabled = excluded.is_enabled,
        catalogue_key = excluded.catalogue_key, pay_type = excluded.pay_type, is_va_flow = excluded.is_va_flow,
        credentials_state = excluded.credentials_state, checked_at = excluded.checked_at;
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
