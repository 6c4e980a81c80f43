-- Second factors: an authenticator app, passkeys and recovery codes. sub_users.is_2fa_enabled (0015) says whether there is
-- an app or a passkey; whoever adds or takes away one sets it, with the user's row locked.

-- The app of a user. `seed_sealed` is asked for codes; `pending_sealed` waits for its first code, and takes its place.
create table totp_factors (
  merchant_id uuid not null,
  sub_user_id uuid not null,
  seed_sealed bytea,
  enabled_at timestamptz,
  pending_sealed bytea,
  pending_at timestamptz,
  -- The newest 30-second step that a code was taken of; none of it or before it is taken again.
  last_step bigint not null default 0,
  -- Codes tried since the last right one or the last lock, and how often they have been locked since the last right one.
  tries integer not null default 0,
  locks integer not null default 0,
  locked_until timestamptz,
  primary key (merchant_id, sub_user_id),
  foreign key (merchant_id, sub_user_id) references sub_users,
  constraint totp_factors_enabled check ((seed_sealed is null) = (enabled_at is null)),
  constraint totp_factors_pending check ((pending_sealed is null) = (pending_at is null))
);

create table recovery_codes (
  merchant_id uuid not null,
  sub_user_id uuid not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (merchant_id, sub_user_id, code_hash),
  foreign key (merchant_id, sub_user_id) references sub_users
);

create table passkeys (
  merchant_id uuid not null,
  sub_user_id uuid not null,
  passkey_id uuid not null,
  -- As the authenticator names it, base64url.
  credential_id text not null,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  -- Kept in an account of its maker's, and so on several devices.
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (merchant_id, sub_user_id, passkey_id),
  foreign key (merchant_id, sub_user_id) references sub_users,
  constraint passkeys_by_credential unique (merchant_id, sub_user_id, credential_id)
);

-- What a passkey is to sign, once; `about` is the session or sign-in that it was made for.
create table passkey_challenges (
  merchant_id uuid not null,
  sub_user_id uuid not null,
  challenge_hash bytea not null,
  purpose text not null constraint passkey_challenges_purpose check (purpose in ('enrol', 'prove')),
  about text not null,
  expires_at timestamptz not null,
  primary key (merchant_id, sub_user_id, challenge_hash),
  foreign key (merchant_id, sub_user_id) references sub_users
);

-- A login that was proven and waits for the second factor. Bound to the address that proved it.
create table sign_in_challenges (
  merchant_id uuid not null,
  sub_user_id uuid not null,
  token_hash bytea not null,
  environment text not null constraint sign_in_challenges_environment check (environment in ('sandbox', 'live')),
  -- Whether the browser is to greet this user from now on.
  remember boolean not null,
  address text not null,
  expires_at timestamptz not null,
  primary key (merchant_id, sub_user_id, token_hash),
  foreign key (merchant_id, sub_user_id) references sub_users
);
create index sign_in_challenges_by_hash on sign_in_challenges (token_hash);

-- A challenge by its token's hash, before there is a scope.
create function find_sign_in_challenge(wanted bytea, from_address text, at timestamptz default clock_timestamp())
  returns table (merchant_id uuid, sub_user_id uuid, name text, email text, environment text, remember boolean)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select c.merchant_id, c.sub_user_id, u.name, u.email, c.environment, c.remember
  from sign_in_challenges c
  join sub_users u on u.merchant_id = c.merchant_id and u.sub_user_id = c.sub_user_id
  join merchants m on m.merchant_id = c.merchant_id
  where c.token_hash = wanted and c.address = from_address and c.expires_at > at and u.is_active and m.status = 'ACTIVE';
end;

-- Browsers that a user has signed in with; others are told of by mail.
create table known_devices (
  merchant_id uuid not null,
  sub_user_id uuid not null,
  device_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (merchant_id, sub_user_id, device_hash),
  foreign key (merchant_id, sub_user_id) references sub_users
);

-- With what a session was opened beside the password.
alter table sessions add column second_factor text
  constraint sessions_second_factor check (second_factor in ('totp', 'passkey', 'recovery_code'));

-- Whether somebody has signed in from a place before.
create index sessions_by_place on sessions (merchant_id, sub_user_id, address);

-- The wall behind every way to sign in: whoever has a second factor gets no session without it. The lock makes whoever
-- adds a first factor wait, and then end what was opened just before.
create function session_has_its_factor() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare asked boolean;
begin
  select u.is_2fa_enabled into asked from sub_users u
  where u.merchant_id = new.merchant_id and u.sub_user_id = new.sub_user_id for share;
  if asked and new.second_factor is null then
    raise exception 'a session of this user needs a second factor';
  end if;
  return new;
end $$;
create trigger sessions_factor before insert on sessions for each row execute function session_has_its_factor();

-- Whether every user of the merchant has to have a second factor.
alter table merchants add column require_two_step boolean not null default false;

-- The gate needs to know of the second factor, beside all that it knows already.
do $$
declare
  before text := pg_get_functiondef('find_sessions(bytea[], timestamptz)'::regprocedure);
  after text := regexp_replace(before, $known$'emailVerified'(::text)?, u\.is_email_verified$known$,
    $more$\&, 'twoStep', u.is_2fa_enabled, 'twoStepRequired', m.require_two_step$more$);
begin
  if after = before then
    raise exception 'find_sessions does not tell whether the address is confirmed';
  end if;
  execute after;
end $$;

revoke execute on function find_sign_in_challenge, session_has_its_factor from public;
grant execute on function find_sign_in_challenge to countinghouse_app;
grant select, insert, update on totp_factors to countinghouse_app;
grant select, insert, update, delete on recovery_codes, passkeys, known_devices to countinghouse_app;
grant select, insert, delete on passkey_challenges, sign_in_challenges to countinghouse_app;
call guard('totp_factors', false);
call guard('recovery_codes', false);
call guard('passkeys', false);
call guard('passkey_challenges', false);
call guard('sign_in_challenges', false);
call guard('known_devices', false);
