-- Keys of merchants' servers. Their secret is kept as a hash only.
create table server_keys (
  merchant_id uuid not null references merchants,
  environment text not null constraint server_keys_environment check (environment in ('sandbox', 'live')),
  -- The middle of the key, by which it is found; ends with the hint of the merchant.
  key_id text collate "C" not null,
  name text not null,
  name_lower text not null,
  scopes text[] not null,
  -- The networks from which it is accepted; any where there is none.
  networks text[] not null,
  key_hash bytea not null,
  -- What was replaced stays good for a while.
  previous_hash bytea,
  previous_ends_at timestamptz,
  -- How long it lives from when it was made or rotated; null: without an end.
  days integer,
  expires_at timestamptz,
  -- Whose rights it follows: who made or rotated it last, maybe a user of the merchant's master.
  maker_merchant_id uuid not null,
  maker_id uuid not null,
  maker_name text not null,
  created_at timestamptz not null,
  rotated_at timestamptz,
  revoked_at timestamptz,
  check ((days is null) = (expires_at is null)),
  check ((previous_hash is null) = (previous_ends_at is null)),
  primary key (merchant_id, environment, key_id)
);
create index server_keys_newest on server_keys (merchant_id, environment, created_at);
call guard('server_keys');
grant select, insert, update on server_keys to countinghouse_app;

-- The roles that the maker of a key has now: none once they are inactive, or their merchant no longer acts for the key's. It is
-- for the two functions below, and the application cannot call it.
create function maker_roles(of_merchant uuid, maker_merchant uuid, maker uuid) returns text[]
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select coalesce((
    select u.roles
    from sub_users u
    join merchants o on o.merchant_id = u.merchant_id
    join merchants m on m.merchant_id = of_merchant
    where u.merchant_id = maker_merchant and u.sub_user_id = maker and u.is_active and o.status = 'ACTIVE'
      and (o.merchant_id = m.merchant_id or (m.master_id = o.merchant_id and (m.kind = 'owned' or m.master_access)))), '{}');
end;

-- The same for several keys of a merchant in scope, whose makers may be users of its master.
create function server_key_makers(of_merchant uuid, of_environment text, wanted text[]) returns table (key_id text, roles text[])
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select k.key_id, maker_roles(k.merchant_id, k.maker_merchant_id, k.maker_id)
  from server_keys k
  where k.merchant_id = of_merchant and k.environment = of_environment and k.key_id = any (wanted)
    and of_merchant = any (scope_merchants());
end;

-- A key by its middle, with what it is checked by and its maker's roles.
create function find_server_key(wanted text)
  returns table (
    merchant_id uuid, merchant_key text, environment text, key_id text, name text, scopes text[], networks text[],
    key_hash bytea, previous_hash bytea, is_alive boolean, maker_roles text[], facts jsonb
  )
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select k.merchant_id, m.key, k.environment, k.key_id, k.name, k.scopes, k.networks, k.key_hash,
    case when k.previous_ends_at > clock_timestamp() then k.previous_hash end,
    k.revoked_at is null and coalesce(k.expires_at > clock_timestamp(), true),
    maker_roles(k.merchant_id, k.maker_merchant_id, k.maker_id),
    jsonb_build_object(
      'kind', m.kind, 'crossBorder', m.cross_border_enabled,
      'onboarded', m.kyc_status = 'APPROVED' and coalesce(
        (select true from payment_channels c where c.merchant_id = m.merchant_id and c.is_enabled and c.pay_type = 'PAYIN' limit 1), false),
      'reconAnalytics', m.recon_analytics_enabled, 'reconDashboard', m.recon_dashboard_enabled,
      'reconReports', m.recon_reports_enabled)
  from server_keys k join merchants m on m.merchant_id = k.merchant_id
  where k.key_id = wanted and m.status = 'ACTIVE'
    and k.merchant_id = any (array(select h.merchant_id from merchants h where merchant_hint(h.merchant_id) = right(wanted, 4)));
end;
revoke execute on function find_server_key, server_key_makers, maker_roles from public;
grant execute on function find_server_key, server_key_makers to countinghouse_app;
