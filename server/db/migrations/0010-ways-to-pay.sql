-- Which ways to pay each channel offers: a method of `contract/methods.ts` with its sub-type, empty where it has one only.
create table payment_methods (
  merchant_id uuid not null,
  environment text not null,
  channel_key text not null,
  type text not null,
  sub_type text not null default '',
  is_enabled boolean not null default true,
  is_default boolean not null default false,
  primary key (merchant_id, environment, channel_key, type, sub_type),
  foreign key (merchant_id, environment, channel_key) references payment_channels
);
grant select, insert, update, delete on payment_methods to countinghouse_app;
call guard('payment_methods');

insert into payment_methods (merchant_id, environment, channel_key, type, sub_type, is_default)
select merchant_id, environment, channel_key, method, case method when 'CARD' then 'INT_CREDIT_DEBIT_CARD' else '' end, method = 'CARD'
from payment_channels, unnest(methods) as method;
insert into payment_methods (merchant_id, environment, channel_key, type, sub_type)
select merchant_id, environment, channel_key, 'CARD', 'UNIONPAY_CARD' from payment_channels where 'CARD' = any (methods);
alter table payment_channels drop column methods;

alter table payments
  add column payment_sub_type text not null default '',
  -- What was used in the end, by the provider's word.
  add column actual_payment_method text not null default '',
  -- `MethodDetails` of contract/method-details.ts.
  add column method_details jsonb not null default '{}',
  add column expires_at timestamptz,
  -- When the shopper asked for it to be ended, which only the provider can do.
  add column cancel_asked_at timestamptz,
  -- When the provider was last asked out of turn, for a shopper who came back from its page.
  add column nudged_at timestamptz;

-- What shoppers send to show that they have transferred; pictures are drawn anew before they are kept.
create table payment_slips (
  merchant_id uuid not null,
  environment text not null,
  order_ref text collate "C" not null,
  slip_id uuid not null,
  name text not null,
  type text not null constraint payment_slips_type check (type in ('image/png', 'application/pdf')),
  content bytea not null,
  created_at timestamptz not null,
  primary key (merchant_id, environment, order_ref, slip_id),
  foreign key (merchant_id, environment, order_ref) references payments
);
grant select, insert on payment_slips to countinghouse_app;
call guard('payment_slips');
