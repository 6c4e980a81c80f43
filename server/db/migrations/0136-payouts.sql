-- Payouts: money that leaves a virtual account for the account of a beneficiary.

create table virtual_accounts (
  merchant_id uuid not null references merchants,
  environment text not null constraint virtual_accounts_environment check (environment in ('sandbox', 'live')),
  -- By which money comes in; the provider gives it.
  account_no text collate "C" not null,
  channel_key text not null,
  account_name text not null,
  bank_code text not null,
  bank_name text not null,
  currency text not null,
  customer_name text not null default '',
  map_id text not null default '',
  -- What a deposit has to be, compared with `conditional_minor`.
  condition text not null constraint virtual_accounts_condition check (condition in ('NO_CONDITION', 'EXACT', 'MINIMUM', 'MAXIMUM')),
  conditional_minor bigint check (conditional_minor > 0),
  -- Kept by the ledger alone (`server/ledger/post.ts`): what may be paid out, and what is set aside for payouts under way.
  available_minor bigint not null default 0 constraint virtual_accounts_available check (available_minor >= 0),
  reserved_minor bigint not null default 0 constraint virtual_accounts_reserved check (reserved_minor >= 0),
  -- Below which its people are told; null for no warning.
  low_minor bigint check (low_minor >= 0),
  -- The number of its last statement row.
  last_movement bigint not null default 0,
  provider_ref text not null default '',
  created_by text not null,
  start_date timestamptz not null,
  end_date timestamptz,
  updated_at timestamptz not null,
  check ((condition = 'NO_CONDITION') = (conditional_minor is null)),
  check (end_date is null or (available_minor = 0 and reserved_minor = 0)),
  primary key (merchant_id, environment, account_no)
);
create index virtual_accounts_newest on virtual_accounts (merchant_id, environment, start_date, account_no);

create table beneficiaries (
  merchant_id uuid not null references merchants,
  environment text not null constraint beneficiaries_environment check (environment in ('sandbox', 'live')),
  beneficiary_uuid uuid not null,
  name text not null,
  email text not null default '',
  phone text not null default '',
  address text not null default '',
  country text not null,
  -- In which it is written to.
  language text not null default 'en',
  fee_payer text not null default 'SENDER' constraint beneficiaries_fee_payer check (fee_payer in ('SENDER', 'RECEIVER')),
  -- Made with a payout, not by hand.
  one_off boolean not null default false,
  active boolean not null default true,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, environment, beneficiary_uuid)
);
create index beneficiaries_newest on beneficiaries (merchant_id, environment, created_at, (beneficiary_uuid::text collate "C"));

create table beneficiary_accounts (
  merchant_id uuid not null,
  environment text not null,
  account_uuid uuid not null,
  beneficiary_uuid uuid not null,
  -- Counts changes of where money goes. What approves a payout names it.
  version integer not null default 1,
  account_type text not null constraint beneficiary_accounts_type check (account_type in ('BANK', 'CARD', 'MOBILE')),
  country text not null,
  -- As the bank has it.
  account_name text not null,
  -- Sealed; the whole number is decrypted for details, exports and the provider alone.
  account_no_sealed bytea not null,
  -- A keyed digest of the normalised number with its bank, by which the same account is found.
  account_digest text collate "C" not null,
  last_four text not null,
  bank_code text not null default '',
  bank_name text not null default '',
  -- The further fields of the country: sort_code, branch, ifsc, swift …
  fields jsonb not null default '{}',
  is_default boolean not null default false,
  active boolean not null default true,
  -- Warnings of the check of its fields that verifier and approver see.
  warnings jsonb not null default '[]',
  name_check text not null default 'UNCHECKED' constraint beneficiary_accounts_name_check
    check (name_check in ('UNCHECKED', 'MATCH', 'CLOSE_MATCH', 'NO_MATCH', 'NOT_POSSIBLE')),
  -- The name that the bank told, and why its maker goes on without a match.
  name_at_bank text not null default '',
  name_reason text not null default '',
  name_checked_at timestamptz,
  -- Until when nothing is paid to it, unless an administrator lifts that.
  waits_until timestamptz,
  changed_by text not null,
  changed_at timestamptz not null,
  created_at timestamptz not null,
  primary key (merchant_id, environment, account_uuid),
  foreign key (merchant_id, environment, beneficiary_uuid) references beneficiaries
);
create index beneficiary_accounts_of on beneficiary_accounts (merchant_id, environment, beneficiary_uuid, created_at);
create index beneficiary_accounts_same on beneficiary_accounts (merchant_id, environment, account_digest);
create unique index beneficiary_accounts_default on beneficiary_accounts (merchant_id, environment, beneficiary_uuid) where is_default;

