-- Channels for payouts, and channels that were copied from test mode and wait for their credentials.

-- A channel without the credentials that its provider asks for begins nothing.
alter table payment_channels
  drop constraint payment_channels_credentials,
  add constraint payment_channels_credentials
    check (credentials_state in ('none', 'missing', 'unverified', 'working', 'refused')),
  add constraint payment_channels_missing check (credentials_state <> 'missing' or not is_enabled);

-- Onboarding is complete with a channel that takes payments; one for payouts takes none.
create or replace function find_sessions(wanted bytea[], at timestamptz default clock_timestamp())
  returns table (
    token_hash bytea, state text, facts text, seen_ago double precision, proved_ago double precision
  ) language sql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
begin atomic
  select
    t.token_hash,
    case
      when s.ended_at is not null or s.expires_at <= at then 'ended'
      when not u.is_active or m.status <> 'ACTIVE' then 'ended'
      when s.locked_at is not null or s.last_seen_at < at - interval '15 minutes' then 'locked'
      else 'active'
    end,
    case when s.ended_at is not null or s.expires_at <= at or not u.is_active or m.status <> 'ACTIVE'
      then jsonb_build_object('end', case
        when not u.is_active then 'deactivated'
        when m.status <> 'ACTIVE' then 'merchant_inactive'
        when s.ended_at is not null then s.end_reason
        else 'expired'
      end)::text
      else jsonb_build_object(
      'sessionId', s.session_id, 'environment', t.environment, 'expiresAt', s.expires_at,
      'subUserId', u.sub_user_id, 'name', u.name, 'email', u.email, 'roles', u.roles, 'viewAs', t.view_as, 'emailVerified', u.is_email_verified,
      'twoStep', u.is_2fa_enabled, 'twoStepRequired', m.require_two_step,
      'merchantId', m.merchant_id, 'merchantKey', m.key, 'merchantName', m.name, 'kind', m.kind, 'country', m.country,
      'currency', m.currency, 'timeZone', m.time_zone, 'crossBorder', m.cross_border_enabled,
      -- Not `exists`, for which every merchant's channels may be read into a hash.
      'onboarded', m.kyc_status = 'APPROVED' and coalesce(
        (select true from payment_channels c where c.merchant_id = m.merchant_id and c.is_enabled and c.pay_type = 'PAYIN' limit 1), false),
      'reconAnalytics', m.recon_analytics_enabled, 'reconDashboard', m.recon_dashboard_enabled,
      'reconReports', m.recon_reports_enabled)::text
    end,
    extract(epoch from at - s.last_seen_at), extract(epoch from at - s.proved_at)
  from session_tokens t
  join sessions s on s.merchant_id = t.merchant_id and s.session_id = t.session_id
  join sub_users u on u.merchant_id = s.merchant_id and u.sub_user_id = s.sub_user_id
  join merchants m on m.merchant_id = s.merchant_id
  where t.token_hash = any (wanted)
    and (octet_length(t.token_hash) = 32 or t.merchant_id = any (array(
      select h.merchant_id from merchants h
      where merchant_hint(h.merchant_id) = any (array(select encode(substring(w from 33), 'escape') from unnest(wanted) w)))));
end;

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
      (select true from payment_channels c where c.merchant_id = m.merchant_id and c.is_enabled and c.pay_type = 'PAYIN' limit 1), false),
    k.link_round, k.link_expires_at
  from merchants m
  left join kyc_cases k on k.merchant_id = m.merchant_id
  where m.master_id = actor and actor = any (scope_merchants()) and (named is null or m.key = named or m.merchant_id::text = named);
end;
