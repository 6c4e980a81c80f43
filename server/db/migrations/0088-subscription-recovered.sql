-- When a subscription was past due and became active again, the last time: the rows behind that number of the metrics.
alter table subscriptions add column recovered_at timestamptz;
create index subscriptions_recovered on subscriptions (merchant_id, environment, currency, recovered_at) where recovered_at is not null;
create index subscriptions_recovered_newest on subscriptions (merchant_id, environment, currency, created_at, order_ref, recovered_at)
  where recovered_at is not null;
