-- Cross-border remittance: what was sold in a currency that is not the merchant's own, until it is on their account.

-- Half to the even neighbour, symmetric about zero; `round` of PostgreSQL takes a half away from zero.
create function half_even(amount numeric) returns numeric language sql immutable parallel safe strict
  return case when abs(amount - trunc(amount)) = 0.5 then round(amount / 2) * 2 else round(amount) end;

-- Of a payment in another currency than the merchant's own, how far it has come; empty for the others.
alter table payments
  add column remit_status text not null default '',
  -- When its provider had settled it, by its word or by a closed settlement; whoever sets it posts it.
  add column psp_settled_at timestamptz;
alter table payments
  add constraint payments_remit_status check (remit_status in ('', 'UNSETTLED', 'PSP_SETTLED', 'IN_SETTLEMENT', 'REMITTED')) not valid;
alter table refunds
  add column psp_settled_at timestamptz,
  -- Of a refund of such a payment: it waits for a settlement, was taken from one, and given back by a later one because it failed.
  add column remit_status text not null default '';
alter table refunds
  add constraint refunds_remit_status check (remit_status in ('', 'WAITING', 'DEDUCTED', 'GIVEN_BACK')) not valid;

-- The rate by which a transfer of two currencies was made.
alter table ledger_transfers add column rate numeric(20, 10);
alter table ledger_transfers add constraint ledger_transfers_rate check (rate > 0) not valid;

-- What the operator has agreed with a merchant. A change is a new version, and holds for what begins after it.
create table remittance_terms (
  merchant_id uuid not null references merchants,
  environment text not null constraint remittance_terms_environment check (environment in ('sandbox', 'live')),
  version integer not null check (version > 0),
  destination_currency text not null,
  -- The channel by which settlements are sent, and whose provider changes the money.
  channel_key text not null,
  every text not null constraint remittance_terms_every check (every in ('day', 'week', 'month')),
  -- 1 is Monday.
  weekday smallint not null check (weekday between 1 and 7),
  -- 1 to 28; 0 is the last of the month.
  month_day smallint not null check (month_day between 0 and 28),
  markup_percent numeric not null check (markup_percent between 0 and 100),
  tolerance_percent numeric not null check (tolerance_percent between 0 and 100),
  -- In the base currency.
  transfer_fee_minor bigint not null check (transfer_fee_minor >= 0),
  minimum_minor bigint not null check (minimum_minor >= 0),
  -- By country of the sale: {percent, on}.
  withholding jsonb not null,
  reserve_kind text not null constraint remittance_terms_reserve check (reserve_kind in ('none', 'rolling', 'fixed')),
  reserve_percent numeric not null check (reserve_percent between 0 and 100),
  reserve_days integer not null check (reserve_days between 0 and 180),
  -- What a fixed reserve is to have, and the day that it is released on.
  reserve_target_minor bigint not null check (reserve_target_minor >= 0),
  reserve_until date,
  made_by text not null,
  created_at timestamptz not null,
  primary key (merchant_id, environment, version)
);

