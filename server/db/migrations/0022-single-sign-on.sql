-- Single sign-on: a merchant's users sign in at an OpenID provider of its own.

create table sso_connections (
  merchant_id uuid primary key references merchants,
  -- Its public name, in addresses; never another one, since the provider knows where to send people by it.
  tenant_id text not null,
  -- What the sign-in page calls the business.
  company_name text not null,
  issuer text not null,
  client_id text not null,
  secret_sealed bytea not null,
  -- What is asked for beside `openid`.
  scopes text[] not null,
  enabled boolean not null,
  -- Nobody of the merchant but `break_glass_user` signs in by a password.
  required boolean not null,
  break_glass_user uuid,
  -- Whom the provider knows and we do not gets a user, with these roles.
  provision boolean not null,
  provision_roles text[] not null,
  revision integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (merchant_id, break_glass_user) references sub_users,
  constraint sso_connections_required check (not required or (enabled and break_glass_user is not null)),
  constraint sso_connections_provision check (not provision or cardinality(provision_roles) > 0)
);
create unique index sso_connections_by_tenant on sso_connections (tenant_id);

-- Who a user is at the provider. `subject` is the only thing that is compared; an address never is.
create table sso_identities (
  merchant_id uuid not null,
  issuer text not null,
  subject text not null,
  sub_user_id uuid not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (merchant_id, issuer, subject),
  foreign key (merchant_id, sub_user_id) references sub_users,
  constraint sso_identities_by_user unique (merchant_id, sub_user_id)
);

-- A sign-in that is at the provider, held to the browser that began it. Taken out when it comes back, once.
create table sso_attempts (
  merchant_id uuid not null references merchants,
  state_hash bytea not null,
  browser_hash bytea not null,
  -- Nonce, verifier, and the provider that it was begun with.
  facts_sealed bytea not null,
  -- A session that is to be proven anew, in place of a sign-in.
  session_id uuid,
  return_to text not null,
  expires_at timestamptz not null,
  primary key (merchant_id, state_hash)
);

-- What came back and holds: who the provider says it is. Waits for the proof of whose login here that is, or for the
-- second factor; held to the same browser.
create table sso_proofs (
  merchant_id uuid not null references merchants,
  proof_id uuid not null,
  browser_hash bytea not null,
  -- Who it is, and the provider's word for that.
  facts_sealed bytea not null,
  return_to text not null,
  -- What the browser was given to go on by.
  link_hash bytea not null,
  -- What a link in a mail carries, and whom that was sent to.
  mail_hash bytea,
  mail_user uuid,
  mailed_at timestamptz,
  expires_at timestamptz not null,
  primary key (merchant_id, proof_id),
  foreign key (merchant_id, mail_user) references sub_users
);
create index sso_proofs_by_link on sso_proofs (merchant_id, link_hash);
create unique index sso_proofs_by_mail on sso_proofs (mail_hash) where mail_hash is not null;

-- How a session was opened; the provider's word is shown to it once, at the logout.
alter table sessions add column sso boolean not null default false;
alter table sessions add column sso_browser_hash bytea;
alter table sessions add column sso_id_token_sealed bytea;
create index sessions_by_sso_browser on sessions (merchant_id, sso_browser_hash) where sso_id_token_sealed is not null;

-- A proven identity that waits for the second factor.
alter table sign_in_challenges add column sso_proof uuid;

-- Whose a tenant is, before there is a scope.
create function find_sso_tenant(wanted text) returns table (merchant_id uuid, tenant_id text, company_name text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select c.merchant_id, c.tenant_id, c.company_name
  from sso_connections c join merchants m on m.merchant_id = c.merchant_id
  where c.tenant_id = wanted and c.enabled and m.status = 'ACTIVE';
end;

-- Whether a name is another merchant's tenant already.
create function sso_tenant_taken(wanted text, of_merchant uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select exists (select from sso_connections c where c.tenant_id = wanted and c.merchant_id <> of_merchant);
end;

-- The proof that a link in a mail belongs to.
create function find_sso_mail(wanted bytea, at timestamptz default clock_timestamp())
  returns table (merchant_id uuid, proof_id uuid)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select p.merchant_id, p.proof_id
  from sso_proofs p
  join sso_connections c on c.merchant_id = p.merchant_id
  join merchants m on m.merchant_id = p.merchant_id
  where p.mail_hash = wanted and p.expires_at > at and c.enabled and m.status = 'ACTIVE';
end;

-- The tenant that a user has to sign in through; null where the password will do.
create function sso_needed(of_merchant uuid, of_sub_user uuid) returns text
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select c.tenant_id from sso_connections c
  where c.merchant_id = of_merchant and c.required and c.break_glass_user is distinct from of_sub_user;
end;

-- The wall behind every way to sign in: whoever has to come by single sign-on gets no session without it. The lock makes
-- whoever begins to require it wait, and then end what was opened just before.
create function session_has_its_sso() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare needed boolean;
begin
  select c.required and c.break_glass_user is distinct from new.sub_user_id into needed
  from sso_connections c where c.merchant_id = new.merchant_id for share;
  if needed and not new.sso then
    raise exception 'a session of this user needs single sign-on';
  end if;
  return new;
end $$;
create trigger sessions_sso before insert on sessions for each row execute function session_has_its_sso();

revoke execute on function find_sso_tenant, sso_tenant_taken, find_sso_mail, sso_needed, session_has_its_sso from public;
grant execute on function find_sso_tenant, sso_tenant_taken, find_sso_mail, sso_needed to countinghouse_app;
grant select, insert, update, delete on sso_connections, sso_identities, sso_attempts, sso_proofs to countinghouse_app;
call guard('sso_connections', false);
call guard('sso_identities', false);
call guard('sso_attempts', false);
call guard('sso_proofs', false);
