-- The application works as countinghouse_app, which owns nothing: row-level security is the wall behind the gate.
-- The owner (who migrates) passes it only through the narrow security-definer functions below.

grant usage on schema public to countinghouse_app;

-- The scope of a request or job. A missing setting is an error, never an empty answer.
create function scope_merchants() returns uuid[] language sql stable parallel safe
  return current_setting('app.merchants')::uuid[];
create function scope_environment() returns text language sql stable parallel safe
  return case when current_setting('app.merchants')::uuid[] is not null then current_setting('app.environment') end;

create table merchants (
  merchant_id uuid primary key,
  key text not null unique,
  slug text not null unique,
  name text not null,
  brand_name text not null default '',
  website_url text not null default '',
  email text not null,
  country text not null,
  currency text not null,
  time_zone text not null default 'UTC',
  logo text not null default '',
  kind text not null constraint merchants_kind check (kind in ('single', 'master', 'managed', 'owned')),
  master_id uuid references merchants,
  master_access boolean not null default false,
  status text not null default 'ACTIVE' constraint merchants_status check (status in ('ACTIVE', 'INACTIVE')),
  kyc_status text not null default 'PENDING'
    constraint merchants_kyc_status check (kyc_status in ('PENDING', 'SUBMITTED', 'APPROVED', 'REJECTED', 'RESUBMIT')),
  cross_border_enabled boolean not null default false,
  verify_payouts_enabled boolean not null default true,
  recon_analytics_enabled boolean not null default false,
  recon_dashboard_enabled boolean not null default false,
  recon_reports_enabled boolean not null default false,
  -- The merchant's data key, wrapped by the master key that is kept outside the database.
  wrapped_key bytea not null,
  secret_sealed bytea not null,
  created_at timestamptz not null
);

create table sub_users (
  merchant_id uuid not null references merchants,
  sub_user_id uuid not null,
  name text not null,
  email text not null,
  phone text not null default '',
  roles text[] not null,
  is_active boolean not null default true,
  is_email_verified boolean not null default true,
  password_phc text not null,
  created_at timestamptz not null,
  primary key (merchant_id, sub_user_id)
);

-- Who signs in under which name: a small table shared by all merchants, read only through find_login().
create table logins (
  email_lower text primary key,
  merchant_id uuid not null,
  sub_user_id uuid not null,
  foreign key (merchant_id, sub_user_id) references sub_users
);

create table sessions (
  merchant_id uuid not null references merchants,
  session_id uuid not null,
  sub_user_id uuid not null,
  cookie_hash bytea not null,
  environment text not null constraint sessions_environment check (environment in ('sandbox', 'live')),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  proved_at timestamptz not null,
  expires_at timestamptz not null,
  locked_at timestamptz,
  ended_at timestamptz,
  address text not null,
  user_agent text not null,
  primary key (merchant_id, session_id),
  foreign key (merchant_id, sub_user_id) references sub_users
);
create unique index sessions_by_cookie on sessions (cookie_hash);
create index sessions_by_user on sessions (merchant_id, sub_user_id) where ended_at is null;

-- One session has a token per tab; each is bound to the environment that the tab shows.
create table session_tokens (
  token_hash bytea primary key,
  merchant_id uuid not null,
  session_id uuid not null,
  environment text not null constraint session_tokens_environment check (environment in ('sandbox', 'live')),
  created_at timestamptz not null,
  foreign key (merchant_id, session_id) references sessions on delete cascade
);

-- Failures per name and address, so that one address cannot lock a person out from another.
create table sign_in_failures (
  name_hash bytea not null,
  address text not null,
  failures integer not null,
  last_failed_at timestamptz not null,
  locked_until timestamptz,
  primary key (name_hash, address)
);
create table sign_in_addresses (
  name_hash bytea not null,
  address text not null,
  last_used_at timestamptz not null,
  primary key (name_hash, address)
);

-- Held in the same transaction as the effect; kept for ever.
create table idempotency_keys (
  merchant_id uuid not null references merchants,
  environment text not null,
  owner text not null,
  key text not null,
  operation text not null,
  fingerprint bytea not null,
  status integer,
  answer text,
  created_at timestamptz not null,
  primary key (merchant_id, environment, owner, key)
);

create table audit_events (
  merchant_id uuid not null references merchants,
  environment text not null,
  event_id uuid not null,
  at timestamptz not null,
  actor_merchant_id uuid,
  actor_id uuid,
  actor_name text not null,
  action text not null,
  object_ref text not null,
  result text not null constraint audit_events_result check (result in ('done', 'denied')),
  why text not null,
  address text not null,
  request_id text not null,
  primary key (merchant_id, environment, event_id)
);
create index audit_events_newest on audit_events (merchant_id, environment, at desc, event_id desc);

-- What happened to an object, as its page tells it.
create table timeline (
  merchant_id uuid not null references merchants,
  environment text not null,
  object_type text not null,
  object_ref text not null,
  entry_id uuid not null,
  at timestamptz not null,
  event text not null,
  actor_name text not null,
  facts jsonb not null default '{}',
  primary key (merchant_id, environment, object_type, object_ref, entry_id)
);

