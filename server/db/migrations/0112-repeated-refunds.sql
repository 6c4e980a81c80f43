-- The refunds that merchants' servers asked for without an Idempotency-Key, by what they said: the same once more within a minute is
-- the first one.
create table repeated_refunds (
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('sandbox', 'live')),
  order_ref text collate "C" not null,
  fingerprint bytea not null,
  refund_id text collate "C" not null,
  asked_at timestamptz not null,
  primary key (merchant_id, environment, order_ref, fingerprint)
);
grant select, insert, update on repeated_refunds to countinghouse_app;
call guard('repeated_refunds');
