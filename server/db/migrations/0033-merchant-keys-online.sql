-- Each unique key of a merchant's table holds its merchant, so that a table can be divided by merchant. The secret comes
-- first: the same index finds it whether the merchant is known or not.

-- step: the hint of a merchant, which its tokens and references carry, as server/kit/auth/merchant-hint.ts makes it
create or replace function merchant_hint(of_merchant uuid) returns text language sql immutable strict parallel safe
  return substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', get_byte(sha256(uuid_send(of_merchant)), 0) % 62 + 1, 1)
    || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', get_byte(sha256(uuid_send(of_merchant)), 1) % 62 + 1, 1)
    || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', get_byte(sha256(uuid_send(of_merchant)), 2) % 62 + 1, 1)
    || substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', get_byte(sha256(uuid_send(of_merchant)), 3) % 62 + 1, 1);
-- step
revoke execute on function merchant_hint from public;
-- step
grant execute on function merchant_hint to countinghouse_app;
-- step
create index concurrently if not exists merchants_by_hint on merchants (merchant_hint(merchant_id));

-- step: takes the place of the primary key in the file that follows
create unique index concurrently if not exists session_tokens_with_merchant on session_tokens (token_hash, merchant_id);

-- step: takes the place of the key of tenants in the file that follows
create unique index concurrently if not exists sso_connections_with_merchant on sso_connections (tenant_id, merchant_id);

-- step
create unique index concurrently if not exists sessions_with_merchant on sessions (cookie_hash, merchant_id);
-- step
drop index concurrently if exists sessions_by_cookie;
-- step
alter index if exists sessions_with_merchant rename to sessions_by_cookie;

-- step
create unique index concurrently if not exists payment_links_with_merchant on payment_links (link_ref, merchant_id);
-- step
drop index concurrently if exists payment_links_by_ref;
-- step
alter index if exists payment_links_with_merchant rename to payment_links_by_ref;

-- step
create unique index concurrently if not exists one_time_tokens_with_merchant on one_time_tokens (token_hash, merchant_id);
-- step
drop index concurrently if exists one_time_tokens_by_hash;
-- step
alter index if exists one_time_tokens_with_merchant rename to one_time_tokens_by_hash;

-- step
create unique index concurrently if not exists remembered_logins_with_merchant
  on remembered_logins (cookie_hash, merchant_id);
-- step
drop index concurrently if exists remembered_logins_by_cookie;
-- step
alter index if exists remembered_logins_with_merchant rename to remembered_logins_by_cookie;

-- step
create unique index concurrently if not exists sso_proofs_with_merchant
  on sso_proofs (mail_hash, merchant_id) where mail_hash is not null;
-- step
drop index concurrently if exists sso_proofs_by_mail;
-- step
alter index if exists sso_proofs_with_merchant rename to sso_proofs_by_mail;
