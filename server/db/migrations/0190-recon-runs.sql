-- Two sources that are compared. Its number is never used again.
create table recon_pairs (
  merchant_id uuid not null references merchants,
  environment text not null constraint recon_pairs_environment check (environment in ('sandbox', 'live')),
  msm_id integer not null check (msm_id > 0),
  leg text not null constraint recon_pairs_leg check (leg in ('settlement', 'bank')),
  source_a text collate "C" not null,
  source_b text collate "C" not null,
  -- The newest version of its rules; 0 are those that come with the product.
  rules_version integer not null default 0,
  -- The last run, and the one whose answer is shown; 0 before the first.
  last_run integer not null default 0,
  answer_run integer not null default 0,
  -- Something changed, and a run is to begin then.
  wanted_at timestamptz,
  -- No record before this day is open: closed ones before it are not read any more.
  open_from date,
  created_at timestamptz not null,
  primary key (merchant_id, environment, msm_id),
  unique (merchant_id, environment, source_a, source_b),
  check (answer_run <= last_run)
);
create index recon_pairs_wanted on recon_pairs (merchant_id, environment, wanted_at) where wanted_at is not null;

-- Versions of the rules of a pair, which never change.
create table recon_rule_versions (
  merchant_id uuid not null,
  environment text not null,
  msm_id integer not null,
  version integer not null check (version > 0),
  -- A list of ReconRule.
  rules jsonb not null,
  saved_by text not null,
  saved_at timestamptz not null,
  primary key (merchant_id, environment, msm_id, version),
  foreign key (merchant_id, environment, msm_id) references recon_pairs
);

create table recon_runs (
  merchant_id uuid not null,
  environment text not null,
  msm_id integer not null,
  -- Counts from 1 in each pair.
  run_no integer not null check (run_no > 0),
  run_id uuid not null,
  status text not null constraint recon_runs_status check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  stage text not null default '',
  -- Why it was begun: by hand, on schedule, or for what changed.
  causes jsonb not null,
  -- The day that it is for, by which what is not due yet is told from what is missing.
  as_of date not null,
  rules_version integer not null,
  tolerance numeric(5, 4) not null,
  rows_done integer not null default 0,
  rows_all integer not null default 0,
  -- For each currency: counts and amounts by status.
  totals jsonb not null default '[]',
  -- How many records have another outcome than in the answer before.
  changed integer not null default 0,
  -- SHA-256 over the natural keys of all outcomes, in hexadecimal digits.
  digest text not null default '',
  reason text not null default '',
  tries integer not null default 0,
  asked_by text not null,
  asked_at timestamptz not null,
  begun_at timestamptz,
  finished_at timestamptz,
  primary key (merchant_id, environment, msm_id, run_no),
  unique (merchant_id, environment, run_id),
  foreign key (merchant_id, environment, msm_id) references recon_pairs,
  check ((status = 'queued') = (begun_at is null) or status = 'cancelled')
);
create index recon_runs_newest on recon_runs (merchant_id, environment, asked_at, run_id);
-- One at a time per pair; asked for meanwhile, one more waits.
create unique index recon_runs_running on recon_runs (merchant_id, environment, msm_id) where status = 'running';
create unique index recon_runs_queued on recon_runs (merchant_id, environment, msm_id) where status = 'queued';

-- What became of each record of a pair, from which run and until which it held: a run stores what is new, and every earlier answer stays.
create table recon_outcomes (
  merchant_id uuid not null,
  environment text not null,
  msm_id integer not null,
  side text not null constraint recon_outcomes_side check (side in ('a', 'b')),
  -- The record wherever it stands: `payment:…`, `refund:…` or `told:…` of our own, identity, content and occurrence of one that was read.
  key text collate "C" not null,
  from_run integer not null,
  -- Exclusive; the greatest integer while it holds.
  until_run integer not null default 2147483647,
  data_source text collate "C" not null,
  -- Where it was read; null of our own.
  recon_id uuid,
  reading integer,
  row_no integer,
  type text not null,
  at timestamptz,
  -- Its day in the merchant's zone, and the provider's own.
  day date,
  booked_on date,
  -- From the merchant's side.
  gross numeric(30, 8),
  currency text not null,
  fee numeric(30, 8) not null,
  tax numeric(30, 8) not null,
  passed_on numeric(30, 8) not null,
  net numeric(30, 8),
  net_currency text not null,
  provider_ref text collate "C" not null,
  merchant_ref text collate "C" not null,
  method text not null,
  account_id text not null,
  batch text not null,
  country text not null,
  brand_id text not null,
  marketplace_id text not null,
  sku_id text not null,
  quantity text not null,
  status text not null constraint recon_outcomes_status check (status in ('duplicate', 'missing_in_settlement', 'missing_in_transactions',
    'amount_mismatch', 'fee_mismatch', 'tax_mismatch', 'date_shift', 'matched', 'expected', 'adjustment')),
  -- All differences, also those that another goes before.
  mismatches text[] not null,
  -- All records that it is matched with have the same; made of their keys, so that it is the same in each run.
  group_id uuid not null,
  -- One of the group stands for it in lists of exceptions.
  is_lead boolean not null,
  rule_key text not null,
  rules_version integer not null,
  -- Theirs less ours, of the whole group, on its lead alone; 0 elsewhere.
  amount_off numeric(30, 8) not null,
  fee_off numeric(30, 8) not null,
  tax_off numeric(30, 8) not null,
  days_off integer not null,
  -- The part of amount_off that the tolerance hides.
  tolerated numeric(30, 8) not null,
  expected_fee numeric(30, 8),
  expected_tax numeric(30, 8),
  due_on date,
  -- The match that is suggested, by the group that it would be, and how many there would be.
  suggested uuid,
  suggested_strength text not null default '' constraint recon_outcomes_strength check (suggested_strength in ('suggested', 'ambiguous', '')),
  -- Values that the sentence about it is made of.
  evidence jsonb not null,
  -- The decision that holds for it.
  decision text not null default '',
  decision_id uuid,
  is_open boolean not null,
  -- The closed settlement that it is part of: no run changes it any more.
  settlement_id uuid,
  -- All that is said above.
  said uuid not null,
  -- One holds at a time.
  primary key (merchant_id, environment, msm_id, side, key, until_run),
  check (from_run < until_run)
);
create index recon_outcomes_by_day on recon_outcomes (merchant_id, environment, msm_id, side, day, key) where until_run = 2147483647;
create index recon_outcomes_by_booking on recon_outcomes (merchant_id, environment, msm_id, side, booked_on, key) where until_run = 2147483647;
create index recon_outcomes_open on recon_outcomes (merchant_id, environment, day, key) where until_run = 2147483647 and is_open and is_lead;
create index recon_outcomes_of_group on recon_outcomes (merchant_id, environment, group_id) where until_run = 2147483647;
create index recon_outcomes_of_batch on recon_outcomes (merchant_id, environment, data_source, batch) where until_run = 2147483647 and batch <> '';
create index recon_outcomes_by_provider_ref on recon_outcomes (merchant_id, environment, provider_ref) where until_run = 2147483647;
create index recon_outcomes_by_merchant_ref on recon_outcomes (merchant_id, environment, merchant_ref) where until_run = 2147483647;

call guard('recon_pairs');
call guard('recon_rule_versions');
call guard('recon_runs');
call guard('recon_outcomes');
grant select, insert, update on recon_pairs, recon_runs to countinghouse_app;
grant select, insert on recon_rule_versions to countinghouse_app;
grant select, insert, update on recon_outcomes to countinghouse_app;
