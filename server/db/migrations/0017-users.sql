-- Sub-users who are invited, what became of them, and the console as other roles see it.

-- When they were last invited; null from the moment that they have chosen a password.
alter table sub_users add column invited_at timestamptz;
-- Counts the changes of the record, so that none is overwritten unseen.
alter table sub_users add column revision integer not null default 0;

-- What was done to a sub-user: of both environments, since they are one person in both.
create table sub_user_changes (
  merchant_id uuid not null,
  sub_user_id uuid not null,
  change_id uuid not null,
  at timestamptz not null,
  actor_name text not null,
  event text not null,
  changes jsonb not null,
  primary key (merchant_id, sub_user_id, change_id),
  foreign key (merchant_id, sub_user_id) references sub_users
);
grant select, insert on sub_user_changes to countinghouse_app;
call guard('sub_user_changes', false);

-- A user's newest sessions: when they were last there. Not by the last use, which is written all the time.
create index sessions_newest_of_user on sessions (merchant_id, sub_user_id, created_at desc);

alter table one_time_tokens drop constraint one_time_tokens_purpose;
alter table one_time_tokens add constraint one_time_tokens_purpose
  check (purpose in ('verify_email', 'reset_password', 'accept_invitation'));

-- What an invitation says to who has its link; changes nothing.
create function find_invitation(wanted bytea, at timestamptz default clock_timestamp())
  returns table (merchant_name text, name text, email_address text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select coalesce(nullif(m.brand_name, ''), m.name), u.name, u.email
  from one_time_tokens t
  join merchants m on m.merchant_id = t.merchant_id
  join sub_users u on u.merchant_id = t.merchant_id and u.sub_user_id = t.sub_user_id
  where t.token_hash = wanted and t.purpose = 'accept_invitation' and t.used_at is null and t.expires_at > at
    and u.is_active and u.invited_at is not null and m.status = 'ACTIVE';
end;

-- Has a user of the scope sign in under another name; false when the name is somebody's already.
create function move_login(wanted text, of_merchant uuid, of_sub_user uuid) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if not of_merchant = any (scope_merchants()) then
    raise exception 'a user outside the scope';
  end if;
  insert into logins (email_lower, merchant_id, sub_user_id) values (wanted, of_merchant, of_sub_user)
  on conflict do nothing;
  if not found then
    return false;
  end if;
  delete from logins where merchant_id = of_merchant and sub_user_id = of_sub_user and email_lower <> wanted;
  return true;
end $$;
revoke execute on function find_invitation, move_login from public;
grant execute on function find_invitation, move_login to countinghouse_app;

-- A token may be narrowed to some roles, for looking at the console as they see it. It is said beside the user's own
-- roles: the application narrows by both.
alter table session_tokens add column view_as text[];

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
  where t.token_hash = any (wanted);
end;