create table remittances (
  merchant_id uuid not null references merchants,
  environment text not null constraint remittances_environment check (environment in ('sandbox', 'live')),
  settlement_ref text collate "C" not null,
  status text not null constraint remittances_status
    check (status in ('Open', 'Calculated', 'On Hold', 'Processing', 'Remitted', 'Failed', 'Returned')),
  source_currency text not null,
  base_currency text not null,
  destination_currency text not null,
  -- Days of the merchant's zone; the cut is at the midnight before the day after the last.
  period_from date not null,
  cut_on date not null check (cut_on > period_from),
  -- In test mode, when the period was ended by hand, before that midnight.
  ended_at timestamptz,
  period_to date generated always as (cut_on - 1) stored not null,
  terms_version integer not null,
  -- In minor units of the source's currency.
  txn_count integer not null default 0,
  refund_count integer not null default 0,
  total_txn_amount_sc bigint not null default 0,
  txn_fee_sc bigint not null default 0,
  withholding_tax_sc bigint not null default 0,
  refund_amount_sc bigint not null default 0,
  net_sc bigint generated always as (total_txn_amount_sc - txn_fee_sc - withholding_tax_sc - refund_amount_sc) stored not null,
  -- From the source's currency to the base.
  source_forex_rate numeric(20, 10) check (source_forex_rate > 0),
  source_rate_of text not null default '',
  source_rate_at timestamptz,
  -- In minor units of the base currency, from here.
  total_txn_amount_bc bigint not null default 0,
  txn_fee_bc bigint not null default 0,
  wht_bc bigint not null default 0,
  refund_amount_bc bigint not null default 0,
  net_source_bc bigint not null default 0,
  rounding_bc bigint not null default 0,
  reserve_credit_bc bigint not null default 0 check (reserve_credit_bc >= 0),
  reserve_debit_bc bigint not null default 0 check (reserve_debit_bc >= 0),
  transfer_fee_bc bigint not null default 0 check (transfer_fee_bc >= 0),
  net_bc bigint generated always as (net_source_bc - reserve_credit_bc + reserve_debit_bc - transfer_fee_bc) stored not null,
  -- From the base to the destination's currency: what was known at the cut, and what it was sent by.
  cut_forex_rate numeric(20, 10) check (cut_forex_rate > 0),
  reference_forex_rate numeric(20, 10) check (reference_forex_rate > 0),
  applied_forex_rate numeric(20, 10) check (applied_forex_rate > 0),
  forex_rate_of text not null default '',
  forex_rate_at timestamptz,
  net_amount_transferred_dc bigint,
  forex_cost_dc bigint,
  -- The provider's quote by which it is sent, and until when that is good; null without a limit.
  quote_ref text not null default '',
  quote_expires_at timestamptz,
  -- When it is sent at the earliest, and the day on which it arrives.
  send_at timestamptz,
  expected_on date,
  -- Why it is not sent, and when that ends by itself.
  holds text[] not null default '{}',
  held_until timestamptz,
  -- What was agreed to by an administrator who was shown a rate that had moved.
  rate_accepted numeric(20, 10) check (rate_accepted > 0),
  rate_accepted_by text not null default '',
  -- The account as it was when it was sent.
  account_uuid uuid,
  account_version integer,
  account_holder text not null default '',
  account_last_four text not null default '',
  provider_ref text collate "C" not null default '',
  provider_asks integer not null default 0,
  asked_at timestamptz,
  -- In minor units of the destination's currency: what the next attempt sends after one came back, and what banks have kept of it.
  returned_dc bigint,
  kept_by_banks_dc bigint not null default 0,
  fail_reason text not null default '',
  provider_text text not null default '',
  -- Attempts beyond the first whose fee a later settlement has borne.
  attempts_charged integer not null default 0,
  -- Why the last period was not cut, and goes on; empty otherwise.
  uncut text not null default '' constraint remittances_uncut check (uncut in ('', 'below_minimum', 'beyond_reserve')),
  -- Attempts count definite ends; conversions are posted once more for each quote that ran out.
  attempts integer not null default 0,
  conversions integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  sent_at timestamptz,
  remitted_at timestamptz,
  primary key (merchant_id, environment, settlement_ref),
  constraint remittances_period unique (merchant_id, environment, source_currency, destination_currency, period_from),
  constraint remittances_rounding check (rounding_bc between -2 and 2),
  constraint remittances_proof check (
    total_txn_amount_bc - txn_fee_bc - wht_bc - refund_amount_bc + rounding_bc = net_source_bc)
);
create unique index remittances_one_open on remittances (merchant_id, environment, source_currency, destination_currency) where status = 'Open';
create index remittances_newest on remittances (merchant_id, environment, created_at, settlement_ref);
create index remittances_under_way on remittances (merchant_id, environment, updated_at) where status in ('Calculated', 'On Hold', 'Processing', 'Failed', 'Returned');

-- What stands in a settlement. Its key lets each be in one only.
create table remittance_items (
  merchant_id uuid not null,
  environment text not null,
  kind text not null constraint remittance_items_kind check (kind in ('payment', 'refund', 'refund_failed', 'adjustment')),
  ref text collate "C" not null,
  settlement_ref text collate "C" not null,
  -- The payment that a refund is of.
  order_ref text collate "C" not null,
  -- In minor units of the source's currency: what was sold, given back (below zero where it failed), or adjusted.
  amount_minor bigint not null,
  fee_minor bigint not null default 0,
  withholding_minor bigint not null default 0,
  -- The day of the sale in the merchant's zone.
  sold_on date,
  country text not null default '',
  payment_method text not null default '',
  channel_key text not null default '',
  at timestamptz not null,
  primary key (merchant_id, environment, kind, ref),
  foreign key (merchant_id, environment, settlement_ref) references remittances
);
create index remittance_items_of_settlement on remittance_items (merchant_id, environment, settlement_ref, at, ref);
create index remittance_items_adjusted on remittance_items (merchant_id, environment, settlement_ref) where kind = 'adjustment';

-- What the operator adds to the next settlement, or takes from it, and why.
create table remittance_adjustments (
  merchant_id uuid not null references merchants,
  environment text not null,
  adjustment_id uuid not null,
  source_currency text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  reason text not null,
  made_by text not null,
  created_at timestamptz not null,
  primary key (merchant_id, environment, adjustment_id)
);

