-- Payouts from one sheet, or one pain.001.

create table payout_batches (
  merchant_id uuid not null references merchants,
  environment text not null constraint payout_batches_environment check (environment in ('sandbox', 'live')),
  batch_id uuid not null,
  file_name text not null,
  -- xlsx, xls, csv or the name of the message; of a csv also how its bytes are text and what divides its cells.
  format text not null,
  encoding text not null,
  separator text not null,
  status text not null constraint payout_batches_status check (status in ('checked', 'running', 'done')),
  -- Nothing is made of it.
  dry_run boolean not null,
  -- Without the head and without empty rows.
  rows integer not null,
  created_count integer not null,
  -- Rows that can be made and are not yet, or on a dry run never.
  valid_count integer not null,
  -- Rows that an earlier upload has made.
  skipped_count integer not null,
  error_count integer not null,
  -- The minor units as text, by currency, of the rows that are created or valid.
  totals jsonb not null,
  -- The titles in the sheet's first row, and how they were read.
  head jsonb not null,
  reading jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  created_by_id uuid not null,
  finished_at timestamptz,
  -- When what its rows said was deleted.
  emptied_at timestamptz,
  updated_at timestamptz not null,
  check (least(created_count, valid_count, skipped_count, error_count) >= 0),
  check (created_count + valid_count + skipped_count + error_count = rows),
  check ((status = 'checked') = dry_run and (dry_run or status = 'running' or valid_count = 0)),
  primary key (merchant_id, environment, batch_id)
);
create index payout_batches_newest on payout_batches (merchant_id, environment, created_at, batch_id);
create index payout_batches_kept on payout_batches (merchant_id, environment, created_at) where emptied_at is null and status <> 'running';
create index payout_batches_under_way on payout_batches (merchant_id, environment, updated_at) where status = 'running';

create table payout_batch_rows (
  merchant_id uuid not null,
  environment text not null,
  batch_id uuid not null,
  -- In the sheet, whose head is row 1.
  row_no integer not null,
  state text not null constraint payout_batch_rows_state check (state in ('created', 'valid', 'skipped', 'error')),
  -- Of the file's bytes and the row's number.
  row_key bytea not null,
  -- The cells as they stand there: numbers where the sheet has numbers. Sealed, since they hold account numbers.
  cells_sealed bytea not null,
  -- Of what was made; also of an earlier upload, where it was.
  txn_ref text collate "C" not null default '',
  -- What is wrong: the column, and a key of the texts with its parameters.
  field text not null default '',
  reason text not null default '',
  params jsonb not null default '{}',
  currency text not null default '',
  amount_minor bigint,
  check ((state = 'created') <= (txn_ref <> '')),
  check ((state = 'error') = (reason <> '')),
  primary key (merchant_id, environment, batch_id, row_no),
  foreign key (merchant_id, environment, batch_id) references payout_batches
);
create index payout_batch_rows_waiting on payout_batch_rows (merchant_id, environment, batch_id, row_no) where state = 'valid';
-- A row of a file is made once.
create unique index payout_batch_rows_made on payout_batch_rows (merchant_id, environment, row_key) where state = 'created';

-- How a sheet with certain titles was last read.
create table payout_sheet_readings (
  merchant_id uuid not null references merchants,
  environment text not null constraint payout_sheet_readings_environment check (environment in ('sandbox', 'live')),
  -- Of the titles without case, blanks and marks.
  head_digest bytea not null,
  reading jsonb not null,
  updated_at timestamptz not null,
  primary key (merchant_id, environment, head_digest)
);

call guard('payout_batches');
call guard('payout_batch_rows');
call guard('payout_sheet_readings');
grant select, insert, update on payout_batches to countinghouse_app;
grant select, insert, update, delete on payout_batch_rows to countinghouse_app;
grant select, insert, update on payout_sheet_readings to countinghouse_app;
