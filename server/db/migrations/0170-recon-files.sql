-- Files of reconciliation: what providers, banks and merchants send about transactions.

create table recon_files (
  merchant_id uuid not null references merchants,
  environment text not null constraint recon_files_environment check (environment in ('sandbox', 'live')),
  recon_id uuid not null,
  -- Counts from 1 in each environment and is never used again: the order in which files came.
  file_no integer not null check (file_no > 0),
  file_key text collate "C" not null,
  original_file_name text not null,
  channel_key text not null default '',
  file_type text not null default '' constraint recon_files_type check (file_type in ('transaction', 'recon', '')),
  -- The name of the source that its records belong to.
  data_source text collate "C" not null default '',
  way text not null constraint recon_files_way check (way in ('upload', 'server', 'sftp', 'mail')),
  status text not null constraint recon_files_status
    check (status in ('Uploaded', 'Initiated', 'Validation Failed', 'Ingestion Failed', 'Success')),
  stage text not null default '' constraint recon_files_stage
    check (stage in ('waiting', 'reading', 'comparing', 'keeping', 'withdrawing', '')),
  size_bytes bigint not null check (size_bytes > 0),
  parts integer not null,
  -- SHA-256 of the bytes in hexadecimal digits.
  digest text collate "C" not null,
  -- The first file with these bytes; this one changes nothing.
  same_as uuid,
  -- How it is read: the layout, the version of the mapping and the reading itself, as it was when the file was begun.
  layout text not null default '',
  mapping_id text not null default '',
  how jsonb,
  -- One rejected row keeps all others from being loaded.
  is_strict boolean not null default true,
  -- Whose act it was that only its good rows are loaded nevertheless.
  good_rows_by text not null default '',
  -- The readings so far; records of another one than the last are older versions.
  reading integer not null default 0,
  -- Beginnings of the present reading, which a worker may not have survived.
  tries integer not null default 0,
  rows_read integer not null default 0,
  bytes_read bigint not null default 0,
  format text not null default '',
  titles jsonb not null default '[]',
  new_titles jsonb not null default '[]',
  digits_lost jsonb not null default '[]',
  -- Places of the titles that the mapping reads; other columns are hidden from who may not open transactions.
  mapped jsonb not null default '[]',
  rows integer not null default 0,
  loaded integer not null default 0,
  repeated integer not null default 0,
  restated integer not null default 0,
  ignored integer not null default 0,
  rejected integer not null default 0,
  -- Good rows of a file that was refused for others.
  held integer not null default 0,
  ignored_by jsonb not null default '{}',
  reason text not null default '',
  reason_params jsonb not null default '{}',
  proof jsonb not null default '[]',
  -- The days of its first and last record, by which files that say different things are ordered.
  period_from date,
  period_to date,
  replaces uuid,
  replaced_by uuid,
  created_at timestamptz not null,
  created_by text not null,
  created_by_id uuid,
  begun_at timestamptz,
  finished_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by text not null default '',
  updated_at timestamptz not null,
  check (rows = loaded + repeated + restated + ignored + rejected + held),
  check ((status = 'Uploaded') = (begun_at is null)),
  check ((data_source = '') = (begun_at is null)),
  check (loaded + repeated + restated = 0 or held = 0),
  primary key (merchant_id, environment, recon_id)
);
create unique index recon_files_no on recon_files (merchant_id, environment, file_no);
create index recon_files_newest on recon_files (merchant_id, environment, created_at, file_key);
create index recon_files_of_source on recon_files (merchant_id, environment, data_source, created_at, file_key);
-- The same bytes count once for a source. Files that are withdrawn, were refused or failed leave the place.
create unique index recon_files_same on recon_files (merchant_id, environment, data_source, digest)
  where begun_at is not null and same_as is null and withdrawn_at is null and stage <> 'withdrawing'
    and status in ('Initiated', 'Success');
create index recon_files_copies on recon_files (merchant_id, environment, same_as, file_no) where same_as is not null;
create index recon_files_under_way on recon_files (merchant_id, environment, updated_at)
  where status = 'Initiated' or stage = 'withdrawing';
create index recon_files_of_channel on recon_files (merchant_id, environment, channel_key, created_at);

