-- Deliveries that are sent again, a few a second, behind what is new.
create table webhook_replays (
  merchant_id uuid not null references merchants,
  environment text not null constraint webhook_replays_environment check (environment in ('sandbox', 'live')),
  replay_id uuid not null,
  webhook_id uuid not null,
  state text not null default 'running'
    constraint webhook_replays_state check (state in ('running', 'done', 'stopped')),
  stopped_why text not null default ''
    constraint webhook_replays_stopped_why check (stopped_why in ('', 'user', 'off', 'failing')),
  total integer not null,
  -- The place of the last item that was sent.
  sent_to integer not null default 0,
  created_at timestamptz not null,
  created_by text not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  primary key (merchant_id, environment, replay_id),
  foreign key (merchant_id, environment, webhook_id) references webhooks
);
create unique index webhook_replays_one on webhook_replays (merchant_id, environment, webhook_id) where state = 'running';
create index webhook_replays_newest on webhook_replays (merchant_id, environment, webhook_id, created_at);

-- In the order in which the events happened.
create table webhook_replay_items (
  merchant_id uuid not null references merchants,
  environment text not null,
  replay_id uuid not null,
  place integer not null,
  delivery_id uuid not null,
  -- The state before, which a delivery gets back when the replay stops before its first attempt.
  was text not null,
  primary key (merchant_id, environment, replay_id, place),
  foreign key (merchant_id, environment, replay_id) references webhook_replays
);
grant select, insert, update on webhook_replays to countinghouse_app;
grant select, insert, delete on webhook_replay_items to countinghouse_app;
call guard('webhook_replays');
call guard('webhook_replay_items');

-- The replay that a pending delivery is sent by.
alter table webhook_deliveries add column replay_id uuid;
