-- Exports that are made again and again.
create table export_schedules (
  merchant_id uuid not null references merchants,
  environment text not null constraint export_schedules_environment check (environment in ('sandbox', 'live')),
  schedule_id text collate "C" not null,
  name text not null,
  status text not null constraint export_schedules_status check (status in ('active', 'paused')),
  reason text not null default '' constraint export_schedules_reason check (reason in ('', 'no_right', 'gone')),
  -- What is exported, as in export_files.
  of text not null,
  path jsonb not null,
  request jsonb not null,
  sub_merchant text not null,
  format text not null constraint export_schedules_format check (format in ('xlsx', 'csv')),
  every text not null constraint export_schedules_every check (every in ('day', 'week', 'month')),
  weekday integer not null,
  month_day integer not null,
  hour integer not null,
  period text not null constraint export_schedules_period
    check (period in ('yesterday', 'last_7_days', 'last_week', 'last_30_days', 'last_month', 'all')),
  recipients uuid[] not null,
  created_by text not null,
  created_by_id uuid not null,
  created_at timestamptz not null,
  next_at timestamptz,
  last_at timestamptz,
  check (reason = '' or status = 'paused'),
  check ((status = 'active') = (next_at is not null)),
  primary key (merchant_id, environment, schedule_id),
  constraint export_schedules_name unique (merchant_id, environment, name)
);
create index export_schedules_due on export_schedules (merchant_id, environment, next_at) where status = 'active';

call guard('export_schedules');
grant select, insert, update, delete on export_schedules to countinghouse_app;
