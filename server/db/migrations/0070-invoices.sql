-- Invoices: what a merchant bills a customer, from the draft to the last refund, and the numbers that they get.

create table invoices (
  merchant_id uuid not null references merchants,
  environment text not null constraint invoices_environment check (environment in ('sandbox', 'live')),
  invoice_ref text collate "C" not null,
  merchant_invoice_ref text collate "C" not null,
  -- Empty until it is issued, unless the merchant gave one.
  invoice_number text collate "C" not null,
  -- The place of a drawn number in its series; empty and null of a given one.
  stem text collate "C" not null default '',
  counter bigint,
  status text not null
    constraint invoices_status check (status in ('created', 'scheduled', 'sent', 'overdue', 'paid', 'paid_late', 'partially_refunded', 'refunded', 'voided')),
  -- What it was before; empty unless it is voided.
  voided_from text not null default ''
    constraint invoices_voided_from check (voided_from in ('', 'created', 'scheduled', 'sent', 'overdue')),
  voided_at timestamptz,
  revision integer not null,
  customer_name text not null,
  customer_name_lower text collate "C" not null,
  email text not null,
  email_lower text collate "C" not null,
  phone text not null,
  country text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  sub_total_minor bigint not null check (sub_total_minor >= 0),
  paid_minor bigint not null default 0,
  -- By all credit notes, and what of it has lowered what is due; the rest is about money that was refunded.
  credited_minor bigint not null default 0,
  applied_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  due_minor bigint not null,
  -- The number of parts that were paid in time.
  parts integer not null default 0,
  invoice_date date not null,
  due_date date not null,
  scheduled_at timestamptz,
  -- When it was issued: first sent, or marked as sent.
  sent_at timestamptz,
  paid_at timestamptz,
  language text not null,
  time_zone text not null,
  template_ref text collate "C" not null,
  -- As it was called then.
  template_name text not null,
  late_payment text not null constraint invoices_late_payment check (late_payment in ('accept', 'hold', 'refund')),
  allow_partial boolean not null,
  least_partial_minor bigint not null check (least_partial_minor >= 0),
  success_url text not null,
  failure_url text not null,
  source text not null,
  -- The voided invoice that this one stands for, or empty.
  replaces text collate "C" not null,
  -- Everything else that it says, by the names of the wire.
  content jsonb not null,
  -- Who sends it, as of the moment of issue; null before.
  seller jsonb,
  created_at timestamptz not null,
  created_by text not null,
  created_by_id uuid,
  updated_at timestamptz not null,
  constraint invoices_due check (due_minor >= 0 and due_minor = amount_minor - paid_minor - applied_minor),
  constraint invoices_credited check (applied_minor between 0 and credited_minor and credited_minor <= amount_minor
    and credited_minor - applied_minor <= refunded_minor),
  constraint invoices_refunded check (refunded_minor between 0 and paid_minor),
  check (case when status in ('sent', 'overdue') then due_minor > 0
    when status in ('paid', 'paid_late', 'partially_refunded', 'refunded') then due_minor = 0 else true end),
  check (status in ('created', 'scheduled', 'voided') or sent_at is not null),
  check (sent_at is null or (invoice_number <> '' and seller is not null)),
  check ((status = 'voided') = (voided_from <> '') and (status = 'voided') = (voided_at is not null)),
  check (status <> 'scheduled' or scheduled_at is not null),
  check (due_date >= invoice_date),
  check ((stem = '') = (counter is null)),
  primary key (merchant_id, environment, invoice_ref),
  constraint invoices_order unique (merchant_id, environment, merchant_invoice_ref)
);
create unique index invoices_number on invoices (merchant_id, environment, invoice_number) where invoice_number <> '';
create unique index invoices_drawn_once on invoices (merchant_id, environment, stem, counter) where counter is not null;
-- With its days, so that those of other days are passed over within it.
create index invoices_newest on invoices (merchant_id, environment, created_at, invoice_ref, invoice_date, sent_at, paid_at);
create index invoices_by_amount on invoices (merchant_id, environment, amount_minor, invoice_ref);
create index invoices_by_due_date on invoices (merchant_id, environment, due_date, invoice_ref);
create index invoices_by_status on invoices (merchant_id, environment, status, created_at, invoice_ref);
create index invoices_by_date on invoices (merchant_id, environment, invoice_date);
create index invoices_by_name on invoices (merchant_id, environment, customer_name_lower);
create index invoices_by_email on invoices (merchant_id, environment, email_lower);
create index invoices_by_sent on invoices (merchant_id, environment, sent_at) where sent_at is not null;
create index invoices_by_paid on invoices (merchant_id, environment, paid_at) where paid_at is not null;
-- What falls due, and the rows of each number of the receivables.
create index invoices_open on invoices (merchant_id, environment, status, due_date, invoice_ref) where status in ('sent', 'overdue');
-- What the receivables lead to, first due first or newest first; each says enough that rows of other days are passed over within it.
create index invoices_owed_first_due on invoices (merchant_id, environment, currency, due_date, invoice_ref) where status in ('sent', 'overdue');
create index invoices_owed_newest on invoices (merchant_id, environment, created_at, invoice_ref, due_date, currency) where status in ('sent', 'overdue');
create index invoices_by_currency on invoices (merchant_id, environment, currency, created_at, invoice_ref);
create index invoices_partly_paid on invoices (merchant_id, environment, created_at, invoice_ref) where paid_minor > 0 and due_minor > 0;
-- The customer's page knows only the reference.
create unique index invoices_by_ref on invoices (invoice_ref, merchant_id);

