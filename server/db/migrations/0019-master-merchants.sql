-- Masters and their merchants: invites, merchants that a master makes itself, the tie between them and its end; what a
-- merchant tells and shows of itself to be approved (KYC).

alter table merchants
  add column if not exists phone text not null default '',
  -- Whether anybody may sign in for it; an owned merchant has no login unless its master says otherwise.
  add column if not exists login_allowed boolean not null default true,
  -- Of an owned merchant: whether it takes payments by its master's channels.
  add column if not exists use_master_creds boolean not null default false,
  add column if not exists cross_border_model text not null default ''
    constraint merchants_cross_border_model check (cross_border_model in ('', 'PARTNERSHIP')),
  -- The master that has let it go and may take it back, until the merchant says no.
  add column if not exists former_master_id uuid;
update merchants set login_allowed = false where kind = 'owned'
  and not exists (select from sub_users u where u.merchant_id = merchants.merchant_id);
create index merchants_by_former_master on merchants (former_master_id) where former_master_id is not null;

-- The wall behind `login_allowed`: such a merchant's user gets no name to sign in by.
create function refuse_login() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select m.login_allowed from merchants m where m.merchant_id = new.merchant_id) then return new; end if;
  return null;
end $$;
create trigger logins_allowed before insert on logins for each row execute function refuse_login();

-- Whom a master has asked to come under it, or to sign in for a merchant that it owns. No token is kept: the link carries
-- a signature over the row, so that another address, kind, time or round is another link.
create table merchant_invites (
  merchant_id uuid not null references merchants,
  invite_id uuid not null,
  email text not null,
  email_lower text not null,
  merchant_type text not null constraint merchant_invites_merchant_type check (merchant_type in ('MANAGED', 'CROSS_BORDER', 'OWNED')),
  -- The merchant that already is there, whose first user is asked for.
  for_merchant_id uuid,
  language text not null,
  state text not null default 'INVITED'
    constraint merchant_invites_state check (state in ('INVITED', 'ACCEPTED', 'EXPIRED', 'DECLINED')),
  -- Counts the links that were sent; only the newest is good.
  round integer not null default 1,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  accepted_by uuid,
  primary key (merchant_id, invite_id)
);
create index merchant_invites_by_id on merchant_invites (invite_id);
create index merchant_invites_newest on merchant_invites (merchant_id, created_at desc);
create unique index merchant_invites_open on merchant_invites (merchant_id, email_lower) where state = 'INVITED';

-- What a link's signature is checked against, before anybody is known; judged by the database's clock.
create function find_invite(wanted uuid)
  returns table (
    merchant_id uuid, invite_id uuid, email text, merchant_type text, for_merchant_id uuid, language text, round integer,
    expires_at timestamptz, is_open boolean, master_key text, master_name text, master_email text, for_name text
  )
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select i.merchant_id, i.invite_id, i.email, i.merchant_type, i.for_merchant_id, i.language, i.round, i.expires_at,
    i.state = 'INVITED' and i.expires_at > clock_timestamp() and m.status = 'ACTIVE' and m.kind = 'master',
    m.key, coalesce(nullif(m.brand_name, ''), m.name), m.email, coalesce(f.name, '')
  from merchant_invites i
  join merchants m on m.merchant_id = i.merchant_id
  left join merchants f on f.merchant_id = i.for_merchant_id
  where i.invite_id = wanted;
end;

-- Who registers by an invite; the job that opens the merchant takes the invite with it.
alter table registrations add column if not exists invite_id uuid, add column if not exists invite_way text;

-- What a merchant tells of itself to be approved, and the link by which that is filled in.
create table kyc_cases (
  merchant_id uuid primary key references merchants,
  company jsonb not null default '{}',
  -- What the reviewer says to the merchant.
  note text not null default '',
  link_round integer not null default 0,
  link_expires_at timestamptz,
  link_sent_at timestamptz,
  submitted_at timestamptz,
  reviewed_at timestamptz,
  reviewed_by text not null default ''
);
-- Papers of people: sealed like a secret.
create table kyc_documents (
  merchant_id uuid not null references kyc_cases,
  document_id uuid not null,
  kind text not null constraint kyc_documents_kind
    check (kind in ('business_registration', 'owner_identity', 'proof_of_address', 'bank_statement')),
  name text not null,
  type text not null,
  size_bytes integer not null,
  content_sealed bytea not null,
  state text not null default 'received' constraint kyc_documents_state check (state in ('received', 'accepted', 'refused')),
  reason text not null default '',
  created_at timestamptz not null,
  primary key (merchant_id, document_id)
);

