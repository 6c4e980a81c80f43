-- Confirmation before capture: the merchant's server is asked what becomes of an authorised payment.

-- The address of each mode; a mode without one has no row.
create table confirmation_addresses (
  merchant_id uuid not null references merchants,
  environment text not null,
  url text not null constraint confirmation_addresses_url check (url <> '' and length(url) <= 2048),
  changed_at timestamptz not null,
  primary key (merchant_id, environment)
);

-- Each payment about which the merchant's server is asked, or was.
create table payment_confirmations (
  merchant_id uuid not null,
  environment text not null,
  order_ref text collate "C" not null,
  -- The `webhook-id` of the request, the same however often it is sent.
  request_id uuid not null,
  -- `dropped`: a person decided first, or the payment ended by its provider.
  state text not null constraint payment_confirmations_state check (state in ('asking', 'capture', 'void', 'dropped')),
  created_at timestamptz not null,
  decided_at timestamptz,
  -- The HTTP status of the answer; 0 without one.
  status integer not null default 0,
  -- Why there was no answer: a fault of the network, or `no_address`; empty where there was one.
  fault text not null default '',
  -- The words for the shopper.
  reason text not null default '',
  -- What the answer says beyond that.
  note text not null default '',
  primary key (merchant_id, environment, order_ref),
  foreign key (merchant_id, environment, order_ref) references payments
);
create index payment_confirmations_asking on payment_confirmations (merchant_id, environment, created_at) where state = 'asking';

-- Whether the provider is told to authorise only, as the merchant's server is asked first.
alter table payments add column confirms boolean not null default false;

grant select, insert, update, delete on confirmation_addresses to countinghouse_app;
grant select, insert, update on payment_confirmations to countinghouse_app;
call guard('confirmation_addresses');
call guard('payment_confirmations');
