-- The accounts that the money from a merchant's sales abroad is sent to. Nothing is deleted: an account ends by `active`.
create table remittance_accounts (
  merchant_id uuid not null references merchants,
  environment text not null constraint remittance_accounts_environment check (environment in ('sandbox', 'live')),
  account_uuid uuid not null,
  -- Counts changes of where money goes.
  version integer not null default 1,
  account_type text not null constraint remittance_accounts_type check (account_type in ('savings', 'current', 'card', 'wallet')),
  -- By which of the country's ways the account is named.
  way text not null constraint remittance_accounts_way check (way in ('iban', 'local', 'swift', 'card', 'wing', 'mobile')),
  country text not null,
  -- In which money is sent to it.
  currency text not null,
  first_name text not null,
  last_name text not null default '',
  -- Sealed; the whole number is decrypted for the provider and the check of a change alone.
  account_no_sealed bytea not null,
  -- A keyed digest of the normalised number with its bank, by which the same account is found.
  account_digest text collate "C" not null,
  last_four text not null,
  bank_code text not null default '',
  bank_name text not null default '',
  -- The holder's, where it does not name the account.
  phone_number text not null default '',
  -- The further fields of the country: sort_code, branch, ifsc, swift …
  fields jsonb not null default '{}',
  remittance_purpose text not null constraint remittance_accounts_purpose
    check (remittance_purpose in ('GDDS', 'SCVE', 'GDSV', 'SUPP', 'INTC', 'ROYA', 'OTHR')),
  remittance_source text not null constraint remittance_accounts_source
    check (remittance_source in ('sales', 'capital', 'loan', 'other')),
  is_default boolean not null default false,
  active boolean not null default true,
  warnings jsonb not null default '[]',
  name_check text not null default 'UNCHECKED' constraint remittance_accounts_name_check
    check (name_check in ('UNCHECKED', 'MATCH', 'CLOSE_MATCH', 'NO_MATCH', 'NOT_POSSIBLE')),
  name_at_bank text not null default '',
  name_checked_at timestamptz,
  -- Until when nothing is sent to it.
  waits_until timestamptz,
  changed_by text not null,
  changed_at timestamptz not null,
  created_at timestamptz not null,
  check (active or not is_default),
  primary key (merchant_id, environment, account_uuid)
);
create unique index remittance_accounts_default on remittance_accounts (merchant_id, environment, currency) where is_default;
create unique index remittance_accounts_same on remittance_accounts (merchant_id, environment, account_digest);
call guard('remittance_accounts');
grant select, insert, update on remittance_accounts to countinghouse_app;

-- Who changed where money goes, by version.
create table remittance_account_changes (
  merchant_id uuid not null,
  environment text not null,
  account_uuid uuid not null,
  change_id uuid not null,
  version integer not null,
  sub_user_id uuid,
  at timestamptz not null,
  foreign key (merchant_id, environment, account_uuid) references remittance_accounts,
  primary key (merchant_id, environment, account_uuid, change_id)
);
call guard('remittance_account_changes');
grant select, insert on remittance_account_changes to countinghouse_app;
