-- What people have decided about records. Each run obeys those that are not lifted and whose records are there; others sleep.
create table recon_decisions (
  merchant_id uuid not null,
  environment text not null,
  decision_id uuid not null,
  msm_id integer not null,
  act text not null constraint recon_decisions_act check (act in ('match', 'unmatch', 'write_off', 'accept', 'not_ours', 'expect')),
  -- The keys of its records, by which a match is named; a match that is decided anew has them too.
  group_id uuid not null,
  -- What was shown: a difference of another size is not covered by it.
  status text not null,
  amount_off numeric(30, 8) not null,
  fee_off numeric(30, 8) not null,
  tax_off numeric(30, 8) not null,
  -- The last day on which they are expected.
  until_day date,
  reason text not null,
  decided_by text not null,
  -- The second person; empty where one suffices.
  approved_by text not null default '',
  proposal_id uuid,
  decided_at timestamptz not null,
  lifted_by text not null default '',
  lifted_at timestamptz,
  primary key (merchant_id, environment, decision_id),
  foreign key (merchant_id, environment, msm_id) references recon_pairs,
  check ((act = 'expect') = (until_day is not null)),
  check ((lifted_by = '') = (lifted_at is null))
);
create index recon_decisions_holding on recon_decisions (merchant_id, environment, msm_id, group_id) where lifted_at is null;

create table recon_decision_records (
  merchant_id uuid not null,
  environment text not null,
  decision_id uuid not null,
  side text not null constraint recon_decision_records_side check (side in ('a', 'b')),
  key text collate "C" not null,
  primary key (merchant_id, environment, decision_id, side, key),
  foreign key (merchant_id, environment, decision_id) references recon_decisions
);
create index recon_decision_records_by_key on recon_decision_records (merchant_id, environment, key);

call guard('recon_decisions');
call guard('recon_decision_records');
grant select, insert, update on recon_decisions to countinghouse_app;
grant select, insert on recon_decision_records to countinghouse_app;
