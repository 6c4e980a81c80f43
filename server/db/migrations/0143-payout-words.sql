-- Payouts: what lists, the queue and the words of providers need; and what stops them.

alter table payouts
  add constraint payouts_waits check (waits_for in
    ('', 'verification', 'approval', 'funds', 'time', 'rail_hours', 'account_wait', 'limit', 'name_check', 'screening', 'channel_stopped',
     'merchant_frozen', 'merchant_inactive', 'beneficiary_inactive', 'provider')),
  add constraint payouts_reasons check (status_reason in
    ('', 'INVALID_ACCOUNT', 'ACCOUNT_CLOSED', 'ACCOUNT_BLOCKED', 'NAME_MISMATCH', 'UNSUPPORTED_BANK', 'BANK_OFFLINE', 'BANK_REFUSED',
     'LIMIT_EXCEEDED', 'CURRENCY_NOT_HELD', 'COMPLIANCE', 'PROVIDER_FUNDS', 'DUPLICATE', 'FILE_WITHDRAWN', 'OTHER')),
  add constraint payouts_account_type check (account_type in ('BANK', 'CARD', 'MOBILE')),
  -- A keyed digest of the normalised number alone, by which a whole number is searched for.
  add number_digest text collate "C" not null default '',
  -- In lower case, for the search.
  add beneficiary_name_lower text collate "C" not null generated always as (lower(beneficiary_name)) stored,
  -- How often money came back, and that people were told that it will be cancelled untouched.
  add returns integer not null default 0,
  -- The names of those in made_by, and of servers.
  add maker_names text[] not null default '{}',
  add warned_at timestamptz,
  -- The holder as the bank had it when the payout was made or last edited.
  add account_name text not null default '',
  -- Of one that a larger amount was cut into: that amount, which rules and limits go by.
  add split_total_minor bigint check (split_total_minor > amount_minor);
create index payouts_by_amount on payouts (merchant_id, environment, amount_minor, txn_ref);
create index payouts_waiting on payouts (merchant_id, environment, waits_for, created_at, txn_ref) where waits_for <> '';
create index payouts_by_number on payouts (merchant_id, environment, number_digest, created_at, txn_ref);
create index payouts_by_channel_ref on payouts (merchant_id, environment, channel_ref) where channel_ref <> '';
create index payouts_by_name on payouts (merchant_id, environment, beneficiary_name_lower);
create index payouts_by_reason on payouts (merchant_id, environment, status_reason, created_at, txn_ref) where status_reason <> '';
create index payouts_ended on payouts (merchant_id, environment, ended_at) where ended_at is not null;

-- What providers said of payouts, each word once. One that contradicts an end is kept here and changes nothing else.
create table payout_words (
  merchant_id uuid not null,
  environment text not null constraint payout_words_environment check (environment in ('sandbox', 'live')),
  channel_key text not null,
  -- The provider's own id of the event.
  event_id text collate "C" not null,
  txn_ref text collate "C" not null,
  outcome text not null,
  effect text not null constraint payout_words_effect check (effect in ('applied', 'ignored', 'contradicts')),
  at timestamptz not null,
  received_at timestamptz not null,
  primary key (merchant_id, environment, channel_key, event_id),
  foreign key (merchant_id, environment, txn_ref) references payouts
);
create index payout_words_of on payout_words (merchant_id, environment, txn_ref, received_at);

-- A channel by which no payout leaves, since its provider contradicted itself, until somebody lifts that.
create table payout_stops (
  merchant_id uuid not null references merchants,
  environment text not null constraint payout_stops_environment check (environment in ('sandbox', 'live')),
  stop_id uuid not null,
  channel_key text not null,
  txn_ref text collate "C" not null,
  -- What the provider said, and what had been known before.
  evidence text not null,
  stopped_at timestamptz not null,
  lifted_at timestamptz,
  lifted_by text not null default '',
  lift_reason text not null default '',
  primary key (merchant_id, environment, stop_id),
  foreign key (merchant_id, environment, txn_ref) references payouts
);
create unique index payout_stops_open on payout_stops (merchant_id, environment, channel_key) where lifted_at is null;

call guard('payout_words');
call guard('payout_stops');
grant select, insert on payout_words to countinghouse_app;
grant select, insert, update on payout_stops to countinghouse_app;
