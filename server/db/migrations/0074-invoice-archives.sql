-- A sheet of invoices is forgotten after a while. The keys of what it has made stay without it, since they prevent doubles.
alter table invoice_batch_items drop constraint invoice_batch_items_merchant_id_environment_batch_id_fkey;
create index invoice_batches_over on invoice_batches (merchant_id, environment, updated_at) where status <> 'running';
grant delete on invoice_batches, invoice_batch_items to countinghouse_app;

-- The PDFs of several invoices as one zip. The file is put together when it is fetched; here is what belongs to it.
create table invoice_archives (
  merchant_id uuid not null references merchants,
  environment text not null constraint invoice_archives_environment check (environment in ('sandbox', 'live')),
  archive_id uuid not null,
  status text not null constraint invoice_archives_status check (status in ('running', 'done')),
  total integer not null,
  -- Ready or left out so far.
  done_count integer not null default 0,
  left_out_count integer not null default 0,
  created_at timestamptz not null,
  created_by text not null,
  created_by_id uuid,
  finished_at timestamptz,
  -- The file has been fetched whole.
  fetched_at timestamptz,
  -- Its author was told that it is ready.
  told_at timestamptz,
  updated_at timestamptz not null,
  check (left_out_count between 0 and done_count and done_count <= total),
  check ((status = 'done') = (finished_at is not null)),
  primary key (merchant_id, environment, archive_id)
);
create index invoice_archives_under_way on invoice_archives (merchant_id, environment, updated_at) where status = 'running';
create index invoice_archives_untold on invoice_archives (merchant_id, environment, finished_at)
  where status = 'done' and fetched_at is null and told_at is null;
create index invoice_archives_age on invoice_archives (merchant_id, environment, created_at);

create table invoice_archive_items (
  merchant_id uuid not null,
  environment text not null,
  archive_id uuid not null,
  -- In the order of the request.
  place integer not null,
  invoice_ref text collate "C" not null,
  state text not null constraint invoice_archive_items_state check (state in ('waiting', 'ready', 'left_out')),
  file_name text not null default '',
  -- Which of the kept files it is. Empty of what was not issued, whose PDF as of then is here.
  standing text not null default '' constraint invoice_archive_items_standing check (standing in ('', 'issued', 'voided')),
  bytes bytea,
  reason text not null default '',
  check ((state = 'ready') = (file_name <> '')),
  check ((bytes is not null) = (state = 'ready' and standing = '')),
  check ((state = 'left_out') = (reason <> '')),
  primary key (merchant_id, environment, archive_id, place),
  foreign key (merchant_id, environment, archive_id) references invoice_archives
);
create index invoice_archive_items_waiting on invoice_archive_items (merchant_id, environment, archive_id, place) where state = 'waiting';

call guard('invoice_archives');
call guard('invoice_archive_items');
grant select, insert, update, delete on invoice_archives, invoice_archive_items to countinghouse_app;
