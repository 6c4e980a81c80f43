-- How far a charge may be from what was agreed, in major units of its currency, per record of a channel.
create table fee_tolerances (
  merchant_id uuid not null references merchants,
  environment text not null constraint fee_tolerances_environment check (environment in ('sandbox', 'live')),
  channel_key text not null,
  tolerance numeric(5, 4) not null check (tolerance between 0 and 1),
  updated_at timestamptz not null,
  updated_by text not null,
  primary key (merchant_id, environment, channel_key)
);

-- What was charged for a record, held against the plan of its time. Sums stay when the plan changes; what is checked anew is replaced.
create table fee_checks (
  merchant_id uuid not null references merchants,
  environment text not null constraint fee_checks_environment check (environment in ('sandbox', 'live')),
  -- That of the record.
  check_ref text collate "C" not null,
  recon_id uuid not null,
  channel_key text not null,
  at timestamptz not null,
  -- A reversal is checked by the plan of what it gives back, with the sign turned.
  txn_type text not null constraint fee_checks_type check (txn_type in ('payment', 'refund', 'chargeback')),
  payment_method text not null,
  txn_ref text collate "C" not null,
  merchant_order_ref text not null,
  gross numeric(30, 8) not null,
  gross_currency text not null,
  -- That of the fees.
  currency text not null,
  outcome text not null constraint fee_checks_outcome check (outcome in ('exact', 'within', 'mismatch', 'no_plan', 'no_base')),
  charged_fee numeric(30, 8) not null,
  charged_tax numeric(30, 8) not null,
  expected_fee numeric(30, 8) not null,
  expected_tax numeric(30, 8) not null,
  -- Charged less expected: above zero is an overcharge.
  difference numeric(30, 8) not null,
  passed_on numeric(30, 8) not null,
  plan_id uuid,
  formula jsonb,
  claim_ref text collate "C",
  checked_at timestamptz not null,
  primary key (merchant_id, environment, check_ref)
);
create index fee_checks_newest on fee_checks (merchant_id, environment, at, check_ref);
create index fee_checks_mismatches on fee_checks (merchant_id, environment, at, check_ref) where outcome = 'mismatch';
create index fee_checks_by_difference on fee_checks (merchant_id, environment, difference, check_ref) where outcome = 'mismatch';
create index fee_checks_of_file on fee_checks (merchant_id, environment, recon_id);
create index fee_checks_by_reference on fee_checks (merchant_id, environment, txn_ref);
create index fee_checks_of_plan on fee_checks (merchant_id, environment, plan_id) where plan_id is not null;
create index fee_checks_of_claim on fee_checks (merchant_id, environment, claim_ref) where claim_ref is not null;

call guard('fee_tolerances');
call guard('fee_checks');
grant select, insert, update on fee_tolerances to countinghouse_app;
grant select, insert, update, delete on fee_checks to countinghouse_app;
