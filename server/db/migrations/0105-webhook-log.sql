-- Headers of the merchant's own that go with each webhook; what they say is sealed.
create table webhook_headers (
  merchant_id uuid not null references merchants,
  environment text not null constraint webhook_headers_environment check (environment in ('sandbox', 'live')),
  webhook_id uuid not null,
  name text not null,
  name_lower text not null,
  value_sealed bytea not null,
  created_at timestamptz not null,
  primary key (merchant_id, environment, webhook_id, name_lower),
  foreign key (merchant_id, environment, webhook_id) references webhooks
);
grant select, insert, update, delete on webhook_headers to countinghouse_app;
call guard('webhook_headers');

-- What the list of deliveries filters and shows. Empty in rows of before until 0106 has filled them in.
alter table webhook_deliveries add column type text not null default '';
alter table webhook_deliveries add column webhook_name text not null default '';
alter table webhook_deliveries add column url text not null default '';
-- Of the last attempt: 0 when there was no answer, null before the first.
alter table webhook_deliveries add column last_status integer;
-- An example that a user has sent; nothing has happened, so it waits for nothing and counts for nothing.
alter table webhook_deliveries add column test boolean not null default false;

-- An attempt as a whole: what was sent beside the body, the times of the connection, and the head of the answer.
alter table webhook_attempts add column url text not null default '';
alter table webhook_attempts add column request_headers jsonb not null default '{}';
alter table webhook_attempts add column response_headers jsonb not null default '{}';
-- Null where no connection was made for the attempt, or it did not come that far.
alter table webhook_attempts add column name_ms integer;
alter table webhook_attempts add column connect_ms integer;
alter table webhook_attempts add column tls_ms integer;
alter table webhook_attempts add column first_byte_ms integer;

-- Events and their attempts go after 30 days.
grant delete on webhook_events, webhook_deliveries, webhook_attempts to countinghouse_app;
