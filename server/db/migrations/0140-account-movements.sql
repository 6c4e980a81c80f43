-- What changed the balance of a virtual account, in the order of its entries: the rows of its statement. A reservation changes none.
create table account_movements (
  merchant_id uuid not null,
  environment text not null,
  account_no text collate "C" not null,
  -- 1, 2, 3 … without a gap.
  number bigint not null,
  -- When it was entered, and when the money moved by the bank's clock.
  at timestamptz not null,
  actual_at timestamptz not null,
  kind text not null constraint account_movements_kind check (kind in ('deposit', 'payout', 'fee', 'tax', 'return')),
  -- Of the payout, or the provider's own reference of the deposit.
  txn_ref text collate "C" not null,
  channel_ref text not null default '',
  -- The last digits of the beneficiary's account; the payer of a deposit.
  other_side text not null default '',
  currency text not null,
  -- Negative for money that left.
  amount_minor bigint not null check (amount_minor <> 0),
  -- What is available and what is set aside together, after it.
  balance_minor bigint not null constraint account_movements_balance check (balance_minor >= 0),
  transfer_id uuid not null,
  primary key (merchant_id, environment, account_no, number),
  foreign key (merchant_id, environment, account_no) references virtual_accounts,
  foreign key (merchant_id, environment, transfer_id) references ledger_transfers
);
create index account_movements_by_time on account_movements (merchant_id, environment, account_no, at, number);
create index account_movements_by_ref on account_movements (merchant_id, environment, account_no, txn_ref, number);
create index account_movements_of_transfer on account_movements (merchant_id, environment, transfer_id);

create trigger append_only before update or delete on account_movements for each row execute function refuse_change();
create trigger never_emptied before truncate on account_movements execute function refuse_change();
grant select, insert on account_movements to countinghouse_app;
call guard('account_movements');

-- Money that came onto virtual accounts, each by the provider's own reference once.
create table deposits (
  merchant_id uuid not null references merchants,
  environment text not null constraint deposits_environment check (environment in ('sandbox', 'live')),
  deposit_id uuid not null,
  -- As the provider said it; the merchant may have no such account.
  account_no text collate "C" not null,
  channel_key text not null,
  -- The provider's own, or the bank's as a person entered it.
  deposit_ref text collate "C" not null,
  currency text not null,
  amount_minor bigint not null constraint deposits_amount check (amount_minor > 0),
  payer text not null default '',
  -- By the bank's clock.
  came_at timestamptz not null,
  by_hand boolean not null default false,
  -- Asked: entered by hand, and a second person has not confirmed it.
  state text not null constraint deposits_state check (state in ('Asked', 'Refused', 'Suspense', 'Credited', 'SendingBack', 'SentBack')),
  -- Why it came into suspense; empty for what did not.
  suspense_reason text not null default '' constraint deposits_suspense_reason
    check (suspense_reason in ('', 'unknown_account', 'closed_account', 'other_currency', 'condition')),
  -- What one person has asked for, until another confirms or refuses it: to enter it, to credit it, to send it back.
  asked text not null default '' constraint deposits_asked check (asked in ('', 'enter', 'credit', 'send_back')),
  asked_by uuid,
  asked_by_name text not null default '',
  asked_at timestamptz,
  reason text not null default '',
  evidence text not null default '',
  decided_by_name text not null default '',
  decided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((asked = '') = (asked_by is null)),
  primary key (merchant_id, environment, deposit_id),
  unique (merchant_id, environment, account_no, deposit_ref)
);
create index deposits_open on deposits (merchant_id, environment, created_at, (deposit_id::text collate "C"))
  where state in ('Asked', 'Suspense', 'SendingBack');
create index deposits_newest on deposits (merchant_id, environment, created_at, (deposit_id::text collate "C"));
grant select, insert, update on deposits to countinghouse_app;
call guard('deposits');

-- A finding of the ledger that stopped a merchant's payouts, until the operator lifts it.
create table payout_freezes (
  merchant_id uuid not null references merchants,
  environment text not null constraint payout_freezes_environment check (environment in ('sandbox', 'live')),
  freeze_id uuid not null,
  invariant text not null,
  detail text not null,
  frozen_at timestamptz not null,
  lifted_at timestamptz,
  lifted_reason text not null default '',
  check ((lifted_at is null) = (lifted_reason = '')),
  primary key (merchant_id, environment, freeze_id)
);
-- One of a kind at a time, however often it is found.
create unique index payout_freezes_in_force on payout_freezes (merchant_id, environment, invariant) where lifted_at is null;
grant select, insert, update on payout_freezes to countinghouse_app;
call guard('payout_freezes');
