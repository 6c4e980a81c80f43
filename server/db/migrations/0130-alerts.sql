-- What figures people are told of when they are beyond a threshold for some time.
create table alerts (
  merchant_id uuid not null references merchants,
  environment text not null constraint alerts_environment check (environment in ('sandbox', 'live')),
  alert_id text collate "C" not null,
  name text not null,
  metric text not null constraint alerts_metric
    check (metric in ('success_rate', 'provider_fault_rate', 'provider_faults', 'open_attempts', 'attempts', 'time_to_pay',
      'webhook_failure_rate', 'webhook_wait')),
  comparison text not null constraint alerts_comparison check (comparison in ('above', 'below')),
  channel_key text not null,
  threshold numeric not null,
  minutes integer not null,
  least_cases integer,
  recipients uuid[] not null,
  status text not null constraint alerts_status check (status in ('quiet', 'firing', 'off')),
  -- Since when each check has found what would fire or clear it; null where the last one has not.
  turning_since timestamptz,
  fired_at timestamptz,
  cleared_at timestamptz,
  -- The last check and what it found.
  checked_at timestamptz,
  value numeric,
  cases integer not null default 0,
  next_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  check ((status = 'off') = (next_at is null)),
  primary key (merchant_id, environment, alert_id),
  constraint alerts_name unique (merchant_id, environment, name)
);
create index alerts_due on alerts (merchant_id, environment, next_at) where next_at is not null;

call guard('alerts');
grant select, insert, update, delete on alerts to countinghouse_app;
