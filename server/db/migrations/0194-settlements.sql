-- Counts closings and reopenings: a run that began before one works the pair out once more.
alter table recon_pairs add column closings integer not null default 0;
alter table merchants add column recon_closes_settlements boolean not null default false;

-- Batches of a source in one currency and account: what their lines come to, what was paid out, and what the bank has of it.
create table settlements (
  merchant_id uuid not null references merchants,
  environment text not null constraint settlements_environment check (environment in ('sandbox', 'live')),
  settlement_id uuid not null,
  msm_id integer not null,
  data_source text collate "C" not null,
  batch text collate "C" not null,
  account text collate "C" not null,
  currency text not null,
  channel_key text not null,
  state text not null constraint settlements_state check (state in ('incomplete', 'unproven', 'proven', 'closed', 'reopened')),
  -- Counts the changes, so that nobody decides on other numbers than were shown.
  version integer not null default 1,
  -- The provider's days of the first and last line.
  first_on date,
  last_on date,
  lines integer not null,
  -- Exceptions among its records.
  open integer not null,
  -- From the merchant's side, in the currency of the settlement; charges are what was taken.
  gross numeric(30, 8) not null,
  refunds numeric(30, 8) not null,
  chargebacks numeric(30, 8) not null,
  fees numeric(30, 8) not null,
  tax numeric(30, 8) not null,
  passed_on numeric(30, 8) not null,
  adjustments numeric(30, 8) not null,
  -- What all of it comes to, what was paid out, and by how much the two differ; null where no payout is stated.
  computed numeric(30, 8) not null,
  payout numeric(30, 8),
  proof numeric(30, 8),
  bank_credit numeric(30, 8),
  bank_on date,
  -- Whether its channel's payments are booked here: only then a closing is posted.
  is_booked boolean not null,
  -- What one unit of another currency came to when it was closed, as decimal texts.
  rates jsonb not null default '{}',
  closings integer not null default 0,
  closed_at timestamptz,
  closed_by text not null default '',
  -- A file says something else of a closed one since then.
  restated_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, environment, settlement_id),
  foreign key (merchant_id, environment, msm_id) references recon_pairs
);
create unique index settlements_of_batch on settlements (merchant_id, environment, msm_id, batch, account, currency);
create index settlements_newest on settlements (merchant_id, environment, created_at, settlement_id);
create index settlements_ready on settlements (merchant_id, environment, msm_id) where state = 'proven' and open = 0;

-- What a closing put into suspense, line by line, until a decision or a reopening takes it out.
create table settlement_differences (
  merchant_id uuid not null,
  environment text not null,
  settlement_id uuid not null,
  closing integer not null,
  place integer not null,
  kind text not null constraint settlement_differences_kind check (kind in ('amount', 'fee', 'unknown', 'waiting', 'proof')),
  -- The record that it is of; empty of a proof.
  key text collate "C" not null,
  currency text not null,
  -- What is in suspense of it: debits positive.
  amount_minor bigint not null check (amount_minor <> 0),
  -- What took it out: a decision, a later closing that knew more, or a reopening; empty while it is open.
  ended_by text not null default '',
  primary key (merchant_id, environment, settlement_id, closing, place),
  foreign key (merchant_id, environment, settlement_id) references settlements
);
create index settlement_differences_open on settlement_differences (merchant_id, environment, key) where ended_by = '';

call guard('settlements');
call guard('settlement_differences');
grant select, insert, update on settlements, settlement_differences to countinghouse_app;

create index recon_outcomes_of_settlement on recon_outcomes (merchant_id, environment, settlement_id) where settlement_id is not null;
