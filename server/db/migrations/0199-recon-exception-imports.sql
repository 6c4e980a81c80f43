-- Sheets of exceptions that came back filled in, and what became of each row.
create table recon_exception_imports (
  merchant_id uuid not null references merchants,
  environment text not null constraint recon_exception_imports_environment check (environment in ('sandbox', 'live')),
  import_id uuid not null,
  file_name text not null,
  dry_run boolean not null,
  rows integer not null,
  decided integer not null,
  applied integer not null,
  proposed integer not null,
  stale integer not null,
  unknown integer not null,
  not_allowed integer not null,
  invalid integer not null,
  created_at timestamptz not null,
  created_by text not null,
  check (decided = applied + proposed + stale + unknown + not_allowed + invalid),
  primary key (merchant_id, environment, import_id)
);
create index recon_exception_imports_newest on recon_exception_imports (merchant_id, environment, created_at, (import_id::text collate "C"));

create table recon_exception_import_rows (
  merchant_id uuid not null,
  environment text not null,
  import_id uuid not null,
  row_no integer not null,
  record_ref text collate "C" not null,
  act text not null,
  verdict text not null constraint recon_exception_import_rows_verdict check (verdict in ('applied', 'proposed', 'stale', 'unknown', 'not_allowed', 'invalid')),
  why text not null,
  params jsonb not null,
  -- All that the row says, with the sheet that it is of. What was done because of it is not done again.
  content uuid not null,
  is_done boolean not null,
  primary key (merchant_id, environment, import_id, row_no),
  foreign key (merchant_id, environment, import_id) references recon_exception_imports on delete cascade
);
create unique index recon_exception_import_rows_done on recon_exception_import_rows (merchant_id, environment, content) where is_done;

call guard('recon_exception_imports');
call guard('recon_exception_import_rows');
grant select, insert, delete on recon_exception_imports, recon_exception_import_rows to countinghouse_app;
