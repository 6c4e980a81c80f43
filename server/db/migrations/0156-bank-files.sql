-- Payouts that leave in files for the merchant's own bank, and what the bank answers.

alter table payouts drop constraint payouts_waits;
alter table payouts add constraint payouts_waits check (waits_for in
  ('', 'verification', 'approval', 'funds', 'time', 'rail_hours', 'account_wait', 'limit', 'name_check', 'screening', 'channel_stopped',
   'merchant_frozen', 'merchant_inactive', 'beneficiary_inactive', 'provider', 'bank_file', 'bank_answer'));

alter table deposits drop constraint deposits_suspense_reason;
alter table deposits add constraint deposits_suspense_reason
  check (suspense_reason in ('', 'unknown_account', 'closed_account', 'other_currency', 'condition', 'unmatched_return'));

create table bank_files (
  merchant_id uuid not null references merchants,
  environment text not null constraint bank_files_environment check (environment in ('sandbox', 'live')),
  file_id uuid not null,
  channel_key text not null,
  -- By which the bank knows the message; it is never used again.
  msg_id text collate "C" not null,
  currency text not null,
  payouts integer not null check (payouts > 0),
  total_minor bigint not null check (total_minor > 0),
  -- The bytes as they were made, sealed, since they hold account numbers.
  content_sealed bytea not null,
  made_by text not null,
  made_at timestamptz not null,
  -- Who has asked that the file be withdrawn, why, and by what word of the bank; another person decides.
  asked_by uuid,
  asked_by_name text not null default '',
  asked_at timestamptz,
  reason text not null default '',
  evidence text not null default '',
  withdrawn_by text not null default '',
  withdrawn_at timestamptz,
  updated_at timestamptz not null,
  check ((asked_by is null) = (asked_at is null)),
  check ((withdrawn_at is null) = (withdrawn_by = '')),
  primary key (merchant_id, environment, file_id),
  unique (merchant_id, environment, msg_id)
);
create index bank_files_newest on bank_files (merchant_id, environment, made_at, file_id);

-- A payout is in one file only, once.
create table bank_file_payouts (
  merchant_id uuid not null,
  environment text not null,
  txn_ref text collate "C" not null,
  file_id uuid not null,
  -- The PmtInfId of its group.
  group_id text collate "C" not null,
  primary key (merchant_id, environment, txn_ref),
  foreign key (merchant_id, environment, file_id) references bank_files,
  foreign key (merchant_id, environment, txn_ref) references payouts
);
create index bank_file_payouts_of on bank_file_payouts (merchant_id, environment, file_id, txn_ref);

-- Each line of the bank's answers, once.
create table bank_lines (
  merchant_id uuid not null references merchants,
  environment text not null constraint bank_lines_environment check (environment in ('sandbox', 'live')),
  channel_key text not null,
  -- A digest of the bank's reference of the line, or of what it says.
  line_key bytea not null,
  line_id uuid not null,
  -- camt.053, camt.054 or pain.002.
  format text not null,
  verdict text not null constraint bank_lines_verdict check (verdict in
    ('paid', 'failed', 'returned', 'deposit', 'deposit_suspended', 'unmatched', 'amount_differs', 'paid_twice', 'contradicts')),
  -- Of the payout that it names; empty for none.
  txn_ref text collate "C" not null default '',
  bank_ref text not null default '',
  currency text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  direction text not null constraint bank_lines_direction check (direction in ('CRDT', 'DBIT')),
  other_side text not null default '',
  line_text text not null default '',
  booked_at timestamptz not null,
  brought_by text not null,
  brought_at timestamptz not null,
  explained_by text not null default '',
  explained_at timestamptz,
  explanation text not null default '',
  check ((explained_at is null) = (explained_by = '')),
  primary key (merchant_id, environment, line_key),
  unique (merchant_id, environment, line_id)
);
-- What waits for people, and what a payout has had.
create index bank_lines_waiting on bank_lines (merchant_id, environment, brought_at, line_id)
  where verdict in ('unmatched', 'amount_differs', 'paid_twice', 'contradicts') and explained_at is null;
create index bank_lines_of on bank_lines (merchant_id, environment, txn_ref) where txn_ref <> '';

call guard('bank_files');
call guard('bank_file_payouts');
call guard('bank_lines');
grant select, insert, update on bank_files, bank_lines to countinghouse_app;
grant select, insert on bank_file_payouts to countinghouse_app;
