-- Signing in by a passkey alone: the authenticator names the user by the handle that it was given, and nothing is typed.

-- Whether the browser has said that the authenticator keeps the passkey, so that it can be found without a list of ids.
alter table passkeys add column is_resident boolean not null default false;

-- What a passkey is to sign before anybody knows whose it is: of no merchant, good once, in the browser that has asked for it.
create table passkey_sign_ins (
  challenge_hash bytea primary key,
  browser_hash bytea not null,
  expires_at timestamptz not null
);
create index passkey_sign_ins_by_expiry on passkey_sign_ins (expires_at);

-- A passkey by what its authenticator answers, before there is a scope. The handle names merchant and user; the signature,
-- which is verified afterwards, decides.
create function find_passkey(of_merchant uuid, of_user uuid, wanted text)
  returns table (passkey_id uuid, public_key bytea, counter bigint, may_sign_in boolean)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select p.passkey_id, p.public_key, p.counter, u.is_active and m.status = 'ACTIVE'
  from passkeys p
  join sub_users u on u.merchant_id = p.merchant_id and u.sub_user_id = p.sub_user_id
  join merchants m on m.merchant_id = p.merchant_id
  where p.merchant_id = of_merchant and p.sub_user_id = of_user and p.credential_id = wanted;
end;

revoke execute on function find_passkey from public;
grant execute on function find_passkey to countinghouse_app;
grant select, insert, delete on passkey_sign_ins to countinghouse_app;
