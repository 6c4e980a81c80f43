-- How much may leave, as a merchant limits it. One row of settings a merchant and environment: whoever counts a payout locks it, so that
-- of two at once the later one sees what the earlier has counted.
create table payout_limit_settings (
  merchant_id uuid not null references merchants,
  environment text not null constraint payout_limit_settings_environment check (environment in ('sandbox', 'live')),
  -- Counts changes of the limits.
  version integer not null default 0,
  updated_by text not null default '',
  updated_at timestamptz not null,
  primary key (merchant_id, environment)
);
create table payout_limits (
  merchant_id uuid not null,
  environment text not null constraint payout_limits_environment check (environment in ('sandbox', 'live')),
  limit_of text not null constraint payout_limits_of check (limit_of in ('ACCOUNT', 'MAKER', 'APPROVER', 'BENEFICIARY')),
  -- An account's number, or the id of a person or a beneficiary; empty for each that has no limit of its own.
  subject text collate "C" not null,
  currency text not null,
  -- Null for no limit.
  payout_minor bigint check (payout_minor > 0),
  day_minor bigint check (day_minor > 0),
  month_minor bigint check (month_minor > 0),
  primary key (merchant_id, environment, limit_of, subject, currency),
  foreign key (merchant_id, environment) references payout_limit_settings
);
-- What has been set aside of each subject in a day or month of the merchant's zone.
create table payout_counters (
  merchant_id uuid not null references merchants,
  environment text not null constraint payout_counters_environment check (environment in ('sandbox', 'live')),
  limit_of text not null constraint payout_counters_of check (limit_of in ('ACCOUNT', 'MAKER', 'APPROVER', 'BENEFICIARY')),
  subject text collate "C" not null,
  currency text not null,
  period text not null constraint payout_counters_period check (period in ('day', 'month')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  counted_minor bigint not null constraint payout_counters_counted check (counted_minor >= 0),
  primary key (merchant_id, environment, limit_of, subject, currency, period, starts_at)
);
-- What was counted of a payout, and where; gone when it was given back.
create table payout_counts (
  merchant_id uuid not null references merchants,
  environment text not null constraint payout_counts_environment check (environment in ('sandbox', 'live')),
  txn_ref text collate "C" not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- [{of, subject}]
  subjects jsonb not null,
  day_starts_at timestamptz not null,
  month_starts_at timestamptz not null,
  primary key (merchant_id, environment, txn_ref)
);
call guard('payout_limit_settings');
call guard('payout_limits');
call guard('payout_counters');
call guard('payout_counts');
grant select, insert, update on payout_limit_settings, payout_counters to countinghouse_app;
grant select, insert, delete on payout_limits, payout_counts to countinghouse_app;
