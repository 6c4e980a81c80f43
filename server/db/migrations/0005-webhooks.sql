create table webhooks (
  merchant_id uuid not null references merchants,
  environment text not null constraint webhooks_environment check (environment in ('sandbox', 'live')),
  webhook_id uuid not null,
  name text not null,
  name_lower text not null,
  url text not null,
  type text not null
    constraint webhooks_type check (type in ('payment', 'payout', 'refund', 'onboarding', 'payment_link', 'subscription')),
  enabled boolean not null default true,
  created_at timestamptz not null,
  deleted_at timestamptz,
  -- Since when it has not answered at all; such an endpoint is asked once at a time. Null once it answers.
  silent_since timestamptz,
  primary key (merchant_id, environment, webhook_id)
);
create unique index webhooks_name on webhooks (merchant_id, environment, name_lower) where deleted_at is null;

-- The newest signs; the ones before stay good until they expire.
create table webhook_secrets (
  merchant_id uuid not null references merchants,
  environment text not null constraint webhook_secrets_environment check (environment in ('sandbox', 'live')),
  secret_id uuid not null,
  secret_sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (merchant_id, environment, secret_id)
);
create unique index webhook_secrets_newest on webhook_secrets (merchant_id, environment) where expires_at is null;

-- What was to be told, its body fixed at the moment it happened.
create table webhook_events (
  merchant_id uuid not null references merchants,
  environment text not null,
  event_id uuid not null,
  type text not null,
  object_ref text collate "C" not null,
  body text not null,
  created_at timestamptz not null,
  primary key (merchant_id, environment, event_id)
);

create table webhook_deliveries (
  merchant_id uuid not null references merchants,
  environment text not null,
  delivery_id uuid not null,
  -- The order of the changes of one object: they happen under its row's lock, so one after the other, on whatever node.
  seq bigint generated always as identity,
  event_id uuid not null,
  webhook_id uuid not null,
  object_ref text collate "C" not null,
  state text not null default 'pending'
    constraint webhook_deliveries_state check (state in ('pending', 'delivered', 'failed', 'disabled')),
  attempts integer not null default 0,
  -- Counts claims; a worker whose claim was overtaken does not write its result.
  fence integer not null default 0,
  -- While an attempt is under way; after this time it is taken for lost with its worker.
  claimed_until timestamptz,
  first_attempt_at timestamptz,
  -- A pending delivery has a job that comes at this very time, or it waits for another one to end, which gives it a job:
  -- for the one before it of the same object, or for any of the same webhook to leave its place.
  next_attempt_at timestamptz,
  waits_for text constraint webhook_deliveries_waits_for check (waits_for in ('order', 'place')),
  resent_at timestamptz,
  created_at timestamptz not null,
  primary key (merchant_id, environment, delivery_id),
  foreign key (merchant_id, environment, event_id) references webhook_events,
  foreign key (merchant_id, environment, webhook_id) references webhooks
);
create index webhook_deliveries_by_object on webhook_deliveries (merchant_id, environment, object_ref, webhook_id, seq);
create index webhook_deliveries_by_webhook on webhook_deliveries (merchant_id, environment, webhook_id, seq);
create index webhook_deliveries_under_way on webhook_deliveries (merchant_id, environment, webhook_id)
  where claimed_until is not null;
create index webhook_deliveries_waiting on webhook_deliveries (merchant_id, environment, webhook_id, seq)
  where waits_for = 'place';

create table webhook_attempts (
  merchant_id uuid not null references merchants,
  environment text not null,
  delivery_id uuid not null,
  attempt_id uuid not null,
  at timestamptz not null,
  status integer not null,
  fault text not null,
  duration_ms integer not null,
  response text not null,
  primary key (merchant_id, environment, delivery_id, attempt_id),
  foreign key (merchant_id, environment, delivery_id) references webhook_deliveries
);

grant select, insert, update on webhooks, webhook_secrets, webhook_deliveries to countinghouse_app;
grant select, insert on webhook_events, webhook_attempts to countinghouse_app;
call guard('webhooks');
call guard('webhook_secrets');
call guard('webhook_events');
call guard('webhook_deliveries');
call guard('webhook_attempts');
