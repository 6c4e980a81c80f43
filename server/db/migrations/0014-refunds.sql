-- Money given back. What is reserved for refunds stands on the payment itself, so that one row's lock and this
-- constraint keep the sum of all refunds that have not failed within what was captured, however many ask at once.
alter table payments
  add column refunded_minor bigint not null default 0,
  add column refunding_minor bigint not null default 0,
  -- Late money that is kept apart, in the account late_suspense.
  add column held boolean not null default false,
  -- The terms that the fee was made by, `KeptFeeTerms` of server/db/tables.ts; null for a payment from before they were kept.
  add column fee_terms jsonb,
  add constraint payments_refunded check (
    refunded_minor >= 0 and refunding_minor >= 0
    and refunded_minor + refunding_minor <= case when status = 'Success' then amount_minor else 0 end
  );
update payments p set held = true from payment_links l
where l.merchant_id = p.merchant_id and l.environment = p.environment and l.link_ref = p.link_ref
  and p.late and l.late_payment <> 'accept';
create index payments_with_refunds on payments (merchant_id, environment, created_at, order_ref)
  where refunded_minor + refunding_minor > 0;
create index payments_late on payments (merchant_id, environment, created_at, order_ref) where late;
create index payments_by_last4 on payments (merchant_id, environment, right(masked_card_number, 4))
  where masked_card_number <> '';

create table refunds (
  merchant_id uuid not null references merchants,
  environment text not null constraint refunds_environment check (environment in ('sandbox', 'live')),
  refund_id text collate "C" not null,
  order_ref text collate "C" not null,
  psp_refund_id text collate "C" not null default '',
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  status text not null constraint refunds_status check (status in ('PENDING', 'SUCCESS', 'FAIL')),
  type text not null constraint refunds_type check (type in ('full', 'partial')),
  reason text not null,
  note text not null,
  -- The provider cannot do it: a person does, and says how it went.
  manual boolean not null,
  -- Where the money comes from: late_suspense for late money that is kept apart, else merchant_pending.
  from_suspense boolean not null,
  channel_key text not null,
  -- When the provider was first asked: from then on its answer is asked for, not the refund repeated.
  channel_asked_at timestamptz,
  fail_reason text not null default '',
  channel_text text not null default '',
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, environment, refund_id),
  foreign key (merchant_id, environment, order_ref) references payments
);
create index refunds_by_payment on refunds (merchant_id, environment, order_ref, created_at);
create index refunds_by_channel_ref on refunds (merchant_id, environment, psp_refund_id) where psp_refund_id <> '';
create index refunds_under_way on refunds (merchant_id, environment, created_at) where status = 'PENDING';
grant select, insert, update on refunds to countinghouse_app;
call guard('refunds');

alter table provider_callbacks
  -- Of the refund that it is about; empty for the payment itself.
  add column refund_id text collate "C" not null default '',
  -- What was sent, without what is secret or the shopper's alone.
  add column body text not null default '';

-- Many refunds from one sheet.
create table refund_batches (
  merchant_id uuid not null references merchants,
  environment text not null constraint refund_batches_environment check (environment in ('sandbox', 'live')),
  batch_id uuid not null,
  file_name text not null,
  status text not null
    constraint refund_batches_status check (status in ('checked', 'waiting', 'running', 'done', 'cancelled')),
  created_at timestamptz not null,
  created_by text not null,
  confirmed_by text not null default '',
  starts_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null,
  primary key (merchant_id, environment, batch_id)
);
create index refund_batches_newest on refund_batches (merchant_id, environment, created_at);
create index refund_batches_under_way on refund_batches (merchant_id, environment, starts_at)
  where status in ('waiting', 'running');

create table refund_batch_rows (
  merchant_id uuid not null,
  environment text not null,
  -- The batch and the row's number, so that it sorts and is unique by itself.
  row_ref text collate "C" not null,
  batch_id uuid not null,
  row_no bigint not null,
  -- Of the file's content and the row's number: one row of one file is refunded once, however often it is uploaded.
  row_key bytea not null,
  state text not null constraint refund_batch_rows_state check (state in ('ready', 'invalid', 'asked', 'failed')),
  reference text not null,
  amount_text text not null,
  currency_text text not null,
  reason_text text not null,
  note text not null,
  fault text not null default '',
  fault_params jsonb not null default '{}',
  order_ref text collate "C" not null default '',
  -- What the row comes to; null where it is invalid.
  amount_minor bigint,
  currency text not null default '',
  refund_id text collate "C" not null default '',
  primary key (merchant_id, environment, row_ref),
  foreign key (merchant_id, environment, batch_id) references refund_batches
);
create index refund_batch_rows_in_order on refund_batch_rows (merchant_id, environment, batch_id, row_no, row_ref);
create unique index refund_batch_rows_once on refund_batch_rows (merchant_id, environment, row_key) where state = 'asked';
grant select, insert, update on refund_batches, refund_batch_rows to countinghouse_app;
call guard('refund_batches');
call guard('refund_batch_rows');
