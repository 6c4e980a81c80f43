-- The keys that 0033 has built come into use, names of tenants get a table of their own, and a look-up by a secret or a
-- public reference keeps to the merchants of the hint that it carries. A hash of 32 bytes is of a secret of before, without one.

alter table session_tokens
  drop constraint session_tokens_pkey,
  add constraint session_tokens_pkey primary key using index session_tokens_with_merchant;

-- Which names of tenants are taken: unique over all merchants, so outside of their tables. The index is dropped first:
-- until the commit nobody can write a connection that would be missed.
drop index sso_connections_by_tenant;
alter index sso_connections_with_merchant rename to sso_connections_by_tenant;
create table sso_tenants (
  tenant_id text primary key,
  merchant_id uuid not null references merchants
);
insert into sso_tenants (tenant_id, merchant_id) select tenant_id, merchant_id from sso_connections;
grant select, insert, delete on sso_tenants to countinghouse_app;
call guard('sso_tenants', false);

-- A connection that the version before has made has no name in the table yet.
create or replace function find_sso_tenant(wanted text) returns table (merchant_id uuid, tenant_id text, company_name text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select c.merchant_id, c.tenant_id, c.company_name
  from sso_connections c join merchants m on m.merchant_id = c.merchant_id
  where c.tenant_id = wanted and c.enabled and m.status = 'ACTIVE'
    and c.merchant_id = coalesce((select n.merchant_id from sso_tenants n where n.tenant_id = wanted), c.merchant_id);
end;

create or replace function sso_tenant_taken(wanted text, of_merchant uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select exists (select 1 from sso_tenants n where n.tenant_id = wanted and n.merchant_id <> of_merchant)
    or exists (select 1 from sso_connections c where c.tenant_id = wanted and c.merchant_id <> of_merchant);
end;

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
    jsonb_build_object(
      'sessionId', s.session_id, 'environment', t.environment, 'expiresAt', s.expires_at,
      'subUserId', u.sub_user_id, 'name', u.name, 'email', u.email, 'roles', u.roles, 'viewAs', t.view_as, 'emailVerified', u.is_email_verified,
      'twoStep', u.is_2fa_enabled, 'twoStepRequired', m.require_two_step,
      'merchantId', m.merchant_id, 'merchantKey', m.key, 'merchantName', m.name, 'kind', m.kind, 'country', m.country,
      'currency', m.currency, 'timeZone', m.time_zone, 'crossBorder', m.cross_border_enabled,
      -- Not `exists`, for which every merchant's channels may be read into a hash.
      'onboarded', m.kyc_status = 'APPROVED' and coalesce(
        (select true from payment_channels c where c.merchant_id = m.merchant_id and c.is_enabled limit 1), false),
      'reconAnalytics', m.recon_analytics_enabled, 'reconDashboard', m.recon_dashboard_enabled,
      'reconReports', m.recon_reports_enabled)::text,
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

-- References below this one are of before.
create or replace function find_link(wanted text) returns table (merchant_id uuid, environment text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select l.merchant_id, l.environment from payment_links l where l.link_ref = wanted
    and (wanted collate "C" < 'aWgEPTl1tmebfsQzFP4bxwh' or l.merchant_id = any (array(
      select h.merchant_id from merchants h where merchant_hint(h.merchant_id) = right(wanted, 4))));
end;

create or replace function find_session_by_cookie(wanted bytea, at timestamptz default clock_timestamp())
  returns table (merchant_id uuid, session_id uuid, sub_user_id uuid, email text, environment text, state text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select s.merchant_id, s.session_id, s.sub_user_id, u.email, s.environment,
    case
      when s.ended_at is not null or s.expires_at <= at or not u.is_active or m.status <> 'ACTIVE' then 'ended'
      when s.locked_at is not null or s.last_seen_at < at - interval '15 minutes' then 'locked'
      else 'active'
    end
  from sessions s
  join sub_users u on u.merchant_id = s.merchant_id and u.sub_user_id = s.sub_user_id
  join merchants m on m.merchant_id = s.merchant_id
  where s.cookie_hash = wanted
    and (octet_length(wanted) = 32 or s.merchant_id = any (array(
      select h.merchant_id from merchants h where merchant_hint(h.merchant_id) = encode(substring(wanted from 33), 'escape'))));
end;

create or replace function find_remembered_login(wanted bytea, at timestamptz default clock_timestamp())
  returns table (merchant_id uuid, remembered_id uuid, sub_user_id uuid, name text, email text, environment text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select r.merchant_id, r.remembered_id, r.sub_user_id, u.name, u.email, r.environment
  from remembered_logins r
  join sub_users u on u.merchant_id = r.merchant_id and u.sub_user_id = r.sub_user_id
  join merchants m on m.merchant_id = r.merchant_id
  where r.cookie_hash = wanted and r.expires_at > at and u.is_active and m.status = 'ACTIVE'
    and (octet_length(wanted) = 32 or r.merchant_id = any (array(
      select h.merchant_id from merchants h where merchant_hint(h.merchant_id) = encode(substring(wanted from 33), 'escape'))));
end;

create or replace function good_one_time_token(wanted bytea, wanted_purpose text, at timestamptz default clock_timestamp())
  returns boolean language sql stable security definer set search_path = public, pg_temp
begin atomic
  select exists (
    select 1 from one_time_tokens t join merchants m on m.merchant_id = t.merchant_id
    join sub_users u on u.merchant_id = t.merchant_id and u.sub_user_id = t.sub_user_id
    where t.token_hash = wanted and t.purpose = wanted_purpose and t.used_at is null and t.expires_at > at
      and u.is_active and m.status = 'ACTIVE'
    and (octet_length(wanted) = 32 or t.merchant_id = any (array(
      select h.merchant_id from merchants h where merchant_hint(h.merchant_id) = encode(substring(wanted from 33), 'escape')))));
end;

create or replace function take_one_time_token(wanted bytea, wanted_purpose text)
  returns table (merchant_id uuid, sub_user_id uuid)
  language sql volatile security definer set search_path = public, pg_temp
begin atomic
  update one_time_tokens t set used_at = clock_timestamp()
  from sub_users u join merchants m on m.merchant_id = u.merchant_id
  where t.token_hash = wanted and t.purpose = wanted_purpose and t.used_at is null and t.expires_at > clock_timestamp()
    and u.merchant_id = t.merchant_id and u.sub_user_id = t.sub_user_id and u.is_active and m.status = 'ACTIVE'
    and (octet_length(wanted) = 32 or t.merchant_id = any (array(
      select h.merchant_id from merchants h where merchant_hint(h.merchant_id) = encode(substring(wanted from 33), 'escape'))))
  returning t.merchant_id, t.sub_user_id;
end;

create or replace function find_invitation(wanted bytea, at timestamptz default clock_timestamp())
  returns table (merchant_name text, name text, email_address text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select coalesce(nullif(m.brand_name, ''), m.name), u.name, u.email
  from one_time_tokens t
  join merchants m on m.merchant_id = t.merchant_id
  join sub_users u on u.merchant_id = t.merchant_id and u.sub_user_id = t.sub_user_id
  where t.token_hash = wanted and t.purpose = 'accept_invitation' and t.used_at is null and t.expires_at > at
    and u.is_active and u.invited_at is not null and m.status = 'ACTIVE'
    and (octet_length(wanted) = 32 or t.merchant_id = any (array(
      select h.merchant_id from merchants h where merchant_hint(h.merchant_id) = encode(substring(wanted from 33), 'escape'))));
end;

create or replace function find_sso_mail(wanted bytea, at timestamptz default clock_timestamp())
  returns table (merchant_id uuid, proof_id uuid)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select p.merchant_id, p.proof_id
  from sso_proofs p
  join sso_connections c on c.merchant_id = p.merchant_id
  join merchants m on m.merchant_id = p.merchant_id
  where p.mail_hash = wanted and p.expires_at > at and c.enabled and m.status = 'ACTIVE'
    and (octet_length(wanted) = 32 or p.merchant_id = any (array(
      select h.merchant_id from merchants h where merchant_hint(h.merchant_id) = encode(substring(wanted from 33), 'escape'))));
end;

create or replace function find_sign_in_challenge(wanted bytea, from_address text, at timestamptz default clock_timestamp())
  returns table (merchant_id uuid, sub_user_id uuid, name text, email text, environment text, remember boolean)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select c.merchant_id, c.sub_user_id, u.name, u.email, c.environment, c.remember
  from sign_in_challenges c
  join sub_users u on u.merchant_id = c.merchant_id and u.sub_user_id = c.sub_user_id
  join merchants m on m.merchant_id = c.merchant_id
  where c.token_hash = wanted and c.address = from_address and c.expires_at > at and u.is_active and m.status = 'ACTIVE'
    and (octet_length(wanted) = 32 or c.merchant_id = any (array(
      select h.merchant_id from merchants h where merchant_hint(h.merchant_id) = encode(substring(wanted from 33), 'escape'))));
end;
