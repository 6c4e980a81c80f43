-- What a link in a mail carries to prove that its reader got it. Only the hash is kept; the row is one for each user and
-- purpose, so that a newer link takes the older one's place. Judged by the database's clock.
create table one_time_tokens (
  merchant_id uuid not null,
  sub_user_id uuid not null,
  purpose text not null constraint one_time_tokens_purpose check (purpose in ('verify_email', 'reset_password')),
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (merchant_id, sub_user_id, purpose),
  foreign key (merchant_id, sub_user_id) references sub_users
);
create unique index one_time_tokens_by_hash on one_time_tokens (token_hash);

-- Whether a token would be taken; changes nothing.
create function good_one_time_token(wanted bytea, wanted_purpose text, at timestamptz default clock_timestamp())
  returns boolean language sql stable security definer set search_path = public, pg_temp
begin atomic
  select exists (
    select from one_time_tokens t join merchants m on m.merchant_id = t.merchant_id
    join sub_users u on u.merchant_id = t.merchant_id and u.sub_user_id = t.sub_user_id
    where t.token_hash = wanted and t.purpose = wanted_purpose and t.used_at is null and t.expires_at > at
      and u.is_active and m.status = 'ACTIVE');
end;

-- Takes a token, which nobody can then take again, and says whose it was. Of many at once, one gets it.
create function take_one_time_token(wanted bytea, wanted_purpose text)
  returns table (merchant_id uuid, sub_user_id uuid)
  language sql volatile security definer set search_path = public, pg_temp
begin atomic
  update one_time_tokens t set used_at = clock_timestamp()
  from sub_users u join merchants m on m.merchant_id = u.merchant_id
  where t.token_hash = wanted and t.purpose = wanted_purpose and t.used_at is null and t.expires_at > clock_timestamp()
    and u.merchant_id = t.merchant_id and u.sub_user_id = t.sub_user_id and u.is_active and m.status = 'ACTIVE'
  returning t.merchant_id, t.sub_user_id;
end;

-- Who asked to be registered, until the job has been there: whether the name is known already must not show in the
-- answer, nor in how long it takes. Shared by all merchants, since there is none yet.
create table registrations (
  registration_id uuid primary key,
  merchant_name text not null,
  email text not null,
  country text not null,
  password_phc text not null,
  language text not null,
  created_at timestamptz not null
);

-- The one link by which whoever runs an installation makes its first merchant. Written by the owner at each start.
create table set_up_tokens (
  token_hash bytea primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create function take_set_up_token(wanted bytea) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update set_up_tokens set used_at = clock_timestamp()
  where token_hash = wanted and used_at is null and expires_at > clock_timestamp();
  return found;
end $$;

-- Makes a user the one who signs in under this name; false when the name is somebody's already.
create function claim_login(wanted text, of_merchant uuid, of_sub_user uuid) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into logins (email_lower, merchant_id, sub_user_id) values (wanted, of_merchant, of_sub_user)
  on conflict do nothing;
  return found;
end $$;

-- A browser that greets its user and asks only for the password. Its cookie opens nothing.
create table remembered_logins (
  merchant_id uuid not null,
  remembered_id uuid not null,
  sub_user_id uuid not null,
  cookie_hash bytea not null,
  -- Where the user was last.
  environment text not null constraint remembered_logins_environment check (environment in ('sandbox', 'live')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, remembered_id),
  foreign key (merchant_id, sub_user_id) references sub_users
);
create unique index remembered_logins_by_cookie on remembered_logins (cookie_hash);
create index remembered_logins_by_user on remembered_logins (merchant_id, sub_user_id);

create function find_remembered_login(wanted bytea, at timestamptz default clock_timestamp())
  returns table (merchant_id uuid, remembered_id uuid, sub_user_id uuid, name text, email text, environment text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select r.merchant_id, r.remembered_id, r.sub_user_id, u.name, u.email, r.environment
  from remembered_logins r
  join sub_users u on u.merchant_id = r.merchant_id and u.sub_user_id = r.sub_user_id
  join merchants m on m.merchant_id = r.merchant_id
  where r.cookie_hash = wanted and r.expires_at > at and u.is_active and m.status = 'ACTIVE';
end;

revoke execute on function good_one_time_token, take_one_time_token, take_set_up_token, claim_login, find_remembered_login
  from public;
grant execute on function good_one_time_token, take_one_time_token, take_set_up_token, claim_login, find_remembered_login
  to countinghouse_app;
grant select, insert, update on one_time_tokens to countinghouse_app;
grant select, insert, delete on registrations to countinghouse_app;
grant select, insert, update, delete on remembered_logins to countinghouse_app;
call guard('one_time_tokens', false);
call guard('remembered_logins', false);