-- What is due of open invoices: append-only changes, added up by a job to days; what is read is both.
create table invoice_deltas (
  merchant_id uuid not null,
  environment text not null,
  delta_id bigint generated always as identity,
  currency text not null,
  due_date date not null,
  invoices bigint not null,
  due_minor bigint not null,
  primary key (merchant_id, environment, delta_id)
);
create table invoice_days (
  merchant_id uuid not null,
  environment text not null,
  currency text not null,
  due_date date not null,
  invoices bigint not null,
  due_minor numeric not null,
  primary key (merchant_id, environment, currency, due_date)
);

-- The counters of numbers, one for each stem: the pattern with the date filled in and '#' for the counter.
create table invoice_series (
  merchant_id uuid not null references merchants,
  environment text not null constraint invoice_series_environment check (environment in ('sandbox', 'live')),
  series text not null constraint invoice_series_series check (series in ('invoice', 'credit_note')),
  stem text collate "C" not null,
  -- The latest that was drawn or passed over.
  counter bigint not null check (counter >= 0),
  -- When it was: numbers of a stem follow the order of issue.
  last_at timestamptz not null,
  -- Up to which a job has found no gap but the declared.
  checked bigint not null default 0,
  primary key (merchant_id, environment, series, stem)
);
-- Numbers that nothing has and that somebody has declared so; never changed.
create table invoice_gaps (
  merchant_id uuid not null,
  environment text not null,
  series text not null,
  stem text collate "C" not null,
  first bigint not null,
  last bigint not null,
  reason text not null,
  actor_name text not null,
  at timestamptz not null,
  check (first >= 1 and first <= last),
  primary key (merchant_id, environment, series, stem, first),
  foreign key (merchant_id, environment, series, stem) references invoice_series
);

-- The payments that count for an invoice, each with what of it counts; never changed.
create table invoice_payments (
  merchant_id uuid not null,
  environment text not null,
  invoice_ref text collate "C" not null,
  order_ref text collate "C" not null,
  -- The number of the part that it paid in time; 0 of late money that was accepted.
  part integer not null,
  amount_minor bigint not null check (amount_minor > 0),
  at timestamptz not null,
  primary key (merchant_id, environment, invoice_ref, order_ref),
  foreign key (merchant_id, environment, invoice_ref) references invoices
);
create unique index invoice_payments_once on invoice_payments (merchant_id, environment, invoice_ref, part) where part > 0;

-- What a user recorded of money that came outside, beside its payment; never changed.
create table invoice_outside_payments (
  merchant_id uuid not null,
  environment text not null,
  invoice_ref text collate "C" not null,
  order_ref text collate "C" not null,
  received_on date not null,
  method text not null
    constraint invoice_outside_payments_method check (method in ('cash', 'bank_transfer', 'cheque', 'other')),
  evidence text not null,
  created_at timestamptz not null,
  created_by text not null,
  primary key (merchant_id, environment, invoice_ref, order_ref),
  foreign key (merchant_id, environment, invoice_ref) references invoices
);

