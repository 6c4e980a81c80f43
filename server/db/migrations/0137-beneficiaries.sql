-- Who changed where money goes: within 72 hours of a change, its author is a maker of what is paid to the account.
create table beneficiary_account_changes (
  merchant_id uuid not null,
  environment text not null,
  account_uuid uuid not null,
  change_id uuid not null,
  version integer not null,
  -- Null of a merchant's server.
  sub_user_id uuid,
  at timestamptz not null,
  foreign key (merchant_id, environment, account_uuid) references beneficiary_accounts,
  primary key (merchant_id, environment, account_uuid, change_id)
);
call guard('beneficiary_account_changes');
grant select, insert on beneficiary_account_changes to countinghouse_app;

alter table beneficiaries
  -- How it compares with the operator's lists. NOT_SCREENED: there is none; WAITING: the comparison is under way.
  add column if not exists screening text not null default 'NOT_SCREENED' constraint beneficiaries_screening
    check (screening in ('NOT_SCREENED', 'WAITING', 'CLEAR', 'POSSIBLE_MATCH', 'ALLOWED', 'BLOCKED')),
  -- Of what the lists were when it was compared, in the form of `screening_state.version`.
  add column if not exists screened_with bigint not null default 0,
  add column if not exists screened_at timestamptz,
  -- The entries that it may be: list, version, id, name, score, what matched.
  add column if not exists screening_matches jsonb not null default '[]',
  add column if not exists screening_decided_by text not null default '',
  add column if not exists screening_reason text not null default '';
create index beneficiaries_to_screen on beneficiaries (merchant_id, environment, screened_with, beneficiary_uuid) where active;

create index beneficiary_accounts_newest on beneficiary_accounts (merchant_id, environment, created_at, (account_uuid::text collate "C"));
create index beneficiary_accounts_to_check on beneficiary_accounts (merchant_id, environment, name_checked_at) where active;

-- How long nothing is paid to a new or changed account, where the merchant has set another time than the usual one.
create table beneficiary_settings (
  merchant_id uuid not null references merchants,
  environment text not null constraint beneficiary_settings_environment check (environment in ('sandbox', 'live')),
  waiting_hours integer not null check (waiting_hours between 0 and 72),
  updated_at timestamptz not null,
  primary key (merchant_id, environment)
);
call guard('beneficiary_settings');
grant select, insert, update on beneficiary_settings to countinghouse_app;

-- The operator's lists of names with whom no business is done: loaded by `npm run screening`, the same for all merchants.
create table screening_lists (
  list text primary key,
  version integer not null,
  entries integer not null,
  loaded_at timestamptz not null
);
create table screening_entries (
  list text not null references screening_lists on delete cascade,
  entry_id text not null,
  schema text not null,
  name text not null,
  aliases text[] not null,
  birth_date text not null,
  countries text[] not null,
  primary key (list, entry_id)
);
-- One row: counts the changes of the lists. 0 while there has been none.
create table screening_state (
  one boolean primary key default true check (one),
  version bigint not null
);
insert into screening_state (version) values (0);
grant select on screening_lists, screening_entries, screening_state to countinghouse_app;
