-- What the answers of the pairs come to, by day: summaries add up a few rows of each day in place of its records.
create table recon_sums (
  merchant_id uuid not null,
  environment text not null,
  msm_id integer not null,
  -- Whether records stand on the day of their transaction or on the provider's own day.
  by text not null constraint recon_sums_by check (by in ('transaction', 'settlement')),
  day date not null,
  -- Made of all by which records are put together.
  key uuid not null,
  side text not null constraint recon_sums_side check (side in ('a', 'b')),
  status text not null constraint recon_sums_status check (status in ('duplicate', 'missing_in_settlement', 'missing_in_transactions',
    'amount_mismatch', 'fee_mismatch', 'tax_mismatch', 'date_shift', 'matched', 'expected', 'adjustment')),
  mismatches text[] not null,
  type text not null,
  currency text not null,
  -- That of fee, tax, costs passed on and net.
  fee_currency text not null,
  account_id text not null,
  brand_id text not null,
  marketplace_id text not null,
  country text not null,
  -- The records are articles of orders.
  has_sku boolean not null,
  records integer not null,
  gross numeric(30, 8) not null,
  fee numeric(30, 8) not null,
  tax numeric(30, 8) not null,
  passed_on numeric(30, 8) not null,
  net numeric(30, 8) not null,
  -- Fee and tax by the plans, of the records that have one; and how many these are.
  expected_charges numeric(30, 8) not null,
  planned integer not null,
  amount_off numeric(30, 8) not null,
  tolerated numeric(30, 8) not null,
  primary key (merchant_id, environment, msm_id, by, day, key),
  foreign key (merchant_id, environment, msm_id) references recon_pairs
);
call guard('recon_sums');
grant select, insert, update, delete on recon_sums to countinghouse_app;

-- Records of one suggestion.
create index recon_outcomes_of_suggestion on recon_outcomes (merchant_id, environment, suggested)
  where until_run = 2147483647 and suggested is not null;
