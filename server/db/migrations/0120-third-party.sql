-- Transactions that others have told of in sheets, kept to be compared with: no ledger and no roll-up knows them.

create table third_party_uploads (
  merchant_id uuid not null references merchants,
  environment text not null constraint third_party_uploads_environment check (environment in ('sandbox', 'live')),
  upload_id uuid not null,
  source text not null,
  file_name text not null,
  state text not null constraint third_party_uploads_state check (state in ('reading', 'checked', 'loaded', 'refused', 'taken_back')),
  dry_run boolean not null,
  rows integer not null default 0,
  valid integer not null default 0,
  duplicates integer not null default 0,
  errors integer not null default 0,
  -- Why the whole sheet was refused.
  reason text not null default '',
  reason_params jsonb not null default '{}',
  -- The titles of the first row, and the first rows below it.
  head jsonb not null default '[]',
  preview jsonb not null default '[]',
  -- How it is read.
  mapping jsonb not null,
  unknown_statuses jsonb not null default '[]',
  created_at timestamptz not null,
  created_by text not null,
  finished_at timestamptz,
  taken_back_at timestamptz,
  taken_back_by text not null default '',
  -- Set with the first of its transactions that is reconciled; from then on it cannot be taken back.
  reconciled_at timestamptz,
  updated_at timestamptz not null,
  check (rows = valid + duplicates + errors),
  check ((state = 'taken_back') = (taken_back_at is not null)),
  check (taken_back_at is null or reconciled_at is null),
  primary key (merchant_id, environment, upload_id)
);
create index third_party_uploads_newest on third_party_uploads (merchant_id, environment, created_at, upload_id);
create index third_party_uploads_under_way on third_party_uploads (merchant_id, environment, updated_at) where state = 'reading';

-- How the sheets of a source were last read.
create table third_party_sources (
  merchant_id uuid not null references merchants,
  environment text not null,
  source text collate "C" not null,
  mapping jsonb not null,
  updated_at timestamptz not null,
  primary key (merchant_id, environment, source)
);

-- A sheet until its job has read it, in parts.
create table third_party_parts (
  merchant_id uuid not null,
  environment text not null,
  upload_id uuid not null,
  place integer not null,
  bytes bytea not null,
  primary key (merchant_id, environment, upload_id, place),
  foreign key (merchant_id, environment, upload_id) references third_party_uploads on delete cascade
);

-- No foreign key: with one, loading a hundred thousand rows takes half as long again. What inserts them locks their upload.
create table third_party_transactions (
  merchant_id uuid not null,
  environment text not null,
  -- Of the source with the channel's reference, else with the order, date, amount and currency: what it says of these counts once.
  transaction_key text collate "C" not null,
  upload_id uuid not null,
  row_no integer not null,
  source text collate "C" not null,
  occurred_at timestamptz not null,
  status text not null constraint third_party_transactions_status check (status in ('Success', 'Failed', 'Pending', 'Refunded')),
  currency text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  fee_minor bigint check (fee_minor >= 0),
  merchant_order_ref text collate "C" not null,
  channel_order_ref text collate "C" not null,
  method text not null,
  channel text not null,
  payer text not null,
  email text not null,
  description text not null,
  check (merchant_order_ref <> '' or channel_order_ref <> ''),
  primary key (merchant_id, environment, transaction_key)
);
create index third_party_transactions_newest on third_party_transactions (merchant_id, environment, occurred_at, transaction_key);
create index third_party_transactions_of_upload on third_party_transactions (merchant_id, environment, upload_id, row_no);

create table third_party_errors (
  merchant_id uuid not null,
  environment text not null,
  -- The upload and the error's number, so that it sorts and is unique by itself.
  error_ref text collate "C" not null,
  upload_id uuid not null,
  row_no bigint not null,
  "column" text not null,
  value text not null,
  reason text not null,
  params jsonb not null,
  primary key (merchant_id, environment, error_ref),
  foreign key (merchant_id, environment, upload_id) references third_party_uploads on delete cascade
);
create index third_party_errors_in_order on third_party_errors (merchant_id, environment, upload_id, row_no, error_ref);

call guard('third_party_uploads');
call guard('third_party_sources');
call guard('third_party_parts');
call guard('third_party_transactions');
call guard('third_party_errors');
grant select, insert, update, delete on third_party_uploads, third_party_sources to countinghouse_app;
grant select, insert, delete on third_party_parts, third_party_transactions, third_party_errors to countinghouse_app;
