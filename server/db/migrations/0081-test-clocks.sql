-- Clocks of the sandbox that stand still until somebody advances them, and what happened on the way.

create table test_clocks (
  merchant_id uuid not null references merchants,
  environment text not null constraint test_clocks_environment check (environment in ('sandbox')),
  clock_ref text collate "C" not null,
  name text not null,
  state text not null constraint test_clocks_state check (state in ('ready', 'advancing', 'failed', 'deleted')),
  time timestamptz not null,
  advancing_to timestamptz,
  -- Events of this advance.
  events_done integer not null default 0,
  failure text not null default '',
  created_at timestamptz not null,
  created_by text not null,
  updated_at timestamptz not null,
  check ((state = 'advancing') = (advancing_to is not null)),
  primary key (merchant_id, environment, clock_ref)
);
create index test_clocks_newest on test_clocks (merchant_id, environment, created_at);

-- Never changed.
create table test_clock_events (
  merchant_id uuid not null,
  environment text not null,
  clock_ref text collate "C" not null,
  n integer not null,
  at timestamptz not null,
  order_ref text collate "C" not null,
  event text not null,
  amount_minor bigint,
  currency text,
  facts jsonb not null,
  primary key (merchant_id, environment, clock_ref, n),
  foreign key (merchant_id, environment, clock_ref) references test_clocks
);

call guard('test_clocks');
call guard('test_clock_events');
grant select, insert, update on test_clocks to countinghouse_app;
grant select, insert on test_clock_events to countinghouse_app;
