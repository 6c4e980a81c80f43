-- A master's merchants are told to a transaction of that master alone, whatever it is asked for: a wall behind the gate's.

create or replace function sub_merchants(actor uuid, named text default null)
  returns table (
    merchant_id uuid, key text, name text, brand_name text, email text, phone text, status text, kyc_status text, kind text,
    country text, currency text, created_at timestamptz, login_allowed boolean, use_master_creds boolean,
    master_access boolean, cross_border boolean, onboarded boolean, link_round integer, link_expires_at timestamptz
  )
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select m.merchant_id, m.key, m.name, m.brand_name, m.email, m.phone, m.status, m.kyc_status, m.kind,
    m.country, m.currency, m.created_at, m.login_allowed, m.use_master_creds,
    m.master_access, m.cross_border_enabled,
    m.kyc_status = 'APPROVED' and coalesce(
      (select true from payment_channels c where c.merchant_id = m.merchant_id and c.is_enabled limit 1), false),
    k.link_round, k.link_expires_at
  from merchants m
  left join kyc_cases k on k.merchant_id = m.merchant_id
  where m.master_id = actor and actor = any (scope_merchants()) and (named is null or m.key = named or m.merchant_id::text = named);
end;

-- Those that a master has let go and that have not said no: nobody else may be taken back.
create or replace function former_merchants(actor uuid, named text)
  returns table (merchant_id uuid, key text, kind text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select m.merchant_id, m.key, m.kind
  from merchants m
  where m.former_master_id = actor and actor = any (scope_merchants()) and m.master_id is null and (m.key = named or m.merchant_id::text = named);
end;