create table payment_channels (
  merchant_id uuid not null references merchants,
  environment text not null constraint payment_channels_environment check (environment in ('sandbox', 'live')),
  channel_key text not null,
  provider text not null,
  name text not null,
  country text not null default 'GLOBAL',
  is_enabled boolean not null default true,
  methods text[] not null,
  creds_sealed bytea not null,
  created_at timestamptz not null,
  primary key (merchant_id, environment, channel_key)
);

-- What a channel's provider keeps of each payment; a currency without a row is free.
create table channel_fees (
  merchant_id uuid not null,
  environment text not null,
  channel_key text not null,
  currency text not null,
  percent_fee numeric(7, 4) not null check (percent_fee between 0 and 100),
  minimum_fee_minor bigint not null check (minimum_fee_minor >= 0),
  flat_fee_minor bigint not null check (flat_fee_minor >= 0),
  tax_percent numeric(7, 4) not null check (tax_percent between 0 and 100),
  primary key (merchant_id, environment, channel_key, currency),
  foreign key (merchant_id, environment, channel_key) references payment_channels
);

-- The three narrow look-ups outside the wall, and the merchant of a call-back's address. Each returns one row at most
-- for what it is asked.
-- Sessions by their tokens' hashes, with all that the gate needs to know, judged by the database's clock. Those of many
-- requests are looked up together, by one plan for any number: the planner would rather make one for each.
create function find_sessions(wanted bytea[], at timestamptz default clock_timestamp())
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
      'subUserId', u.sub_user_id, 'name', u.name, 'email', u.email, 'roles', u.roles, 'emailVerified', u.is_email_verified,
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

create function find_session_by_cookie(wanted bytea, at timestamptz default clock_timestamp())
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
  where s.cookie_hash = wanted;
end;

create function find_login(wanted text)
  returns table (merchant_id uuid, sub_user_id uuid, password_phc text, may_sign_in boolean)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select u.merchant_id, u.sub_user_id, u.password_phc, u.is_active and m.status = 'ACTIVE'
  from logins l
  join sub_users u on u.merchant_id = l.merchant_id and u.sub_user_id = l.sub_user_id
  join merchants m on m.merchant_id = u.merchant_id
  where l.email_lower = wanted;
end;

-- Which merchants a session may name: its own, and a master's accepted ones; `writable` is what it may change.
create function find_merchants(actor uuid, named text[])
  returns table (merchant_id uuid, key text, writable boolean)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select m.merchant_id, m.key, m.merchant_id = actor or m.kind = 'owned' or m.master_access
  from merchants m
  where (m.key = any (named) or m.merchant_id::text = any (named))
    and (m.merchant_id = actor or (m.master_id = actor and m.status = 'ACTIVE'));
end;

-- The merchant and environment of a call-back's address.
create function find_channel(wanted_key text, wanted_environment text, wanted_channel text)
  returns table (merchant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select c.merchant_id
  from merchants m
  join payment_channels c on c.merchant_id = m.merchant_id
  where m.key = wanted_key and c.environment = wanted_environment and c.channel_key = wanted_channel;
end;

-- Every merchant and environment that has rows to check or sweep; for jobs, which then work on one at a time.
create function all_scopes() returns table (merchant_id uuid, environment text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select distinct c.merchant_id, c.environment from payment_channels c;
end;

grant execute on function find_sessions, find_session_by_cookie, find_login, find_merchants, find_channel, all_scopes, scope_merchants, scope_environment
  to countinghouse_app;
grant select, insert, update, delete on sign_in_failures, sign_in_addresses to countinghouse_app;
grant select, insert, delete on session_tokens to countinghouse_app;
grant select, insert, update on merchants, sub_users, payment_channels, channel_fees to countinghouse_app;
grant select, insert, update on sessions, idempotency_keys to countinghouse_app;
-- Append-only for the application.
grant select, insert on audit_events, timeline to countinghouse_app;
revoke execute on all functions in schema public from public;

-- The wall. `guard` puts it around a table: the application sees the scope's rows, the owner all. The merchants are read
-- once a statement. `is true` keeps them a filter: taken for an index's condition, their list hides from the planner that
-- a whole key finds one row, and it goes through all of a merchant's in some other index instead.
create procedure guard(guarded regclass, with_environment boolean default true) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', guarded);
  execute format('alter table %s force row level security', guarded);
  execute format('create policy scope on %s to countinghouse_app using ((merchant_id = any ((select scope_merchants())::uuid[])) is true%s)', guarded,
    case when with_environment then ' and environment = scope_environment()' else '' end);
  execute format('create policy owner on %s to %I using (true)', guarded, current_user);
end $$;
call guard('merchants', false);
call guard('sub_users', false);
call guard('sessions', false);
call guard('session_tokens', false);
call guard('idempotency_keys');
call guard('audit_events');
call guard('timeline');
call guard('payment_channels');
call guard('channel_fees');