-- What a KYC link's signature is checked against, before anybody is known; judged by the database's clock.
create function find_kyc_link(wanted uuid) returns table (link_round integer, link_expires_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select k.link_round, k.link_expires_at
  from kyc_cases k join merchants m on m.merchant_id = k.merchant_id
  where k.merchant_id = wanted and k.link_expires_at > clock_timestamp() and m.status = 'ACTIVE';
end;

-- A master's merchants, active or not, for those who manage them; one of them when it is named.
create function sub_merchants(actor uuid, named text default null)
  returns table (
    merchant_id uuid, key text, name text, brand_name text, email text, phone text, status text, kyc_status text, kind text,
    country text, currency text, created_at timestamptz, login_allowed boolean, use_master_creds boolean,
    master_access boolean, cross_border boolean, onboarded boolean, link_round integer, link_expires_at timestamptz
  )
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select m.merchant_id, m.key, m.name, m.brand_name, m.email, m.phone, m.status, m.kyc_status, m.kind,
    m.country, m.currency, m.created_at, m.login_allowed, m.use_master_creds,
    m.master_access, m.cross_border_enabled,
    m.kyc_status = 'APPROVED' and coalesce(
      (select true from payment_channels c where c.merchant_id = m.merchant_id and c.is_enabled limit 1), false),
    k.link_round, k.link_expires_at
  from merchants m
  left join kyc_cases k on k.merchant_id = m.merchant_id
  where m.master_id = actor and (named is null or m.key = named or m.merchant_id::text = named);
end;

-- Those that a master has let go and that have not said no: nobody else may be taken back.
create function former_merchants(actor uuid, named text)
  returns table (merchant_id uuid, key text, kind text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select m.merchant_id, m.key, m.kind
  from merchants m
  where m.former_master_id = actor and m.master_id is null and (m.key = named or m.merchant_id::text = named);
end;

-- Who the master of the scope's merchant is, or was.
create function master_of(sub uuid) returns table (name text, key text, is_former boolean)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select coalesce(nullif(o.brand_name, ''), o.name), o.key, m.master_id is null
  from merchants m join merchants o on o.merchant_id = coalesce(m.master_id, m.former_master_id)
  where m.merchant_id = sub and sub = any (scope_merchants());
end;

-- Channels that a merchant has of its master. The row in payment_channels is the merchant's own, so that payments, fees
-- and call-backs are; the credentials stay the master's. A row stays when the lending ends: what was taken by it is
-- refunded by it. Written by nobody but lend_channels().
create table lent_channels (
  merchant_id uuid not null,
  environment text not null,
  channel_key text not null,
  lender_id uuid not null,
  primary key (merchant_id, environment, channel_key),
  foreign key (merchant_id, environment, channel_key) references payment_channels
);

-- Makes a merchant's lent channels what its master's own are now: none that is enabled when it is served no more.
create function lend_channels(served uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  lender uuid := (select m.master_id from merchants m where m.merchant_id = served and m.use_master_creds);
  channel payment_channels;
begin
  update payment_channels c set is_enabled = false
  from lent_channels l
  where c.merchant_id = served and c.is_enabled and l.merchant_id = c.merchant_id and l.environment = c.environment
    and l.channel_key = c.channel_key and (lender is null or not exists (
      select from payment_channels o where o.merchant_id = l.lender_id and o.environment = l.environment
        and o.channel_key = l.channel_key and o.is_enabled));
  for channel in select c.* from payment_channels c where c.merchant_id = lender loop
    -- One of its own, or of another lender, under the same key stays what it is.
    continue when exists (
      select from payment_channels c left join lent_channels l using (merchant_id, environment, channel_key)
      where c.merchant_id = served and c.environment = channel.environment and c.channel_key = channel.channel_key
        and l.lender_id is distinct from lender);
    insert into payment_channels as mine (merchant_id, environment, channel_key, provider, name, country, is_enabled, creds_sealed, created_at)
    values (served, channel.environment, channel.channel_key, channel.provider, channel.name, channel.country, channel.is_enabled, '', channel.created_at)
    on conflict (merchant_id, environment, channel_key) do update
      set provider = excluded.provider, name = excluded.name, country = excluded.country, is_enabled = excluded.is_enabled;
    insert into lent_channels values (served, channel.environment, channel.channel_key, lender) on conflict do nothing;
    insert into payment_methods (merchant_id, environment, channel_key, type, sub_type, is_enabled, is_default)
    select served, p.environment, p.channel_key, p.type, p.sub_type, p.is_enabled, p.is_default from payment_methods p
    where p.merchant_id = lender and p.environment = channel.environment and p.channel_key = channel.channel_key
    on conflict (merchant_id, environment, channel_key, type, sub_type) do update
      set is_enabled = excluded.is_enabled, is_default = excluded.is_default;
    update payment_methods p set is_enabled = false
    where p.merchant_id = served and p.environment = channel.environment and p.channel_key = channel.channel_key and p.is_enabled
      and not exists (select from payment_methods o where o.merchant_id = lender and o.environment = p.environment
        and o.channel_key = p.channel_key and o.type = p.type and o.sub_type = p.sub_type);
    insert into channel_fees (merchant_id, environment, channel_key, currency, percent_fee, minimum_fee_minor, flat_fee_minor, tax_percent)
    select served, f.environment, f.channel_key, f.currency, f.percent_fee, f.minimum_fee_minor, f.flat_fee_minor, f.tax_percent
    from channel_fees f
    where f.merchant_id = lender and f.environment = channel.environment and f.channel_key = channel.channel_key
    on conflict (merchant_id, environment, channel_key, currency) do update
      set percent_fee = excluded.percent_fee, minimum_fee_minor = excluded.minimum_fee_minor,
        flat_fee_minor = excluded.flat_fee_minor, tax_percent = excluded.tax_percent;
  end loop;
end $$;

-- Whatever changes at a master's channels changes at once for those that it serves.
create function lend_anew() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform lend_channels(m.merchant_id)
  from merchants m where m.master_id = coalesce(new.merchant_id, old.merchant_id) and m.use_master_creds;
  return null;
end $$;
create trigger payment_channels_lend after insert or update or delete on payment_channels for each row execute function lend_anew();
create trigger payment_methods_lend after insert or update or delete on payment_methods for each row execute function lend_anew();
create trigger channel_fees_lend after insert or update on channel_fees for each row execute function lend_anew();
create function lend_to_served() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform lend_channels(new.merchant_id);
  return null;
end $$;
create trigger merchants_lend_new after insert on merchants for each row when (new.use_master_creds)
  execute function lend_to_served();
create trigger merchants_lend after update of master_id, use_master_creds on merchants for each row
  when (new.master_id is distinct from old.master_id or new.use_master_creds <> old.use_master_creds)
  execute function lend_to_served();

-- The credentials of a channel that the scope's merchant has of another: as they are sealed, with the key that is wrapped.
create function find_lent_credentials(borrower uuid, wanted_environment text, wanted_channel text)
  returns table (lender_id uuid, creds_sealed bytea, wrapped_key bytea)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select l.lender_id, c.creds_sealed, m.wrapped_key
  from lent_channels l
  join payment_channels c on c.merchant_id = l.lender_id and c.environment = l.environment and c.channel_key = l.channel_key
  join merchants m on m.merchant_id = l.lender_id
  where l.merchant_id = borrower and l.environment = wanted_environment and l.channel_key = wanted_channel
    and borrower = any (scope_merchants());
end;

-- A link leads to its merchant also while that is inactive: its page says so, and what is in flight comes to its end. That
-- no payment begins is seen to where one begins.
create or replace function find_link(wanted text) returns table (merchant_id uuid, environment text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select l.merchant_id, l.environment from payment_links l where l.link_ref = wanted;
end;

revoke execute on function refuse_login, find_invite, find_kyc_link, sub_merchants, former_merchants, master_of, lend_channels, lend_anew,
  lend_to_served, find_lent_credentials from public;
grant execute on function find_invite, find_kyc_link, sub_merchants, former_merchants, master_of, find_lent_credentials to countinghouse_app;
grant select, insert, update on merchant_invites, kyc_cases to countinghouse_app;
grant select, insert, update, delete on kyc_documents to countinghouse_app;
grant select on lent_channels to countinghouse_app;
call guard('merchant_invites', false);
call guard('kyc_cases', false);
call guard('kyc_documents', false);
call guard('lent_channels');
