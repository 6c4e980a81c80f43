-- Double entry: each transfer's lines sum to zero per currency; debits are positive. Append-only.

create table ledger_transfers (
  merchant_id uuid not null references merchants,
  environment text not null,
  transfer_id uuid not null,
  -- payment.captured, …
  kind text not null,
  -- One per change of state: 'payment:<ref>:captured'. Posting it again changes nothing.
  business_key text not null,
  object_type text not null,
  object_ref text not null,
  at timestamptz not null,
  primary key (merchant_id, environment, transfer_id),
  unique (merchant_id, environment, business_key)
);

create table ledger_entries (
  merchant_id uuid not null,
  environment text not null,
  transfer_id uuid not null,
  line smallint not null,
  -- 'psp_receivable:SIMULATOR', 'merchant_pending', 'fee_income' …
  account text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  primary key (merchant_id, environment, transfer_id, line),
  foreign key (merchant_id, environment, transfer_id) references ledger_transfers
);
create index ledger_entries_by_account on ledger_entries (merchant_id, environment, account, currency) include (amount_minor);

-- The second wall behind ledger.post(): an unbalanced transfer cannot be committed.
create function refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (
    select from ledger_entries e
    where e.merchant_id = new.merchant_id and e.environment = new.environment and e.transfer_id = new.transfer_id
    group by e.currency having sum(e.amount_minor) <> 0 or count(*) < 2
  ) then
    raise exception 'transfer % does not balance', new.transfer_id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
-- One check a transfer, not one a line: the first line stands for all, and a transfer has a first line.
create constraint trigger balanced after insert on ledger_entries deferrable initially deferred
  for each row when (new.line = 1) execute function refuse_unbalanced();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'integrity_constraint_violation';
end $$;
create trigger append_only before update or delete on ledger_transfers for each row execute function refuse_change();
create trigger append_only before update or delete on ledger_entries for each row execute function refuse_change();
create trigger never_emptied before truncate on ledger_transfers execute function refuse_change();
create trigger never_emptied before truncate on ledger_entries execute function refuse_change();

grant select, insert on ledger_transfers, ledger_entries to countinghouse_app;
call guard('ledger_transfers');
call guard('ledger_entries');