-- Money that is held back, in the base currency. Its row is changed by a guarded update in the transaction of each posting.
create table reserves (
  merchant_id uuid not null references merchants,
  environment text not null,
  currency text not null,
  balance_minor bigint not null default 0 check (balance_minor >= 0),
  last_movement integer not null default 0,
  updated_at timestamptz not null,
  primary key (merchant_id, environment, currency)
);
create table reserve_tranches (
  merchant_id uuid not null,
  environment text not null,
  tranche_id uuid not null,
  settlement_ref text collate "C" not null,
  kind text not null constraint reserve_tranches_kind check (kind in ('rolling', 'fixed')),
  -- Null of a fixed reserve.
  sold_on date,
  -- The sales of the day in the base currency, of which it is a percentage.
  sold_minor bigint not null,
  percent numeric not null,
  held_minor bigint not null check (held_minor > 0),
  left_minor bigint not null check (left_minor between 0 and held_minor),
  -- Null while the terms say no day.
  release_on date,
  created_at timestamptz not null,
  primary key (merchant_id, environment, tranche_id),
  foreign key (merchant_id, environment, settlement_ref) references remittances
);
create unique index reserve_tranches_of_day on reserve_tranches (merchant_id, environment, settlement_ref, sold_on);
create index reserve_tranches_held on reserve_tranches (merchant_id, environment, release_on, sold_on, tranche_id) where left_minor > 0;
create index reserve_tranches_newest on reserve_tranches (merchant_id, environment, created_at, (tranche_id::text collate "C"));
create table reserve_movements (
  merchant_id uuid not null,
  environment text not null,
  number integer not null,
  at timestamptz not null,
  kind text not null constraint reserve_movements_kind
    check (kind in ('rolling_hold', 'rolling_release', 'fixed_hold', 'fixed_release', 'used', 'adjustment')),
  settlement_ref text collate "C" not null,
  tranche_id uuid not null,
  sold_on date,
  release_on date,
  currency text not null,
  -- What the reserve gains; below zero what leaves it.
  amount_minor bigint not null check (amount_minor <> 0),
  balance_minor bigint not null check (balance_minor >= 0),
  transfer_id uuid not null,
  primary key (merchant_id, environment, currency, number),
  foreign key (merchant_id, environment, tranche_id) references reserve_tranches
);
create index reserve_movements_newest on reserve_movements (merchant_id, environment, at, number);

-- What a provider says that it has settled, once for its own reference.
create table provider_settlements (
  merchant_id uuid not null references merchants,
  environment text not null,
  channel_key text not null,
  provider_ref text collate "C" not null,
  currency text not null,
  -- The provider's day.
  settled_on date not null,
  net_minor bigint not null,
  lines integer not null,
  -- Lines that are not what was expected.
  findings integer not null default 0,
  received_at timestamptz not null,
  primary key (merchant_id, environment, channel_key, provider_ref)
);
create table provider_settlement_lines (
  merchant_id uuid not null,
  environment text not null,
  channel_key text not null,
  provider_ref text collate "C" not null,
  place integer not null,
  kind text not null constraint provider_settlement_lines_kind check (kind in ('payment', 'refund')),
  ref text collate "C" not null,
  gross_minor bigint not null,
  -- What came of it; below zero of a refund.
  net_minor bigint not null,
  -- 'settled' by this word, or 'known' as a closed settlement had it first. The money of the others is in suspense.
  outcome text not null constraint provider_settlement_lines_outcome
    check (outcome in ('settled', 'known', 'unknown', 'other_amount', 'other_currency', 'twice')),
  primary key (merchant_id, environment, channel_key, provider_ref, place),
  foreign key (merchant_id, environment, channel_key, provider_ref) references provider_settlements
);
-- No word settles what another has settled.
create unique index provider_settlement_lines_settled on provider_settlement_lines (merchant_id, environment, kind, ref) where outcome = 'settled';

-- The rates that the operator loads: how much of each currency one euro is on a day.
create table reference_rates (
  day date not null,
  currency text not null,
  rate numeric(20, 10) not null check (rate > 0),
  source text not null,
  loaded_at timestamptz not null,
  primary key (currency, day)
);

grant select, insert on remittance_terms, remittance_items, remittance_adjustments, reserve_movements, provider_settlement_lines to countinghouse_app;
grant select, insert, update on provider_settlements, remittances, reserves, reserve_tranches to countinghouse_app;
grant select on reference_rates to countinghouse_app;
call guard('remittance_terms');
call guard('remittances');
call guard('remittance_items');
call guard('remittance_adjustments');
call guard('reserves');
call guard('reserve_tranches');
call guard('reserve_movements');
call guard('provider_settlements');
call guard('provider_settlement_lines');
