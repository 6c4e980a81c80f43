create table payments (
  merchant_id uuid not null references merchants,
  environment text not null constraint payments_environment check (environment in ('sandbox', 'live')),
  order_ref text collate "C" not null,
  merchant_order_ref text collate "C" not null,
  channel_order_ref text collate "C" not null default '',
  link_ref text collate "C" not null default '',
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  status text not null
    constraint payments_status check (status in ('Initiated', 'Pending', 'Authorized', 'Success', 'Failed', 'Expired')),
  status_reason text not null default '',
  channel_text text not null default '',
  payment_method text not null,
  channel_key text not null,
  -- What the browser got for the card; taken away once the provider has answered.
  channel_token text,
  -- When the provider was first asked: from then on its answer is asked for, not the payment repeated.
  channel_asked_at timestamptz,
  masked_card_number text not null default '',
  card_brand text not null default '',
  shopper_name text not null,
  shopper_email text not null,
  shopper_email_lower text collate "C" not null,
  shopper_phone text not null,
  shopper_address text not null,
  shopper_ip text not null,
  device_info text not null,
  description text not null,
  source text not null,
  fee_minor bigint not null default 0 check (fee_minor >= 0),
  fee_tax_minor bigint not null default 0 check (fee_tax_minor >= 0),
  late boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, environment, order_ref)
);
create index payments_newest on payments (merchant_id, environment, created_at, order_ref);
create index payments_by_amount on payments (merchant_id, environment, amount_minor, order_ref);
create index payments_by_status on payments (merchant_id, environment, status, created_at, order_ref);
create index payments_by_order on payments (merchant_id, environment, merchant_order_ref);
create index payments_by_channel_ref on payments (merchant_id, environment, channel_order_ref);
create index payments_by_email on payments (merchant_id, environment, shopper_email_lower);
create index payments_by_link on payments (merchant_id, environment, link_ref, created_at);
-- One link takes one attempt at a time, and is paid once.
create unique index payments_one_in_flight on payments (merchant_id, environment, link_ref)
  where link_ref <> '' and status in ('Initiated', 'Pending', 'Authorized');
create unique index payments_paid_once on payments (merchant_id, environment, link_ref)
  where link_ref <> '' and status = 'Success' and not late;

create table provider_callbacks (
  merchant_id uuid not null references merchants,
  environment text not null,
  channel_key text not null,
  event_id text not null,
  order_ref text collate "C" not null,
  outcome text not null,
  effect text not null constraint provider_callbacks_effect check (effect in ('applied', 'ignored')),
  at timestamptz not null,
  received_at timestamptz not null,
  primary key (merchant_id, environment, channel_key, event_id)
);
create index provider_callbacks_by_payment on provider_callbacks (merchant_id, environment, order_ref, received_at);

grant select, insert, update on payments to countinghouse_app;
grant select, insert on provider_callbacks to countinghouse_app;
call guard('payments');
call guard('provider_callbacks');
