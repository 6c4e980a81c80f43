-- What became of channels that rest, and until when an authorisation holds.

-- Each beginning and end of a rest. A rest that lengthens is another beginning.
create table channel_rest_events (
  merchant_id uuid not null,
  environment text not null,
  event_id uuid not null,
  channel_key text not null,
  type text not null,
  sub_type text not null,
  at timestamptz not null,
  event text not null constraint channel_rest_events_event check (event in ('begun', 'ended')),
  -- `faults`: half of the latest tries failed by the provider's fault. `try`: a payment tried the channel after a rest.
  cause text not null constraint channel_rest_events_cause check (cause in ('faults', 'try', 'person')),
  -- Of a beginning: when the rest was to end.
  until timestamptz,
  -- Of `faults`: how many tries there were, and how many of them failed.
  tries integer not null,
  failed integer not null,
  -- Of `person`: who and why.
  actor_name text not null,
  reason text not null,
  primary key (merchant_id, environment, event_id),
  foreign key (merchant_id, environment, channel_key) references payment_channels
);
create index channel_rest_events_newest on channel_rest_events (merchant_id, environment, at, event_id);
create index channel_rest_events_by_way on channel_rest_events (merchant_id, environment, channel_key, type, sub_type, at);

alter table payments
  -- Until when an authorised payment can be captured; null where the provider says nothing.
  add column capture_by timestamptz,
  -- When people were told that it lapses soon.
  add column lapse_told_at timestamptz;

grant select, insert on channel_rest_events to countinghouse_app;
call guard('channel_rest_events');
