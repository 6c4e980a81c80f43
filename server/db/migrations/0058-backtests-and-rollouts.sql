-- Backtests: what a routing rule would have done with past payments.
create table routing_backtests (
  merchant_id uuid not null references merchants,
  environment text not null constraint routing_backtests_environment check (environment in ('sandbox', 'live')),
  backtest_id uuid not null,
  -- The rule that is meant; empty for one that is not saved yet.
  routing_ref text collate "C" not null,
  -- `KeptTrial` of server/db/kept-routing.ts: the rule as it is backtested.
  rule jsonb not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  state text not null constraint routing_backtests_state check (state in ('waiting', 'running', 'done', 'failed')),
  -- Goes up whenever a worker begins anew; what an earlier run still writes is not kept.
  run integer not null default 0,
  -- The payments looked at so far, and the percentage of the period.
  payments bigint not null default 0,
  progress integer not null default 0,
  -- `KeptBacktest` of server/db/kept-backtest.ts, and the digest of all decisions; null and empty until it is done.
  result jsonb,
  digest text not null default '',
  created_at timestamptz not null,
  created_by text not null,
  finished_at timestamptz,
  primary key (merchant_id, environment, backtest_id)
);
create index routing_backtests_newest on routing_backtests (merchant_id, environment, created_at);
create unique index routing_backtests_one_running on routing_backtests (merchant_id, environment)
  where state in ('waiting', 'running');

-- A version of a rule that only a share of the orders goes by, until it is taken back or is the rule for all.
create table routing_rollouts (
  merchant_id uuid not null,
  environment text not null,
  rollout_id uuid not null,
  routing_ref text collate "C" not null,
  -- The version that is tried, and the one that the other orders go by; 0 where they go without the rule.
  version integer not null,
  control_version integer not null,
  -- Of 100 orders.
  share integer not null constraint routing_rollouts_share check (share between 1 and 99),
  state text not null constraint routing_rollouts_state check (state in ('running', 'taken_back', 'whole')),
  -- `KeptArms` of server/db/kept-routing.ts: what the arms had done when it ended.
  arms jsonb,
  began_at timestamptz not null,
  began_by text not null,
  compared_at timestamptz,
  ended_at timestamptz,
  -- Empty when the comparison ended it.
  ended_by text not null default '',
  primary key (merchant_id, environment, rollout_id),
  foreign key (merchant_id, environment, routing_ref) references routing_rules,
  foreign key (merchant_id, environment, routing_ref, version) references routing_versions
);
create index routing_rollouts_by_rule on routing_rollouts (merchant_id, environment, routing_ref, began_at);
create unique index routing_rollouts_one_running on routing_rollouts (merchant_id, environment) where state = 'running';

-- The arm of each payment that a roll-out decided about. Other payments have no row.
create table rollout_payments (
  merchant_id uuid not null,
  environment text not null,
  rollout_id uuid not null,
  order_ref text collate "C" not null,
  arm text not null constraint rollout_payments_arm check (arm in ('candidate', 'control')),
  primary key (merchant_id, environment, rollout_id, order_ref),
  foreign key (merchant_id, environment, rollout_id) references routing_rollouts,
  foreign key (merchant_id, environment, order_ref) references payments
);

grant select, insert, update, delete on routing_backtests to countinghouse_app;
grant select, insert, update on routing_rollouts to countinghouse_app;
grant select, insert on rollout_payments to countinghouse_app;
call guard('routing_backtests');
call guard('routing_rollouts');
call guard('rollout_payments');
