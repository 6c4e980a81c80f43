-- By what a customer sees to their own subscription: links that are good once, and the sessions that they open.
create table subscription_keys (
  merchant_id uuid not null,
  environment text not null,
  order_ref text collate "C" not null,
  token_hash bytea not null,
  kind text not null constraint subscription_keys_kind check (kind in ('link', 'session')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the link has opened its session.
  used_at timestamptz,
  primary key (merchant_id, environment, order_ref, token_hash),
  foreign key (merchant_id, environment, order_ref) references subscriptions
);
call guard('subscription_keys');
grant select, insert, update, delete on subscription_keys to countinghouse_app;
