-- Decisions that wait for a second person, with the numbers that the first one saw.
create table recon_proposals (
  merchant_id uuid not null,
  environment text not null,
  proposal_id uuid not null,
  msm_id integer not null,
  act text not null constraint recon_proposals_act check (act in ('match', 'write_off', 'accept', 'close_settlement', 'reopen_settlement')),
  state text not null constraint recon_proposals_state check (state in ('proposed', 'approved', 'rejected', 'withdrawn', 'stale')),
  -- Of one exception, one match, or one settlement.
  group_id uuid,
  settlement_id uuid,
  -- Records as {side, key}.
  records jsonb not null,
  -- The numbers that were shown, and SHA-256 over them.
  shown jsonb not null,
  digest text not null,
  currency text not null,
  reason text not null,
  proposed_by uuid not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by uuid,
  decided_name text not null default '',
  decided_at timestamptz,
  -- One administrator did what otherwise takes two.
  is_lone boolean not null default false,
  remark text not null default '',
  primary key (merchant_id, environment, proposal_id),
  foreign key (merchant_id, environment, msm_id) references recon_pairs,
  check ((state = 'proposed') = (decided_at is null))
);
create index recon_proposals_newest on recon_proposals (merchant_id, environment, proposed_at, (proposal_id::text collate "C"));
-- One waits for each group or settlement.
create unique index recon_proposals_of_group on recon_proposals (merchant_id, environment, msm_id, group_id) where state = 'proposed' and group_id is not null;
create unique index recon_proposals_of_settlement on recon_proposals (merchant_id, environment, settlement_id) where state = 'proposed' and settlement_id is not null;

-- Up to this difference one person suffices; without a row, 0.
create table recon_decision_limits (
  merchant_id uuid not null,
  environment text not null,
  currency text not null,
  amount numeric(30, 8) not null check (amount >= 0),
  saved_by text not null,
  saved_at timestamptz not null,
  primary key (merchant_id, environment, currency)
);

-- Who looks after an exception, and by which day.
create table recon_owners (
  merchant_id uuid not null,
  environment text not null,
  msm_id integer not null,
  group_id uuid not null,
  owner_id uuid,
  owner_name text not null,
  due_on date,
  assigned_by text not null,
  assigned_at timestamptz not null,
  primary key (merchant_id, environment, msm_id, group_id),
  foreign key (merchant_id, environment, msm_id) references recon_pairs
);

create table recon_comments (
  merchant_id uuid not null,
  environment text not null,
  comment_id uuid not null,
  msm_id integer not null,
  group_id uuid not null,
  text text not null,
  written_by text not null,
  at timestamptz not null,
  primary key (merchant_id, environment, comment_id),
  foreign key (merchant_id, environment, msm_id) references recon_pairs
);
create index recon_comments_of_group on recon_comments (merchant_id, environment, msm_id, group_id, at);

call guard('recon_proposals');
call guard('recon_decision_limits');
call guard('recon_owners');
call guard('recon_comments');
grant select, insert, update on recon_proposals, recon_decision_limits, recon_owners to countinghouse_app;
grant select, insert on recon_comments to countinghouse_app;