-- Originals, sealed. What is sealed cannot be compressed.
create table recon_file_parts (
  merchant_id uuid not null,
  environment text not null,
  recon_id uuid not null,
  place integer not null,
  bytes_sealed bytea not null,
  primary key (merchant_id, environment, recon_id, place),
  -- Parts are kept before their file gets its number.
  foreign key (merchant_id, environment, recon_id) references recon_files deferrable initially deferred
);
alter table recon_file_parts alter column bytes_sealed set storage external;

-- Each readable row of each file, from the merchant's side. No foreign key: with one, loading a million rows takes half as long again.
-- What inserts them holds the turn of their source.
create table recon_records (
  merchant_id uuid not null,
  environment text not null,
  recon_id uuid not null,
  reading integer not null,
  row_no integer not null,
  -- 0 of a record that counts; else the number of its file and reading, which makes the identity unique for each.
  shadow bigint not null,
  -- How often the same identity and content stood in its file before, counted from 1.
  occurrence integer not null,
  -- What makes the row the same row again, within its source; and all that it says.
  identity uuid not null,
  content uuid not null,
  standing text not null constraint recon_records_standing
    check (standing in ('current', 'repeated', 'superseded', 'withdrawn')),
  bucket text not null constraint recon_records_bucket check (bucket in ('loaded', 'repeated', 'restated')),
  type text not null constraint recon_records_type check (type in ('payment', 'refund', 'refund_reversal', 'chargeback',
    'chargeback_reversal', 'fee', 'adjustment', 'conversion', 'transfer', 'reserve', 'payout')),
  data_source text collate "C" not null,
  at timestamptz,
  booked_on date,
  at_text text not null,
  zone text not null,
  merchant_ref text collate "C" not null,
  provider_ref text collate "C" not null,
  other_ref text collate "C" not null,
  parent_ref text collate "C" not null,
  gross numeric(30, 8),
  currency text not null,
  fee numeric(30, 8) not null,
  tax numeric(30, 8) not null,
  passed_on numeric(30, 8) not null,
  net numeric(30, 8),
  net_currency text not null,
  rate numeric,
  batch text not null,
  method text not null,
  account_id text not null,
  country text not null,
  brand_id text not null,
  marketplace_id text not null,
  sku_id text not null,
  quantity text not null,
  status_word text not null,
  marks text[] not null,
  off_by numeric(30, 8),
  check ((standing = 'current') = (shadow = 0)),
  primary key (merchant_id, environment, recon_id, reading, row_no)
);
-- A record counts once, and all rows that say of it are found by its identity.
create unique index recon_records_identity on recon_records (merchant_id, environment, identity, content, occurrence, shadow);

-- Rows that became no records.
create table recon_rows (
  merchant_id uuid not null,
  environment text not null,
  recon_id uuid not null,
  reading integer not null,
  row_no integer not null,
  bucket text collate "C" not null constraint recon_rows_bucket check (bucket in ('ignored', 'rejected')),
  -- The rule by which it is ignored.
  rule text not null,
  -- Why it is rejected.
  faults jsonb not null,
  cells jsonb not null,
  check ((bucket = 'ignored') = (rule <> '')),
  primary key (merchant_id, environment, recon_id, reading, row_no),
  foreign key (merchant_id, environment, recon_id) references recon_files
);

-- What a file proves about itself, for each batch and currency.
create table recon_proofs (
  merchant_id uuid not null,
  environment text not null,
  recon_id uuid not null,
  reading integer not null,
  place integer not null,
  kind text not null constraint recon_proofs_kind check (kind in ('payout', 'balance', 'running', 'footer')),
  batch text not null,
  account text not null,
  currency text not null,
  name text not null,
  state text not null constraint recon_proofs_state check (state in ('proven', 'unproven', 'not_stated')),
  computed numeric(30, 8) not null,
  stated numeric(30, 8),
  difference numeric(30, 8),
  remainder numeric(30, 8) not null,
  lines integer not null,
  broken_at integer,
  parts jsonb not null,
  primary key (merchant_id, environment, recon_id, reading, place),
  foreign key (merchant_id, environment, recon_id) references recon_files
);

call guard('recon_files');
call guard('recon_file_parts');
call guard('recon_records');
call guard('recon_rows');
call guard('recon_proofs');
grant select, insert, update on recon_files to countinghouse_app;
grant select, insert, delete on recon_file_parts to countinghouse_app;
grant select, insert, update, delete on recon_records to countinghouse_app;
grant select, insert, delete on recon_rows, recon_proofs to countinghouse_app;