create table payouts (
  merchant_id uuid not null references merchants,
  environment text not null constraint payouts_environment check (environment in ('sandbox', 'live')),
  -- Ours, by which the provider is asked for ever.
  txn_ref text collate "C" not null,
  merchant_txn_ref text collate "C" not null,
  virtual_account_no text collate "C" not null,
  channel_key text not null,
  rail text not null,
  status text not null constraint payouts_status check (status in
    ('Created', 'Verified', 'Approved', 'Scheduled', 'Queued', 'Processing', 'Success', 'Failed', 'Returned', 'Cancelled', 'Rejected')),
  -- Counts edits. What verifies and approves names it.
  revision integer not null default 1,
  amount_minor bigint not null constraint payouts_amount check (amount_minor > 0),
  currency text not null,
  fee_minor bigint not null default 0 check (fee_minor >= 0),
  fee_tax_minor bigint not null default 0 check (fee_tax_minor >= 0),
  fee_payer text not null constraint payouts_fee_payer check (fee_payer in ('SENDER', 'RECEIVER')),
  -- What is reserved at this moment; the part of the account's `reserved_minor` that is this payout's.
  reserved_minor bigint not null default 0 check (reserved_minor >= 0),
  returned_minor bigint not null default 0 check (returned_minor >= 0 and returned_minor <= amount_minor),
  beneficiary_uuid uuid not null,
  account_uuid uuid not null,
  account_version integer not null,
  -- The account as it was, for lists: name, last four, bank, country. The whole number is sealed.
  beneficiary_name text not null,
  account_type text not null,
  account_no_sealed bytea not null,
  account_digest text collate "C" not null,
  last_four text not null,
  bank_code text not null,
  bank_name text not null,
  account_fields jsonb not null,
  account_country text not null,
  remarks text not null default '',
  user_message text not null default '',
  purpose text not null default '',
  -- Why it is made although something like it was.
  duplicate_reason text not null default '',
  send_email boolean not null default false,
  send_sms boolean not null default false,
  recipient_emails text[] not null default '{}',
  -- When it is to leave; null for at once.
  scheduled_time timestamptz,
  -- What keeps it from leaving, and until when where that is known; empty for nothing.
  waits_for text not null default '',
  waits_until timestamptz,
  arrival_estimate date,
  -- Names of users, newest last; whoever edited it or changed the account is one.
  created_by text not null,
  made_by uuid[] not null default '{}',
  verified_by text not null default '',
  verified_time timestamptz,
  approved_by text not null default '',
  approved_time timestamptz,
  ended_by text not null default '',
  -- Why it was rejected or cancelled.
  end_remark text not null default '',
  batch_id uuid,
  -- The payout that it pays again.
  pays_again text collate "C",
  channel_ref text not null default '',
  channel_asked_at timestamptz,
  channel_asks integer not null default 0,
  status_reason text not null default '',
  status_channel_reason text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  queued_at timestamptz,
  ended_at timestamptz,
  primary key (merchant_id, environment, txn_ref),
  unique (merchant_id, environment, merchant_txn_ref),
  foreign key (merchant_id, environment, virtual_account_no) references virtual_accounts,
  foreign key (merchant_id, environment, beneficiary_uuid) references beneficiaries,
  foreign key (merchant_id, environment, account_uuid) references beneficiary_accounts
);
create index payouts_newest on payouts (merchant_id, environment, created_at, txn_ref);
create index payouts_by_status on payouts (merchant_id, environment, status, created_at, txn_ref);
create index payouts_of_account on payouts (merchant_id, environment, virtual_account_no, created_at, txn_ref);
create index payouts_of_beneficiary on payouts (merchant_id, environment, beneficiary_uuid, created_at, txn_ref);
create index payouts_same_account on payouts (merchant_id, environment, account_digest, created_at);
create index payouts_of_batch on payouts (merchant_id, environment, batch_id, txn_ref) where batch_id is not null;
create unique index payouts_paid_again on payouts (merchant_id, environment, pays_again) where pays_again is not null;
-- What somebody or something still has to move.
create index payouts_open on payouts (merchant_id, environment, status, updated_at)
  where status in ('Created', 'Verified', 'Approved', 'Scheduled', 'Queued', 'Processing');

call guard('virtual_accounts');
call guard('beneficiaries');
call guard('beneficiary_accounts');
call guard('payouts');
grant select, insert, update on virtual_accounts, beneficiaries, beneficiary_accounts, payouts to countinghouse_app;
