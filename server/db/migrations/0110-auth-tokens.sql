-- The opaque tokens of merchants' servers, by their hashes. `made_by` is a keyed hash of the secret that made a token: it ends with it.
create table auth_tokens (
  merchant_id uuid not null references merchants,
  token_hash bytea not null,
  made_by bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, token_hash)
);
create index auth_tokens_oldest on auth_tokens (merchant_id, created_at);
grant select, insert, delete on auth_tokens to countinghouse_app;
call guard('auth_tokens', false);

-- A token that has not expired, with what its merchant's server is checked by.
create function find_auth_token(wanted bytea, at timestamptz)
  returns table (
    merchant_id uuid, key text, wrapped_key bytea, secret_sealed bytea, previous_sealed bytea, secret_version integer, facts jsonb,
    made_by bytea
  )
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select f.merchant_id, f.key, f.wrapped_key, f.secret_sealed, f.previous_sealed, f.secret_version, f.facts, t.made_by
  from merchants h
  join auth_tokens t on t.merchant_id = h.merchant_id
  cross join lateral find_signing_merchant(h.key) f
  where merchant_hint(h.merchant_id) = encode(substring(wanted from 33), 'escape')
    and t.token_hash = wanted and t.expires_at > at;
end;
revoke execute on function find_auth_token from public;
grant execute on function find_auth_token to countinghouse_app;
