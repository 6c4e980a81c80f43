-- Mails carry files, and invoices are sent, reminded of and opened.

-- The files that go with a mail, in their order: name, media type, and the kind and reference by which its domain has or makes the
-- bytes. They are not kept twice.
alter table messages add column attachments jsonb not null default '[]';
-- Whether the recipient's server has refused it for good, as it does for an address that does not exist.
alter table messages add column bounced boolean not null default false;

-- How a planned invoice goes, where that was said.
create table invoice_sendings (
  merchant_id uuid not null,
  environment text not null,
  invoice_ref text collate "C" not null,
  ways text[] not null,
  language text not null,
  -- Further people who get the mail.
  recipients text[] not null,
  primary key (merchant_id, environment, invoice_ref),
  foreign key (merchant_id, environment, invoice_ref) references invoices
);

-- Each message about an invoice, by what it was for; what became of it is in messages. Never changed.
create table invoice_messages (
  merchant_id uuid not null,
  environment text not null,
  invoice_ref text collate "C" not null,
  message_id uuid not null,
  kind text not null constraint invoice_messages_kind check (kind in ('send', 'reminder')),
  way text not null constraint invoice_messages_way check (way in ('email', 'sms')),
  recipient text not null,
  at timestamptz not null,
  primary key (merchant_id, environment, invoice_ref, message_id),
  foreign key (merchant_id, environment, invoice_ref) references invoices
);

-- The reminders of issued invoices: each has one moment and goes at most once, whatever is planned anew.
create table invoice_reminders (
  merchant_id uuid not null,
  environment text not null constraint invoice_reminders_environment check (environment in ('sandbox', 'live')),
  invoice_ref text collate "C" not null,
  unit text not null
    constraint invoice_reminders_unit check (unit in ('hours_before_due_date', 'hours_after_due_date', 'days_before_due_date', 'days_after_due_date')),
  time integer not null check (time > 0),
  at timestamptz not null,
  -- By whose clock.
  time_zone text not null,
  state text not null constraint invoice_reminders_state check (state in ('planned', 'sent', 'skipped')),
  -- Why it was skipped; empty otherwise.
  reason text not null,
  -- When a worker sent or skipped it.
  claimed_at timestamptz,
  check ((state = 'skipped') = (reason <> '')),
  check ((state = 'planned') = (claimed_at is null)),
  primary key (merchant_id, environment, invoice_ref, unit, time),
  foreign key (merchant_id, environment, invoice_ref) references invoices
);
create index invoice_reminders_planned on invoice_reminders (merchant_id, environment, at) where state = 'planned';

-- The days on which a customer has looked at an invoice, by the merchant's calendar.
create table invoice_openings (
  merchant_id uuid not null,
  environment text not null,
  invoice_ref text collate "C" not null,
  day date not null,
  primary key (merchant_id, environment, invoice_ref, day),
  foreign key (merchant_id, environment, invoice_ref) references invoices
);

call guard('invoice_sendings');
call guard('invoice_messages');
call guard('invoice_reminders');
call guard('invoice_openings');
grant select, insert, update, delete on invoice_sendings, invoice_reminders to countinghouse_app;
grant select, insert on invoice_messages, invoice_openings to countinghouse_app;
