-- Many invoices from one sheet.

create table invoice_batches (
  merchant_id uuid not null references merchants,
  environment text not null constraint invoice_batches_environment check (environment in ('sandbox', 'live')),
  batch_id uuid not null,
  file_name text not null,
  status text not null constraint invoice_batches_status check (status in ('checked', 'running', 'done')),
  -- Nothing is made of it.
  dry_run boolean not null,
  rows integer not null,
  invoices integer not null,
  -- Made so far; on a dry run those that would be.
  made_count integer not null,
  -- Made before by an upload of the same rows.
  known_count integer not null,
  failed_count integer not null,
  -- The minor units of the good ones as text, by currency.
  totals jsonb not null,
  -- The first five good ones.
  first jsonb not null,
  -- The titles in the sheet's first row.
  head jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  created_by_id uuid,
  finished_at timestamptz,
  updated_at timestamptz not null,
  check (made_count >= 0 and known_count >= 0 and failed_count >= 0 and made_count + known_count + failed_count <= invoices),
  check ((status = 'checked') = dry_run),
  primary key (merchant_id, environment, batch_id)
);
create index invoice_batches_under_way on invoice_batches (merchant_id, environment, updated_at) where status = 'running';

-- The invoices of a batch that wait, were made or were refused; those that were made before are only counted.
create table invoice_batch_items (
  merchant_id uuid not null,
  environment text not null,
  batch_id uuid not null,
  -- In the order of the sheet.
  place integer not null,
  state text not null constraint invoice_batch_items_state check (state in ('ready', 'made', 'known', 'failed')),
  -- Of what its rows say, whatever the file and the order of its columns.
  source_key bytea not null,
  invoice_ref text collate "C" not null default '',
  -- What it comes to; empty and null of one that was refused at once.
  currency text not null,
  amount_minor bigint,
  -- The rows as they stand in the sheet, while something has to be made or mended of them.
  rows jsonb not null,
  faults jsonb not null default '[]',
  check ((state = 'made') = (invoice_ref <> '')),
  primary key (merchant_id, environment, batch_id, place),
  foreign key (merchant_id, environment, batch_id) references invoice_batches
);
create index invoice_batch_items_waiting on invoice_batch_items (merchant_id, environment, batch_id, place) where state = 'ready';
-- The same rows make an invoice once.
create unique index invoice_batch_items_made on invoice_batch_items (merchant_id, environment, source_key) where state = 'made';

call guard('invoice_batches');
call guard('invoice_batch_items');
grant select, insert, update on invoice_batches, invoice_batch_items to countinghouse_app;
