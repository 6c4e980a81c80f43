-- The application sees which schema it works on, to say whether it is ready.
grant select on schema_migrations to countinghouse_app;

-- Since when a webhook has taken nothing: after days of only failures it is switched off. Null once it takes something.
alter table webhooks add column failing_since timestamptz;

-- Deliveries by the time they wait for, for the sweep that looks for jobs which got lost.
create index webhook_deliveries_due on webhook_deliveries (merchant_id, environment, next_attempt_at)
  where state = 'pending' and next_attempt_at is not null;
