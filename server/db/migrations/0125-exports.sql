-- Exports that a job prepares. The parts of the file are sealed, and are gone after a while.
create table export_files (
  merchant_id uuid not null references merchants,
  environment text not null constraint export_files_environment check (environment in ('sandbox', 'live')),
  export_id text collate "C" not null,
  status text not null constraint export_files_status
    check (status in ('queued', 'running', 'ready', 'failed', 'cancelled', 'expired')),
  reason text not null default '' constraint export_files_reason
    check (reason in ('', 'too_large', 'no_room', 'no_right', 'gone', 'internal')),
  -- The call whose answer it is, and what that call was asked.
  of text not null,
  path jsonb not null,
  request jsonb not null,
  sub_merchant text not null,
  format text not null constraint export_files_format check (format in ('xlsx', 'csv')),
  -- The rules of the columns in the file that the list alone does not open.
  needs text[] not null default '{}',
  -- The beginnings so far. Parts of an earlier one are never read.
  run integer not null default 0,
  rows integer not null default 0,
  size_bytes bigint not null default 0,
  parts integer not null default 0,
  digest text not null default '',
  -- The schedule that it was made by, the moment that it was due and the users that it is for beside its author.
  schedule_id text collate "C",
  schedule text not null default '',
  due_at timestamptz,
  shared_with uuid[] not null default '{}',
  created_by text not null,
  created_by_id uuid not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  updated_at timestamptz not null,
  check ((status in ('ready', 'expired')) = (digest <> '')),
  check ((digest <> '') = (expires_at is not null)),
  check ((status = 'failed') = (reason <> '')),
  check ((schedule_id is null) = (due_at is null)),
  primary key (merchant_id, environment, export_id)
);
create index export_files_newest on export_files (merchant_id, environment, created_at, export_id);
create index export_files_under_way on export_files (merchant_id, environment, updated_at) where status in ('queued', 'running');
create index export_files_expiring on export_files (merchant_id, environment, expires_at) where status = 'ready';
create index export_files_kept on export_files (merchant_id, environment, status) where status in ('ready', 'running');
create unique index export_files_due on export_files (merchant_id, environment, schedule_id, due_at) where schedule_id is not null;

create table export_parts (
  merchant_id uuid not null,
  environment text not null,
  export_id text collate "C" not null,
  run integer not null,
  place integer not null,
  bytes_sealed bytea not null,
  primary key (merchant_id, environment, export_id, run, place),
  foreign key (merchant_id, environment, export_id) references export_files
);
-- What is sealed cannot be compressed.
alter table export_parts alter column bytes_sealed set storage external;

call guard('export_files');
call guard('export_parts');
grant select, insert, update, delete on export_files, export_parts to countinghouse_app;
