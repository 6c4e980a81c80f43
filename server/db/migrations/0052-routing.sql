-- Rules that say which channel an order goes to. One row for each merchant with rules or resting channels: payments of others
-- look no further. `revision` goes up with every change of the rules, so that a process reads them once for each change.
create table routing_sets (
  merchant_id uuid not null references merchants,
  environment text not null constraint routing_sets_environment check (environment in ('sandbox', 'live')),
  revision bigint not null default 0,
  primary key (merchant_id, environment)
);

create table routing_rules (
  merchant_id uuid not null,
  environment text not null,
  routing_ref text collate "C" not null,
  -- Goes up with every change; payments keep the one by which they were routed.
  version integer not null,
  name text not null,
  -- `KeptConditions` and `KeptChannel[]` of server/db/kept-routing.ts.
  conditions jsonb not null,
  channels jsonb not null,
  is_enabled boolean not null,
  is_default boolean not null,
  position integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (merchant_id, environment, routing_ref),
  foreign key (merchant_id, environment) references routing_sets
);
create index routing_rules_in_order on routing_rules (merchant_id, environment, position, created_at)
  where deleted_at is null;
create unique index routing_rules_one_default on routing_rules (merchant_id, environment)
  where is_default and deleted_at is null;

-- Each version of a rule as it was.
create table routing_versions (
  merchant_id uuid not null,
  environment text not null,
  routing_ref text collate "C" not null,
  version integer not null,
  name text not null,
  conditions jsonb not null,
  channels jsonb not null,
  is_enabled boolean not null,
  is_default boolean not null,
  position integer not null,
  created_at timestamptz not null,
  created_by text not null,
  primary key (merchant_id, environment, routing_ref, version),
  foreign key (merchant_id, environment, routing_ref) references routing_rules
);

-- A channel that failed too often in one way to pay takes no payment in it until `until`; then one at a time, as a try.
create table channel_rests (
  merchant_id uuid not null,
  environment text not null,
  channel_key text not null,
  type text not null,
  sub_type text not null,
  -- How many rests followed one another; each is twice as long as the one before.
  times integer not null,
  began_at timestamptz not null,
  until timestamptz not null,
  -- When the last try began; null when none is under way.
  tried_at timestamptz,
  primary key (merchant_id, environment, channel_key, type, sub_type),
  foreign key (merchant_id, environment, channel_key) references payment_channels,
  foreign key (merchant_id, environment) references routing_sets
);

alter table payments
  -- The rule that chose the channel and its version, empty and 0 without one; the rank of the channel in it.
  add column routing_ref text collate "C" not null default '',
  add column routing_version integer not null default 0,
  add column routing_rank integer not null default 0,
  -- `routingReasons` of contract/routing.ts; empty for payments from before.
  add column routing_reason text not null default '',
  -- The channels of the rule that were passed over, with the reason; null for none.
  add column routing_skipped jsonb,
  -- The attempt before this one, which failed by the provider's fault, and the one that followed this one.
  add column failover_from text collate "C" not null default '',
  add column failover_next text collate "C" not null default '',
  -- It tries a channel after a rest: its outcome ends the rest or begins the next.
  add column tries_channel boolean not null default false;

grant select, insert, update on routing_sets, routing_rules to countinghouse_app;
grant select, insert on routing_versions to countinghouse_app;
grant select, insert, update, delete on channel_rests to countinghouse_app;
call guard('routing_sets');
call guard('routing_rules');
call guard('routing_versions');
call guard('channel_rests');
