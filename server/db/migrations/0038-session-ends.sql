-- Why a session ended, for whoever still holds its token or its cookie.

alter table sessions add column end_reason text check (end_reason in (
  'signed_out', 'elsewhere', 'password_changed', 'address_changed', 'roles_changed', 'two_step_changed', 'sso_changed',
  'merchant_inactive'));

-- The facts of an ended session are nothing but the reason; versions before read no facts of one.
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
        (select true from payment_channels c where c.merchant_id = m.merchant_id and c.is_enabled limit 1), false),
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

-- A function gets a further column by being made anew; versions before name the columns that they read.
drop function find_session_by_cookie(bytea, timestamptz);
create function find_session_by_cookie(wanted bytea, at timestamptz default clock_timestamp())
  returns table (
    merchant_id uuid, session_id uuid, sub_user_id uuid, email text, environment text, state text, end_reason text
  ) language sql stable security definer set search_path = public, pg_temp
begin atomic
  select s.merchant_id, s.session_id, s.sub_user_id, u.email, s.environment,
    case
      when s.ended_at is not null or s.expires_at <= at or not u.is_active or m.status <> 'ACTIVE' then 'ended'
      when s.locked_at is not null or s.last_seen_at < at - interval '15 minutes' then 'locked'
      else 'active'
    end,
    case
      when not u.is_active then 'deactivated'
      when m.status <> 'ACTIVE' then 'merchant_inactive'
      when s.ended_at is not null then s.end_reason
      when s.expires_at <= at then 'expired'
    end
  from sessions s
  join sub_users u on u.merchant_id = s.merchant_id and u.sub_user_id = s.sub_user_id
  join merchants m on m.merchant_id = s.merchant_id
  where s.cookie_hash = wanted
    and (octet_length(wanted) = 32 or s.merchant_id = any (array(
      select h.merchant_id from merchants h where merchant_hint(h.merchant_id) = encode(substring(wanted from 33), 'escape'))));
end;
revoke execute on function find_session_by_cookie from public;
grant execute on function find_session_by_cookie to countinghouse_app;