create table credit_notes (
  merchant_id uuid not null,
  environment text not null constraint credit_notes_environment check (environment in ('sandbox', 'live')),
  credit_note_ref text collate "C" not null,
  invoice_ref text collate "C" not null,
  credit_note_number text collate "C" not null,
  stem text collate "C" not null,
  counter bigint not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- What of it has lowered what was due.
  applied_minor bigint not null check (applied_minor between 0 and amount_minor),
  -- The credited quantities by line; null of one that names an amount alone.
  lines jsonb,
  reason text not null,
  -- The refund that it was made with, or empty.
  refund_id text collate "C" not null,
  created_at timestamptz not null,
  created_by text not null,
  primary key (merchant_id, environment, credit_note_ref),
  foreign key (merchant_id, environment, invoice_ref) references invoices
);
create unique index credit_notes_number on credit_notes (merchant_id, environment, credit_note_number);
create unique index credit_notes_drawn_once on credit_notes (merchant_id, environment, stem, counter);
create unique index credit_notes_of_refund on credit_notes (merchant_id, environment, refund_id) where refund_id <> '';
create index credit_notes_of_invoice on credit_notes (merchant_id, environment, invoice_ref, created_at);

create table invoice_templates (
  merchant_id uuid not null references merchants,
  environment text not null constraint invoice_templates_environment check (environment in ('sandbox', 'live')),
  template_ref text collate "C" not null,
  name text not null,
  name_lower text collate "C" not null,
  currency text not null,
  -- What it brings into an invoice, by the names of the wire.
  content jsonb not null,
  revision integer not null,
  deleted_at timestamptz,
  created_at timestamptz not null,
  created_by text not null,
  updated_at timestamptz not null,
  primary key (merchant_id, environment, template_ref)
);
create unique index invoice_templates_name on invoice_templates (merchant_id, environment, name_lower) where deleted_at is null;

create table invoice_settings (
  merchant_id uuid not null references merchants,
  environment text not null constraint invoice_settings_environment check (environment in ('sandbox', 'live')),
  revision integer not null,
  settings jsonb not null,
  updated_at timestamptz not null,
  primary key (merchant_id, environment)
);

-- Customers and items of earlier invoices, as they were used last.
create table invoice_suggestions (
  merchant_id uuid not null references merchants,
  environment text not null constraint invoice_suggestions_environment check (environment in ('sandbox', 'live')),
  kind text not null constraint invoice_suggestions_kind check (kind in ('customer', 'item')),
  key text collate "C" not null,
  label text not null,
  label_lower text collate "C" not null,
  value jsonb not null,
  used_at timestamptz not null,
  primary key (merchant_id, environment, kind, key)
);
create index invoice_suggestions_by_label on invoice_suggestions (merchant_id, environment, kind, label_lower);

call guard('invoices');
call guard('invoice_deltas');
call guard('invoice_days');
call guard('invoice_series');
call guard('invoice_gaps');
call guard('invoice_payments');
call guard('invoice_outside_payments');
call guard('credit_notes');
call guard('invoice_templates');
call guard('invoice_settings');
call guard('invoice_suggestions');
grant select, insert, update on invoices, invoice_days, invoice_series, invoice_templates, invoice_settings, invoice_suggestions
  to countinghouse_app;
grant select, insert on invoice_gaps, invoice_payments, invoice_outside_payments, credit_notes to countinghouse_app;
grant select, insert, delete on invoice_deltas to countinghouse_app;

-- The owner of an invoice that was issued: before, it is nobody's business.
create function find_invoice(wanted text) returns table (merchant_id uuid, environment text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select i.merchant_id, i.environment
  from invoices i join merchants m on m.merchant_id = i.merchant_id
  where i.invoice_ref = wanted and i.sent_at is not null and m.status = 'ACTIVE';
end;
revoke execute on function find_invoice from public;
grant execute on function find_invoice to countinghouse_app;

alter table webhooks drop constraint webhooks_type;
alter table webhooks add constraint webhooks_type
  check (type in ('payment', 'payout', 'refund', 'onboarding', 'payment_link', 'subscription', 'invoice'));
